# Tests of the room tokenizers. The comparison with the reference needs the folder that
# tests/tokenizers/fetch_oracle.sh fills; without it the test says so and is skipped.
set(tokenizer_tests ${PROJECT_SOURCE_DIR}/tests/tokenizers)
if(DEFINED ENV{CHATFMT_ORACLE})
    set(chatfmt_oracle $ENV{CHATFMT_ORACLE})
else()
    set(chatfmt_oracle $ENV{HOME}/.cache/chatfmt-oracle)
endif()

# A program of one file, over the library.
function(chatfmt_token_program program)
    add_executable(${program} ${tokenizer_tests}/${program}.c)
    target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${program} PRIVATE chatfmt_static)
    chatfmt_compile_options(${program})
endfunction()

# A quick test by a script, or by a program that runs with every synthetic tokenizer.
function(chatfmt_token_test test script)
    if(Python3_FOUND)
        add_test(NAME tokenizers_${test}
            COMMAND ${Python3_EXECUTABLE} -B ${tokenizer_tests}/${script} ${ARGN})
        set_tests_properties(tokenizers_${test} PROPERTIES LABELS "quick" TIMEOUT 120)
    endif()
endfunction()

# A slow test for each real tokenizer that is there: TEST_NAME runs ARGN, with FILE in place of its tokenizer.json
# and FOLDER in place of its folder.
function(chatfmt_real_tokens test names)
    foreach(name ${names})
        set(folder ${chatfmt_oracle}/${name})
        if(EXISTS "${folder}/tokenizer.json")
            list(TRANSFORM ARGN REPLACE "^FILE$" "${folder}/tokenizer.json" OUTPUT_VARIABLE command)
            list(TRANSFORM command REPLACE "^FOLDER$" "${folder}")
            add_test(NAME ${test}_${name} COMMAND ${command})
            set_tests_properties(${test}_${name} PROPERTIES LABELS "slow" TIMEOUT 600)
        endif()
    endforeach()
endfunction()

chatfmt_unit_test(tokenizer)
chatfmt_unit_test(token_cache)
chatfmt_unit_test(token_compiled)
chatfmt_unit_test(token_tables)
chatfmt_unit_test(token_rows)
chatfmt_unit_test(token_limits)
chatfmt_unit_test(token_pieces)
chatfmt_unit_test(regex)
chatfmt_unit_test(token_ranks)
if(UNIX)
    chatfmt_unit_test(token_api)
endif()

chatfmt_token_program(token_probe)
target_include_directories(token_probe PRIVATE ${PROJECT_SOURCE_DIR}/src)
chatfmt_token_test(golden golden.py $<TARGET_FILE:token_probe>)
# The fifty cases, each by its number.
chatfmt_token_test(cases cases.py $<TARGET_FILE:token_probe>)
# Parts of tokenizer.json that are seldom or wrong.
chatfmt_token_test(parts parts.py $<TARGET_FILE:token_probe>)
# Tokenizers put together at random.
chatfmt_token_test(mix mix.py $<TARGET_FILE:token_probe>)
if(Python3_FOUND)
    set_tests_properties(tokenizers_parts tokenizers_mix PROPERTIES LABELS "" TIMEOUT 600)
    add_test(NAME tokenizers_reference
        COMMAND ${tokenizer_tests}/check_reference.sh $<TARGET_FILE:token_probe>
            ${chatfmt_oracle} 2000 7)
    set_tests_properties(tokenizers_reference PROPERTIES
        LABELS "slow" TIMEOUT 1800)
endif()

# The search for added tokens against its rule, by both of its ways.
chatfmt_token_program(added_storm)
target_include_directories(added_storm PRIVATE ${PROJECT_SOURCE_DIR}/src)
add_test(NAME tokenizers_added COMMAND added_storm 60000 1)
set_tests_properties(tokenizers_added PROPERTIES LABELS "quick" TIMEOUT 120)

chatfmt_token_program(guard_storm)
chatfmt_real_tokens(tokenizers_guard "qwen3;deepseek_v3;llama3_1;gemma3" guard_storm FILE 100000 11)

# Data that tries to write control tokens by every door: a short run for each real tokenizer; scripts/storm makes the long
# one. With --trusting all data is trusted, which the same checks must find.
if(chatfmt_renders)
    chatfmt_token_program(chat_storm)
    file(GLOB storm_templates ${tokenizer_tests}/storm/*.jinja)
    chatfmt_real_tokens(tokens_storm "qwen3;deepseek_v3;llama3_1;gptoss"
        chat_storm FOLDER 60 3 ${storm_templates})
    chatfmt_real_tokens(tokens_storm_trusting "qwen3" chat_storm --trusting FOLDER 10 3 ${storm_templates})
    if(TEST tokens_storm_trusting_qwen3)
        set_tests_properties(tokens_storm_trusting_qwen3 PROPERTIES WILL_FAIL TRUE)
    endif()
    if(CHATFMT_BUILD_CLI AND Python3_FOUND)
        chatfmt_real_tokens(tokens_storm_map "qwen3;llama3_1" ${Python3_EXECUTABLE} -B
            ${tokenizer_tests}/map_storm.py $<TARGET_FILE:chatfmt_cli> 20 5 FOLDER -- ${storm_templates})
    endif()
endif()

# Texts that grow: the tokens of a session are those of the whole text.
chatfmt_token_program(session_storm)
chatfmt_token_test(sessions each_synthetic.py $<TARGET_FILE:session_storm> 300 5)
chatfmt_real_tokens(tokenizers_sessions "claude;deepseek_v3;gemma3;gptoss;llama2;llama3_1;qwen3"
    session_storm FILE 10000 12)

# Files, texts and ids that were made to be slow: twice as much costs about twice as many instructions. The slow test
# has all families, the other those that need more than a careful loop.
if(Python3_FOUND AND TARGET chatfmt_cli)
    add_test(NAME tokenizers_linear_quick
        COMMAND ${Python3_EXECUTABLE} -B ${tokenizer_tests}/linear.py --quick $<TARGET_FILE:chatfmt_cli>)
    add_test(NAME tokenizers_linear
        COMMAND ${Python3_EXECUTABLE} -B ${tokenizer_tests}/linear.py $<TARGET_FILE:chatfmt_cli>)
    set_tests_properties(tokenizers_linear_quick tokenizers_linear PROPERTIES TIMEOUT 1800)
    set_tests_properties(tokenizers_linear PROPERTIES LABELS "slow")
    # valgrind counts; it cannot run what sanitizers have instrumented.
    if(CHATFMT_SANITIZE OR CHATFMT_COVERAGE)
        set_tests_properties(tokenizers_linear_quick PROPERTIES DISABLED TRUE)
    endif()
    if(NOT DEFINED ENV{CHATFMT_SLOW} OR CHATFMT_SANITIZE OR CHATFMT_COVERAGE) # see scripts/deep
        set_tests_properties(tokenizers_linear PROPERTIES DISABLED TRUE)
    endif()
endif()

# Added tokens beside the reference itself.
if(Python3_FOUND)
    add_test(NAME tokenizers_added_reference
        COMMAND ${CMAKE_COMMAND} -E env "CHATFMT_REFERENCE_VENV=${PROJECT_BINARY_DIR}/venv-reference"
            ${Python3_EXECUTABLE} -B ${tokenizer_tests}/added.py $<TARGET_FILE:token_probe> 7 60 300)
    set_tests_properties(tokenizers_added_reference PROPERTIES TIMEOUT 1800
        LABELS reference RUN_SERIAL ON)
endif()

# Truncation and padding.
chatfmt_token_program(length_probe)
chatfmt_token_test(lengths lengths.py $<TARGET_FILE:length_probe>)
# Two texts that belong together.
chatfmt_token_test(pairs pairs.py $<TARGET_FILE:length_probe>)

# Ids decoded one by one: what each step adds.
# What real tokenizers use of the limits.
chatfmt_token_program(source_probe)
target_include_directories(source_probe PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(source_probe PRIVATE _POSIX_C_SOURCE=200809L)
# Vocabularies of GGUF files, as recorded from llama.cpp.
chatfmt_token_test(gguf gguf.py $<TARGET_FILE:source_probe>)
# SentencePiece models and ranks, as recorded from sentencepiece and tiktoken.
chatfmt_token_test(sentence_piece sentence_piece.py $<TARGET_FILE:source_probe>)
chatfmt_token_test(ranks ranks.py $<TARGET_FILE:source_probe>)
if(CHATFMT_BUILD_CLI)
    chatfmt_token_test(vocabularies vocabularies.py $<TARGET_FILE:chatfmt_cli>)
endif()
chatfmt_token_program(headroom_probe)
target_include_directories(headroom_probe PRIVATE ${PROJECT_SOURCE_DIR}/src)
chatfmt_token_test(headroom headroom.py $<TARGET_FILE:headroom_probe>)
if(Python3_FOUND)
    set_tests_properties(tokenizers_headroom PROPERTIES LABELS "slow" TIMEOUT 3600)
    if(NOT DEFINED ENV{CHATFMT_SLOW} OR CHATFMT_SANITIZE OR CHATFMT_COVERAGE) # see scripts/deep
        set_tests_properties(tokenizers_headroom PROPERTIES DISABLED TRUE)
    endif()
endif()

chatfmt_token_program(stream_probe)
chatfmt_token_test(stream stream.py $<TARGET_FILE:stream_probe>)
if(Python3_FOUND)
    add_test(NAME tokenizers_stream_reference
        COMMAND ${CMAKE_COMMAND} -E env "CHATFMT_REFERENCE_VENV=${PROJECT_BINARY_DIR}/venv-reference"
            ${Python3_EXECUTABLE} -B ${tokenizer_tests}/stream.py --live $<TARGET_FILE:stream_probe>
            ${chatfmt_oracle} 2000 7)
    set_tests_properties(tokenizers_stream_reference PROPERTIES TIMEOUT 1800
        LABELS reference RUN_SERIAL ON)
endif()
