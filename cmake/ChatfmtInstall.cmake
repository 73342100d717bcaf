# What `cmake --install` puts where: libraries, headers, the program, man page, chatfmt.pc and the
# CMake package.
include(CMakePackageConfigHelpers)

set(chatfmt_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/chatfmt)

# Object libraries stay inside; each library is whole without them.
install(TARGETS ${chatfmt_libraries} EXPORT chatfmt
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(CHATFMT_BUILD_CLI)
    install(TARGETS chatfmt_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES ${PROJECT_SOURCE_DIR}/man/chatfmt.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${PROJECT_SOURCE_DIR}/cli/completion.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME chatfmt)
    install(FILES ${PROJECT_SOURCE_DIR}/cli/completion.zsh
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _chatfmt)
    install(FILES ${PROJECT_SOURCE_DIR}/cli/completion.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME chatfmt.fish)
endif()
install(FILES LICENSE NOTICE README.md CHANGELOG.md SECURITY.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY LICENSES docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
# make uninstall removes from there.
install(CODE "file(WRITE \"${CMAKE_BINARY_DIR}/install_destdir.txt\" \"\$ENV{DESTDIR}\\n\")")
install(CODE "set(chatfmt_docdir \"${CMAKE_INSTALL_DOCDIR}\")")
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/InstalledPages.cmake)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/chatfmt
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT chatfmt NAMESPACE chatfmt:: DESTINATION ${chatfmt_package_dir}
    FILE chatfmt-targets.cmake)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/chatfmt-config.cmake.in
    ${PROJECT_BINARY_DIR}/chatfmt-config.cmake INSTALL_DESTINATION ${chatfmt_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/chatfmt-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/chatfmt-config.cmake
    ${PROJECT_BINARY_DIR}/chatfmt-config-version.cmake DESTINATION ${chatfmt_package_dir})
# What the static library needs besides: packages by name, so that pkg-config --static finds them.
# Where there is no shared library, which has linked them, they are public.
set(chatfmt_pc_requires_private "")
set(chatfmt_pc_libs_private "")
if(chatfmt_needs_pcre2)
    set(chatfmt_pc_requires_private "libpcre2-8")
endif()
if(UNIX)
    set(chatfmt_pc_libs_private "-lm")
endif()
string(TOUPPER "CMAKE_${CMAKE_BUILD_TYPE}_POSTFIX" chatfmt_postfix)
set(chatfmt_pc_postfix "${${chatfmt_postfix}}")
set(chatfmt_pc_requires "")
set(chatfmt_pc_libs "")
set(chatfmt_pc_cflags "")
if(NOT chatfmt_shared IN_LIST chatfmt_libraries)
    set(chatfmt_pc_requires "${chatfmt_pc_requires_private}")
    set(chatfmt_pc_libs " ${chatfmt_pc_libs_private}")
    set(chatfmt_pc_cflags " -DCHATFMT_STATIC")
endif()
# A folder below the prefix moves with it; an absolute one stays where it is.
foreach(kind libdir includedir)
    string(TOUPPER "CMAKE_INSTALL_${kind}" given)
    if(IS_ABSOLUTE "${${given}}")
        set(chatfmt_pc_${kind} "${${given}}")
    else()
        set(chatfmt_pc_${kind} "\${prefix}/${${given}}")
    endif()
endforeach()
# The file finds its prefix from where it is, so that an installed copy may be moved; where it is in
# /usr it names that, as paths relative to it would be among the flags of every compiler.
set(chatfmt_relocatable ${CHATFMT_RELOCATABLE})
if(CHATFMT_RELOCATABLE STREQUAL "AUTO")
    string(COMPARE NOTEQUAL "${CMAKE_INSTALL_PREFIX}" "/usr" chatfmt_relocatable)
endif()
set(chatfmt_pc_prefix "${CMAKE_INSTALL_PREFIX}")
if(chatfmt_relocatable AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    file(RELATIVE_PATH up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
    string(REGEX REPLACE "/$" "" up "${up}")
    set(chatfmt_pc_prefix "\${pcfiledir}/${up}")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/chatfmt.pc.in ${PROJECT_BINARY_DIR}/chatfmt.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/chatfmt.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
