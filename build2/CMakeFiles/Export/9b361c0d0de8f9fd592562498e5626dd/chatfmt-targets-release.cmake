#----------------------------------------------------------------
# Generated CMake target import file for configuration "Release".
#----------------------------------------------------------------

# Commands may need to know the format version.
set(CMAKE_IMPORT_FILE_VERSION 1)

# Import target "chatfmt::chatfmt_static" for configuration "Release"
set_property(TARGET chatfmt::chatfmt_static APPEND PROPERTY IMPORTED_CONFIGURATIONS RELEASE)
set_target_properties(chatfmt::chatfmt_static PROPERTIES
  IMPORTED_LINK_INTERFACE_LANGUAGES_RELEASE "C"
  IMPORTED_LOCATION_RELEASE "${_IMPORT_PREFIX}/lib/libchatfmt.a"
  )

list(APPEND _cmake_import_check_targets chatfmt::chatfmt_static )
list(APPEND _cmake_import_check_files_for_chatfmt::chatfmt_static "${_IMPORT_PREFIX}/lib/libchatfmt.a" )

# Import target "chatfmt::chatfmt_shared" for configuration "Release"
set_property(TARGET chatfmt::chatfmt_shared APPEND PROPERTY IMPORTED_CONFIGURATIONS RELEASE)
set_target_properties(chatfmt::chatfmt_shared PROPERTIES
  IMPORTED_LOCATION_RELEASE "${_IMPORT_PREFIX}/lib/libchatfmt.so.0.1.0"
  IMPORTED_SONAME_RELEASE "libchatfmt.so.0"
  )

list(APPEND _cmake_import_check_targets chatfmt::chatfmt_shared )
list(APPEND _cmake_import_check_files_for_chatfmt::chatfmt_shared "${_IMPORT_PREFIX}/lib/libchatfmt.so.0.1.0" )

# Commands beyond this point should not need to know the version.
set(CMAKE_IMPORT_FILE_VERSION)
