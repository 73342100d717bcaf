# Builds the published archive, or the checkout or unpacked archive that CHATFMT_SOURCE names.
set(SOURCE_PATH "$ENV{CHATFMT_SOURCE}")
if(NOT SOURCE_PATH)
    vcpkg_download_distfile(archive URLS "@RELEASES@/chatfmt-@VERSION@.tar.gz"
        FILENAME "chatfmt-@VERSION@.tar.gz" SHA512 @SHA512@)
    vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${archive}")
endif()
vcpkg_find_acquire_program(PKGCONFIG)
string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" "dynamic" shared)
string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" "static" static)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -DCHATFMT_BUILD_TESTS=OFF -DCHATFMT_BUILD_CLI=OFF -DCHATFMT_PCRE2=ON
        "-DPKG_CONFIG_EXECUTABLE=${PKGCONFIG}"
        -DCHATFMT_SHARED_LIB=${shared} -DCHATFMT_STATIC_LIB=${static})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/chatfmt)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(GLOB licences "${SOURCE_PATH}/LICENSES/*.txt")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE" "${SOURCE_PATH}/NOTICE" ${licences})
