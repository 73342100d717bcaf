# Tests that drive the program or the public API from outside.
if(NOT Python3_FOUND)
    message(STATUS "python3 not found: only unit tests")
    return()
endif()

# chatfmt_script_test(NAME LABELS COMMAND…): exit status 77 means skipped.
function(chatfmt_script_test name labels)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 900
        ENVIRONMENT "CHATFMT=${PROJECT_BINARY_DIR}/chatfmt")
endfunction()

set(python ${Python3_EXECUTABLE} -B)
set(here ${CMAKE_CURRENT_SOURCE_DIR})

chatfmt_script_test(layers quick ${python} ${PROJECT_SOURCE_DIR}/tools/check_layers.py)
chatfmt_script_test(architecture quick ${python} ${PROJECT_SOURCE_DIR}/tools/make_architecture.py --check)
chatfmt_script_test(example_gguf quick ${python} ${PROJECT_SOURCE_DIR}/tools/make_example_gguf.py --check)
chatfmt_script_test(words quick ${python} ${PROJECT_SOURCE_DIR}/tools/check_words.py)
if(NOT CMAKE_CROSSCOMPILING)
    chatfmt_script_test(demo quick ${CMAKE_COMMAND} -E env BUILD=${PROJECT_BINARY_DIR}
        ${PROJECT_SOURCE_DIR}/scripts/demo)
endif()
chatfmt_script_test(figures quick ${python} ${PROJECT_SOURCE_DIR}/tools/check_figures.py --form)
chatfmt_script_test(api_rooms quick ${python} ${PROJECT_SOURCE_DIR}/tools/check_api_rooms.py)
chatfmt_script_test(columns quick ${python} ${PROJECT_SOURCE_DIR}/tools/check_columns.py)
chatfmt_script_test(names quick ${python} ${PROJECT_SOURCE_DIR}/tools/check_names.py)
chatfmt_script_test(entity_table quick ${python}
    ${PROJECT_SOURCE_DIR}/tools/make_html_entities.py --check)
if(UNIX AND NOT APPLE AND NOT CHATFMT_SANITIZE AND NOT CHATFMT_COVERAGE)
    chatfmt_script_test(symbols quick ${python} ${PROJECT_SOURCE_DIR}/tools/check_symbols.py
        $<TARGET_FILE:chatfmt_shared> $<TARGET_FILE:chatfmt_static>)
    # Symbols and layouts as listed; older programs with a library whose structs have grown.
    chatfmt_script_test(api_list quick ${python} ${PROJECT_SOURCE_DIR}/tools/api_list.py
        $<TARGET_FILE:chatfmt_shared>)
    chatfmt_script_test(api_older quick ${python} ${here}/api/check_older.py
        $<TARGET_FILE:chatfmt_shared> ${PCRE2_LINK_LIBRARIES})
    chatfmt_script_test(api_nulls quick ${python} ${here}/api/check_nulls.py
        $<TARGET_FILE:chatfmt_shared>)
    chatfmt_script_test(api_stability quick ${python} ${here}/api/check_stability.py)
    set_property(TEST api_list api_older api_stability APPEND PROPERTY ENVIRONMENT "CC=${CMAKE_C_COMPILER}")
    if(NOT CHATFMT_UNITY AND NOT CHATFMT_LTO)
        chatfmt_script_test(links quick ${python} ${PROJECT_SOURCE_DIR}/tools/check_links.py
            $<TARGET_FILE:chatfmt_static>)
    endif()
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT CHATFMT_UNITY AND NOT CHATFMT_LTO)
        chatfmt_script_test(engine_size quick ${python} ${here}/engine_size.py
            $<TARGET_FILE:chatfmt_static>)
    endif()
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        chatfmt_script_test(lean packages ${python} ${here}/lean.py --compiler ${CMAKE_C_COMPILER})
    endif()
    if(NOT CHATFMT_SANITIZE) # it builds all of it once more, without them
        chatfmt_script_test(amalgamation packages bash ${here}/amalgamation.sh)
    endif()
    chatfmt_script_test(install "" bash ${here}/install.sh ${PROJECT_BINARY_DIR})
    if(CHATFMT_BUILD_CLI AND CHATFMT_STATIC_LIB AND CHATFMT_SHARED_LIB)
        chatfmt_script_test(packaging quick ${python} ${here}/packaging/files.py ${PROJECT_BINARY_DIR})
    endif()
    chatfmt_script_test(usage quick ${python} ${here}/packaging/usage.py)
    # Each of these builds all of it once more.
    chatfmt_script_test(release "slow;packages" bash ${here}/packaging/release.sh)
    chatfmt_script_test(conan "slow;packages" bash ${here}/packaging/conan.sh)
    chatfmt_script_test(debian "slow;packages" bash ${PROJECT_SOURCE_DIR}/packaging/build-debian)
    set_tests_properties(release conan debian PROPERTIES TIMEOUT 1800)
    find_program(chatfmt_pkg_config pkg-config)
    if(chatfmt_pkg_config)
        chatfmt_script_test(configure quick ${python} ${here}/packaging/configure.py
            ${CMAKE_GENERATOR} ${CMAKE_C_COMPILER} ${PCRE2_LINK_LIBRARIES})
    endif()
    if(NOT CMAKE_CROSSCOMPILING AND NOT CHATFMT_LTO)
        chatfmt_script_test(examples quick ${python} ${here}/examples/run.py
            --library $<TARGET_FILE:chatfmt_static> ${PCRE2_LINK_LIBRARIES})
    endif()
endif()
if(CHATFMT_BUILD_CLI)
    chatfmt_script_test(lang quick ${python} ${here}/lang/run.py)
    chatfmt_script_test(entities quick ${python} ${here}/lang/check_entities.py)
    chatfmt_script_test(cli quick ${python} ${here}/cli/run.py)
    chatfmt_script_test(cli_options "" ${python} ${here}/cli/options.py)
    chatfmt_script_test(cli_values quick ${python} ${here}/cli/values.py)
    chatfmt_script_test(cli_mistakes quick ${python} ${here}/cli/mistakes.py)
    chatfmt_script_test(cli_requests quick ${python} ${here}/cli/requests.py $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(man "" ${python} ${PROJECT_SOURCE_DIR}/tools/make_man.py --check)
    chatfmt_script_test(readme quick ${python} ${here}/readme.py)
    chatfmt_script_test(documented quick ${python} ${here}/documented.py)
    chatfmt_script_test(pictures quick ${python} ${PROJECT_SOURCE_DIR}/tools/make_pictures.py --check)
    if(CHATFMT_SANITIZE OR CHATFMT_COVERAGE)
        chatfmt_script_test(hostile "" ${python} ${here}/hostile/run.py --quick --slow)
    else()
        chatfmt_script_test(hostile "" ${python} ${here}/hostile/run.py --quick)
        chatfmt_script_test(prices "" ${python} ${here}/hostile/prices.py --quick)
    endif()
    # A sample; scripts/deep compares all pairs.
    chatfmt_script_test(labels "" ${python} ${here}/checks/labels.py $<TARGET_FILE:chatfmt_cli> 5)
    chatfmt_script_test(corpus "" ${python} ${here}/run_corpus.py)
    # A sample; .ci/run tries every call.
    chatfmt_script_test(faults "" ${python} ${here}/faults/run.py --every 9)
endif()

# What must hold for every render: over the language tests and, where it is, the corpus.
add_executable(check_cases checks/check_cases.c)
target_include_directories(check_cases PRIVATE ${here})
target_link_libraries(check_cases PRIVATE chatfmt_static)
chatfmt_script_test(spans "" ${python} ${here}/checks/run.py $<TARGET_FILE:check_cases>)

# Memory and fuel that run out anywhere, over the language tests.
add_executable(check_failures checks/check_failures.c)
target_include_directories(check_failures PRIVATE ${here})
chatfmt_stress_options(check_failures)
target_link_libraries(check_failures PRIVATE chatfmt_static)
# Stress builds find the places that differ (support/stacks.h): a small sample of the rest will do.
set(places 60)
set(places_of_rooms 100)
set(places_of_replies 24)
set(places_of_api 60)
set(places_of_data 24)
if(CHATFMT_SANITIZE) # each takes ten times as long, and builds without try more of them
    set(places_of_rooms 40)
    set(places_of_data 10)
    set(places_of_replies 12)
endif()
if(CHATFMT_STRESS)
    foreach(kind places places_of_rooms places_of_replies places_of_api places_of_data)
        set(${kind} 4)
    endforeach()
endif()
chatfmt_script_test(failures "" ${python} ${here}/checks/run.py $<TARGET_FILE:check_failures>
    --corpus none ${places})

# Templates cut off and damaged at any place; outside of coverage and sanitizers, at one of thirteen.
add_executable(check_damage checks/check_damage.c)
target_include_directories(check_damage PRIVATE ${here})
target_link_libraries(check_damage PRIVATE chatfmt_static)
set(left_out 12)
if(CHATFMT_COVERAGE)
    set(left_out 0)
endif()
chatfmt_script_test(damage "" ${python} ${here}/checks/run.py $<TARGET_FILE:check_damage>
    --corpus none ${left_out})

add_executable(check_failures_rooms checks/check_failures_rooms.c)
target_include_directories(check_failures_rooms PRIVATE ${here})
chatfmt_stress_options(check_failures_rooms)
target_link_libraries(check_failures_rooms PRIVATE chatfmt_static)
chatfmt_script_test(failures_rooms "" ${python} ${here}/checks/rooms.py
    $<TARGET_FILE:check_failures_rooms> ${places_of_rooms})

# The same of replies read by descriptions, learned readers, conversations; and of the rest of the
# API. Of functions without an allocator the C library's memory fails.
if(UNIX AND NOT APPLE)
    foreach(name replies api data service)
        add_executable(check_failures_${name} checks/check_failures_${name}.c)
        target_include_directories(check_failures_${name} PRIVATE ${here})
        chatfmt_stress_options(check_failures_${name})
        target_link_libraries(check_failures_${name} PRIVATE chatfmt_static)
        target_link_options(check_failures_${name} PRIVATE -Wl,--wrap=realloc
            -Wl,--wrap=malloc -Wl,--wrap=free)
    endforeach()
    chatfmt_script_test(failures_replies "" ${python} ${here}/checks/readers.py
        $<TARGET_FILE:check_failures_replies> ${places_of_replies})
    chatfmt_script_test(failures_api "" ${python} ${here}/checks/api.py
        $<TARGET_FILE:check_failures_api> ${places_of_api})
    chatfmt_script_test(failures_data "" ${python} ${here}/checks/data.py
        $<TARGET_FILE:check_failures_data> ${places_of_data})
    chatfmt_script_test(failures_service "" ${python} ${here}/checks/service.py
        $<TARGET_FILE:check_failures_service> ${places_of_data})
endif()

# At most 96 KiB of C stack, by what is as deep as the limits allow. Sanitizers' frames are larger.
if(CMAKE_BUILD_TYPE MATCHES "Rel" AND NOT CHATFMT_SANITIZE AND NOT CHATFMT_COVERAGE)
    find_package(Threads REQUIRED)
    add_executable(check_stack checks/check_stack.c)
    target_link_libraries(check_stack PRIVATE chatfmt_static Threads::Threads)
    chatfmt_script_test(stack "" ${python} ${here}/checks/stack.py $<TARGET_FILE:check_stack>)
endif()

# C++ may include the headers.
include(CheckLanguage)
check_language(CXX)
if(CMAKE_CXX_COMPILER)
    enable_language(CXX)
    add_executable(test_cxx checks/cxx.cc)
    target_link_libraries(test_cxx PRIVATE chatfmt_static)
    chatfmt_link_options(test_cxx)
    add_test(NAME cxx COMMAND test_cxx)
    set_tests_properties(cxx PROPERTIES LABELS quick)
endif()

# Replies: every family written by Python and read back, and InternLM2's actions.
add_executable(check_cuts replies/check_cuts.c)
target_include_directories(check_cuts PRIVATE ${here})
target_link_libraries(check_cuts PRIVATE chatfmt_static)
chatfmt_link_options(check_cuts)
chatfmt_script_test(reply_peers quick ${python} ${here}/replies/check_peers.py
    $<TARGET_FILE:check_cuts>)
chatfmt_script_test(reply_readings quick ${python} ${here}/replies/check_readings.py
    $<TARGET_FILE:check_cuts>)
chatfmt_script_test(reply_ends "" ${python} ${here}/replies/check_ends.py
    $<TARGET_FILE:check_cuts>)
chatfmt_script_test(reply_harmed "" ${python} ${here}/replies/check_harmed.py
    $<TARGET_FILE:check_cuts>)
if(CHATFMT_BUILD_CLI)
    chatfmt_script_test(reply_families "" ${python} ${here}/replies/check_families.py
        $<TARGET_FILE:chatfmt_cli> $<TARGET_FILE:check_cuts> 200)
    if(UNIX AND NOT CHATFMT_SANITIZE AND NOT CHATFMT_COVERAGE AND NOT CHATFMT_UNITY
       AND NOT CHATFMT_LTO)
        chatfmt_script_test(reply_adding "" ${python} ${here}/replies/check_adding_family.py
            $<TARGET_FILE:chatfmt_cli> $<TARGET_FILE:chatfmt_static> ${here}/replies/check_cuts.c
            ${PCRE2_LINK_LIBRARIES})
        set_property(TEST reply_adding APPEND PROPERTY ENVIRONMENT "CC=${CMAKE_C_COMPILER}")
        # docs/adding.md followed to the letter; formats_adding and reply_adding do the other chapters.
        find_package(ZLIB QUIET)
        find_library(ZSTD_LIBRARY zstd)
        set(adding_link ${PCRE2_LINK_LIBRARIES} ${ZLIB_LIBRARIES})
        if(ZSTD_LIBRARY)
            list(APPEND adding_link ${ZSTD_LIBRARY})
        endif()
        chatfmt_script_test(adding quick ${python} ${here}/adding/run.py $<TARGET_FILE:chatfmt_static>
            ${PROJECT_BINARY_DIR}/cli/CMakeFiles/chatfmt_cli.dir ${adding_link})
        set_property(TEST adding APPEND PROPERTY ENVIRONMENT "CC=${CMAKE_C_COMPILER}")
    endif()
    chatfmt_script_test(reply_internlm2 quick ${python} ${here}/replies/check_internlm2.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_internlm2_openai quick ${python}
        ${here}/replies/check_internlm2_openai.py $<TARGET_FILE:chatfmt_cli>)
endif()
if(CHATFMT_BUILD_CLI)
    chatfmt_script_test(reply_tokens quick ${python} ${here}/replies/check_tokens.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_conversations "" ${python} ${here}/replies/check_conversations.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_types quick ${python} ${here}/replies/check_types.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_prompts quick ${python} ${here}/replies/check_prompts.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_shown_less quick ${python} ${here}/replies/check_shown_less.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_readers corpus ${python} ${here}/replies/check_readers.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_turns corpus ${python} ${here}/replies/check_turns.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_learned "" ${python} ${here}/replies/check_learned.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_notations quick ${python} ${here}/replies/check_notations.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_odd quick ${python} ${here}/replies/check_odd.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_odd_templates "" ${python} ${here}/replies/check_odd_templates.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_found quick ${python} ${here}/replies/check_found.py
        $<TARGET_FILE:chatfmt_cli>)
endif()
# Replies read by what tokenizer_config.json says, recorded and beside transformers itself.
if(CHATFMT_BUILD_CLI AND chatfmt_needs_pcre2)
    chatfmt_script_test(reply_golden quick ${python} ${here}/replies/check_response_golden.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_template "" ${python} ${here}/replies/check_response_template.py
        $<TARGET_FILE:chatfmt_cli>)
    chatfmt_script_test(reply_schema "" ${python} ${here}/replies/check_response_schema.py
        $<TARGET_FILE:chatfmt_cli>)
endif()
