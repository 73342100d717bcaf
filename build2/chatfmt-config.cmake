
####### Expanded from @PACKAGE_INIT@ by configure_package_config_file() #######
####### Any changes to this file will be overwritten by the next CMake run ####
####### The input file was chatfmt-config.cmake.in                            ########

get_filename_component(PACKAGE_PREFIX_DIR "${CMAKE_CURRENT_LIST_DIR}/../../../" ABSOLUTE)

macro(set_and_check _var _file)
  set(${_var} "${_file}")
  if(NOT EXISTS "${_file}")
    message(FATAL_ERROR "File or directory ${_file} referenced by variable ${_var} does not exist !")
  endif()
endmacro()

macro(check_required_components _NAME)
  foreach(comp ${${_NAME}_FIND_COMPONENTS})
    if(NOT ${_NAME}_${comp}_FOUND)
      if(${_NAME}_FIND_REQUIRED_${comp})
        set(${_NAME}_FOUND FALSE)
      endif()
    endif()
  endforeach()
endmacro()

####################################################################################
include("${CMAKE_CURRENT_LIST_DIR}/chatfmt-targets.cmake")
# chatfmt::chatfmt is the kind of library that the package was built for.
if(NOT TARGET chatfmt::chatfmt)
    add_library(chatfmt::chatfmt INTERFACE IMPORTED)
    if(OFF OR BUILD_SHARED_LIBS)
        set_target_properties(chatfmt::chatfmt PROPERTIES
            INTERFACE_LINK_LIBRARIES chatfmt::chatfmt_shared)
    else()
        set_target_properties(chatfmt::chatfmt PROPERTIES
            INTERFACE_LINK_LIBRARIES chatfmt::chatfmt_static)
    endif()
endif()
check_required_components(chatfmt)
