# Tests of the room tokenizers. The comparison with the reference needs the folder that
# tests/tokenizers/fetch_oracle.sh fills; without it the test says so and is skipped.
set(tokenizer_tests ${PROJECT_SOURCE_DIR}/tests/tokenizers)
add_executable(token_probe ${tokenizer_tests}/token_probe.c)
target_include_directories(token_probe PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(token_probe PRIVATE chatfmt_static)
target_compile_definitions(token_probe PRIVATE _POSIX_C_SOURCE=200809L)
chatfmt_compile_options(token_probe)
if(DEFINED ENV{CHATFMT_ORACLE})
    set(chatfmt_oracle $ENV{CHATFMT_ORACLE})
else()
    set(chatfmt_oracle $ENV{HOME}/.cache/chatfmt-oracle)
endif()
if(Python3_FOUND)
    add_test(NAME tokenizers_reference
        COMMAND ${tokenizer_tests}/check_reference.sh $<TARGET_FILE:token_probe>
            ${chatfmt_oracle} 2000 7)
    set_tests_properties(tokenizers_reference PROPERTIES
        LABELS "slow" SKIP_RETURN_CODE 77 TIMEOUT 1800)
endif()
if(Python3_FOUND)
    add_test(NAME tokenizers_golden
        COMMAND ${Python3_EXECUTABLE} ${tokenizer_tests}/golden.py $<TARGET_FILE:token_probe>)
    set_tests_properties(tokenizers_golden PROPERTIES LABELS "quick" TIMEOUT 120)
endif()
chatfmt_unit_test(tokenizer)
chatfmt_unit_test(token_cache)
add_executable(guard_storm ${tokenizer_tests}/guard_storm.c)
target_link_libraries(guard_storm PRIVATE chatfmt_static)
chatfmt_compile_options(guard_storm)
foreach(name qwen3 deepseek_v3 llama3_1 gemma3)
    if(EXISTS "${chatfmt_oracle}/${name}/tokenizer.json")
        add_test(NAME tokenizers_guard_${name}
            COMMAND guard_storm ${chatfmt_oracle}/${name}/tokenizer.json 100000 11)
        set_tests_properties(tokenizers_guard_${name} PROPERTIES LABELS "slow" TIMEOUT 600)
    endif()
endforeach()

# Conversations whose users try to write control tokens: a short run for each real tokenizer, with
# three templates. scripts/storm makes the long one.
if(chatfmt_renders)
    add_executable(chat_storm ${tokenizer_tests}/chat_storm.c)
    target_link_libraries(chat_storm PRIVATE chatfmt_static)
    chatfmt_compile_options(chat_storm)
    foreach(name qwen3 deepseek_v3 llama3_1 gptoss)
        if(EXISTS "${chatfmt_oracle}/${name}/tokenizer.json")
            add_test(NAME tokens_storm_${name}
                COMMAND chat_storm ${chatfmt_oracle}/${name} ${tokenizer_tests}/storm/plain.jinja 5000 3)
            set_tests_properties(tokens_storm_${name} PROPERTIES LABELS "slow" TIMEOUT 600)
        endif()
    endforeach()
endif()
# Texts that grow: the tokens of a session are those of the whole text.
add_executable(session_storm ${tokenizer_tests}/session_storm.c)
target_link_libraries(session_storm PRIVATE chatfmt_static)
chatfmt_compile_options(session_storm)
if(Python3_FOUND)
    add_test(NAME tokenizers_sessions
        COMMAND ${Python3_EXECUTABLE} ${tokenizer_tests}/each_synthetic.py
            $<TARGET_FILE:session_storm> 300 5)
    set_tests_properties(tokenizers_sessions PROPERTIES LABELS "quick" TIMEOUT 120)
endif()
foreach(name claude deepseek_v3 gemma3 gptoss llama2 llama3_1 qwen3)
    if(EXISTS "${chatfmt_oracle}/${name}/tokenizer.json")
        add_test(NAME tokenizers_sessions_${name}
            COMMAND session_storm ${chatfmt_oracle}/${name}/tokenizer.json 10000 12)
        set_tests_properties(tokenizers_sessions_${name} PROPERTIES LABELS "slow" TIMEOUT 600)
    endif()
endforeach()
# Truncation and padding.
add_executable(length_probe ${tokenizer_tests}/length_probe.c)
target_link_libraries(length_probe PRIVATE chatfmt_static)
chatfmt_compile_options(length_probe)
if(Python3_FOUND)
    add_test(NAME tokenizers_lengths
        COMMAND ${Python3_EXECUTABLE} ${tokenizer_tests}/lengths.py $<TARGET_FILE:length_probe>)
    set_tests_properties(tokenizers_lengths PROPERTIES LABELS "quick" TIMEOUT 120)
endif()
# The fifty cases, each by its number.
if(Python3_FOUND)
    add_test(NAME tokenizers_cases
        COMMAND ${Python3_EXECUTABLE} ${tokenizer_tests}/cases.py $<TARGET_FILE:token_probe>)
    set_tests_properties(tokenizers_cases PROPERTIES LABELS "quick" TIMEOUT 120)
endif()
