# What the project takes from the system. Each has a setting of three values: AUTO uses it where it
# is found, ON stops with an error where it is not (for packages, whose contents must not depend on
# what the building machine has), OFF leaves it out.

# What if() takes for true or false, and AUTO; other words would count as true.
function(chatfmt_setting name help)
    set(${name} AUTO CACHE STRING "${help}: AUTO, ON or OFF")
    set_property(CACHE ${name} PROPERTY STRINGS AUTO ON OFF)
    string(TOUPPER "${${name}}" given)
    if(NOT "${${name}}" STREQUAL "AUTO" AND NOT given MATCHES "^(ON|YES|TRUE|Y|1|OFF|NO|FALSE|N|0)$")
        message(FATAL_ERROR "${name}=${${name}} is none of AUTO, ON and OFF")
    endif()
endfunction()

# Stops where a dependency that was asked for is missing, and says so where it was left to us.
function(chatfmt_missing setting library package without)
    if(NOT ${setting} STREQUAL "AUTO")
        message(FATAL_ERROR "${library} was not found, and ${setting}=${${setting}} needs it "
            "(Debian: ${package}); -D${setting}=OFF builds without it: ${without}")
    endif()
    message(STATUS "${library} not found (Debian: ${package}): ${without}")
endfunction()

# pcre2.h names the errors of compiling since this version.
set(chatfmt_pcre2_least 10.31)

chatfmt_setting(CHATFMT_RELOCATABLE "chatfmt.pc finds its prefix from where it is, AUTO where that is not /usr")
chatfmt_setting(CHATFMT_PCRE2 "PCRE2, for regular expressions of response templates and schemas, and of tokenizers that no scanner knows")
chatfmt_setting(CHATFMT_WITH_ZLIB "zlib, with which chatfmt map reads and writes gzip")
chatfmt_setting(CHATFMT_WITH_ZSTD "libzstd, with which chatfmt map reads and writes zstd")

set(chatfmt_needs_pcre2 OFF)
if(CHATFMT_PCRE2)
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
        pkg_check_modules(PCRE2 QUIET IMPORTED_TARGET GLOBAL
            libpcre2-8>=${chatfmt_pcre2_least})
    endif()
    if(PCRE2_FOUND)
        set(chatfmt_needs_pcre2 ON)
    else()
        set(chatfmt_package libpcre2-dev)
        if(NOT PkgConfig_FOUND)
            set(chatfmt_package "pkg-config, which is missing, and libpcre2-dev")
        endif()
        chatfmt_missing(CHATFMT_PCRE2 "PCRE2 >= ${chatfmt_pcre2_least} (by pkg-config)" "${chatfmt_package}"
            "tokenizers whose pattern is not one of the well-known ones, and regular expressions of a response_template or response_schema, are refused")
    endif()
endif()

# zlib and libzstd for packed data sets.
function(chatfmt_packed_data target)
    if(CHATFMT_WITH_ZLIB)
        find_package(ZLIB QUIET)
        if(ZLIB_FOUND)
            target_link_libraries(${target} PRIVATE ZLIB::ZLIB)
            target_compile_definitions(${target} PRIVATE CHATFMT_WITH_ZLIB)
        else()
            chatfmt_missing(CHATFMT_WITH_ZLIB zlib zlib1g-dev "chatfmt map refuses gzip")
        endif()
    endif()
    if(CHATFMT_WITH_ZSTD)
        find_path(ZSTD_INCLUDE_DIR zstd.h)
        find_library(ZSTD_LIBRARY zstd)
        if(ZSTD_INCLUDE_DIR AND ZSTD_LIBRARY)
            target_include_directories(${target} PRIVATE ${ZSTD_INCLUDE_DIR})
            target_link_libraries(${target} PRIVATE ${ZSTD_LIBRARY})
            target_compile_definitions(${target} PRIVATE CHATFMT_WITH_ZSTD)
        else()
            chatfmt_missing(CHATFMT_WITH_ZSTD libzstd libzstd-dev "chatfmt map refuses zstd")
        endif()
    endif()
endfunction()
