# Compiler and linker options that every target of the project shares.

set(chatfmt_warnings
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
    -Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wundef -Wvla -Wformat=2
    -Wimplicit-fallthrough)

include(CheckCSourceCompiles)
check_c_source_compiles("
#if !defined __i386__
#error another machine
#endif
int main(void) { return 0; }" chatfmt_x87)

# Stress builds keep frame pointers: tests walk the stack of each request for memory
# (tests/support/stacks.h).
function(chatfmt_stress_options target)
    if(CHATFMT_STRESS)
        target_compile_definitions(${target} PRIVATE CFT_STRESS)
        if(NOT MSVC)
            target_compile_options(${target} PRIVATE
                -fno-omit-frame-pointer -fno-optimize-sibling-calls)
        endif()
    endif()
endfunction()

function(chatfmt_compile_options target)
    # Distributions build with CMAKE_BUILD_TYPE=None and flags of their own: without assertions, too.
    target_compile_definitions(${target} PRIVATE $<$<CONFIG:None>:NDEBUG>)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${CHATFMT_WERROR}>:/WX>)
        return()
    endif()
    target_compile_options(${target} PRIVATE ${chatfmt_warnings}
        $<$<BOOL:${CHATFMT_WERROR}>:-Werror>)
    # Nothing unwinds through C: tables for it would be a tenth of the library. Builds with
    # debugging information keep theirs.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-fno-asynchronous-unwind-tables>)
    # Sizes and times are those of -O2, also where CMAKE_BUILD_TYPE=Release, given by the user, means -O3:
    # it makes the engine a seventh larger and no render faster.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
    # Doubles are those of IEEE 754 on x86 of 32 bits too, where the old unit rounds twice; and printf
    # is C99's on Windows.
    if(chatfmt_x87)
        target_compile_options(${target} PRIVATE -msse2 -mfpmath=sse)
    endif()
    if(MINGW)
        target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1)
    endif()
    if(CHATFMT_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${CHATFMT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
        # Clearing a cache touches its shadow page by page; and a small one replaces its words more often.
        target_compile_definitions(${target} PRIVATE CFT_WORD_CACHE=65536)
    endif()
    if(CHATFMT_COVERAGE)
        # Counters that another process of the file can share: scripts/coverage has them mapped.
        target_compile_options(${target} PRIVATE -fprofile-instr-generate -fcoverage-mapping
            -mllvm -runtime-counter-relocation)
    endif()
    chatfmt_stress_options(${target})
    if(CHATFMT_LTO)
        set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
        # Other compilers link the static library, too: its objects have machine code beside GCC's.
        if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
            target_compile_options(${target} PRIVATE -ffat-lto-objects)
        endif()
    endif()
endfunction()

function(chatfmt_link_options target)
    if(CHATFMT_SANITIZE)
        target_link_options(${target} PUBLIC -fsanitize=${CHATFMT_SANITIZE})
    endif()
    if(CHATFMT_COVERAGE)
        target_link_options(${target} PUBLIC -fprofile-instr-generate)
    endif()
endfunction()
