/* tests/unit/test_request.c - chatfmt/request.h: arguments, options and answers by name from C. */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char chatml[] =
    "{{ bos_token }}{% for m in messages %}<{{ m.role }}>{% generation %}{{ m.content }}</>"
    "{% endgeneration %}{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}{{ mood }}";

typedef struct call {
    chatfmt_values *values;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_request *request;
    chatfmt_error error;
} call;

static int call_open(void **state)
{
    static call c;
    memset(&c, 0, sizeof c);
    *state = &c;
    return chatfmt_values_new(NULL, NULL, &c.values, NULL) ||
           chatfmt_model_from_template(chatml, sizeof chatml - 1, NULL, &c.model, NULL) ||
           chatfmt_applier_new(NULL, NULL, &c.chat, NULL) ||
           chatfmt_request_new(NULL, &c.request, NULL);
}

static int call_close(void **state)
{
    call *c = *state;
    chatfmt_request_free(c->request);
    chatfmt_applier_free(c->chat);
    chatfmt_model_free(c->model);
    chatfmt_values_free(c->values);
    return 0;
}

static chatfmt_value json_of(call *c, const char *json)
{
    chatfmt_value value;
    if (chatfmt_value_read_json(c->values, json, strlen(json), &value, &c->error))
        fail_msg("%s", c->error.text);
    return value;
}

static void read_arguments(call *c, const char *json, chatfmt_from from)
{
    if (chatfmt_request_read(c->request, c->values, json_of(c, json), from, &c->error))
        fail_msg("%s", c->error.text);
}

static void assert_answer(call *c, const char *want)
{
    chatfmt_slice json;
    if (chatfmt_request_answer(c->request, c->chat, c->model, NULL, NULL, 0, &json, &c->error))
        fail_msg("%s", c->error.text);
    if (json.length != strlen(want) || memcmp(json.data, want, json.length))
        fail_msg("%.*s", (int)json.length, json.data);
}

static void test_arguments(void **state)
{
    call *c = *state;
    read_arguments(c, "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}], \"mood\": \"!\", "
                      "\"add_generation_prompt\": true, \"bos_token\": \"^\"}", CHATFMT_FROM_CALLER);
    assert_answer(c, "{\"text\": \"^<user>a</><assistant>!\"}");
    assert_int_equal(c->request->apply->trusted_count, 1); /* bos_token is the caller's */
    chatfmt_request_copy(c->request, NULL);
    assert_int_equal(c->request->apply->trusted_count, 0);
    read_arguments(c, "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}], "
                      "\"bos_token\": \"^\", \"chat_template\": \"x\"}", CHATFMT_FROM_DATA);
    assert_int_equal(c->request->apply->trusted_count, 0);
    assert_true(c->request->apply->flags & CHATFMT_APPLY_DATA_TEMPLATE);
    assert_answer(c, "{\"text\": \"x\"}");
    chatfmt_request_copy(c->request, NULL);
    read_arguments(c, "[[{\"role\": \"user\", \"content\": \"a\"}], "
                      "[{\"role\": \"user\", \"content\": \"b\"}]]", CHATFMT_FROM_DATA);
    assert_answer(c, "{\"text\": [\"<user>a</>\", \"<user>b</>\"]}");
}

/* What each conversation of a batch lacks, and what was changed in it. */
static void test_batches(void **state)
{
    call *c = *state;
    c->request->wants_unwritten = 1;
    c->request->apply->flags |= CHATFMT_APPLY_NULL_TO_EMPTY;
    read_arguments(c, "[[{\"role\": \"user\", \"content\": \"a\"}], "
                      "[{\"role\": \"user\", \"content\": null, \"x\": \"b\"}]]", CHATFMT_FROM_DATA);
    assert_answer(c, "{\"text\": [\"<user>a</>\", \"<user></>\"], "
                     "\"changes\": [[], [{\"what\": \"null_to_empty\", \"message\": 0, \"call\": 0}]], "
                     "\"unwritten\": [\"conversations[1].messages[0].x\"]}");
    assert_int_equal(c->request->text.length, strlen("<user></>"));
    assert_int_equal(chatfmt_value_count(c->request->unwritten), 1);
}

static void test_token_arguments(void **state)
{
    call *c = *state;
    chatfmt_value value = json_of(c, "{\"padding\": \"sideways\"}");
    assert_int_equal(chatfmt_request_read(c->request, c->values, value, 0, NULL), CHATFMT_OK);
    value = json_of(c, "{\"tokenize\": true, \"padding\": \"sideways\"}");
    assert_int_equal(chatfmt_request_read(c->request, c->values, value, 0, &c->error), CHATFMT_VALUE);
    assert_string_equal(c->error.text, "padding: expected longest, max_length or do_not_pad");
    assert_int_equal(chatfmt_request_read(c->request, c->values, value, 0, NULL), CHATFMT_VALUE);
    chatfmt_request_copy(c->request, NULL);
    value = json_of(c, "{\"tokenize\": true, \"sanitize_control_tokens\": true, \"return_assistant_tokens_mask\": true}");
    assert_int_equal(chatfmt_request_read(c->request, c->values, value, 0, &c->error), CHATFMT_VALUE);
    assert_memory_equal(c->error.text, "`sanitize_control_tokens=True` requires", 39);
    chatfmt_request_copy(c->request, NULL);
    read_arguments(c, "{\"tokenize\": true, \"truncation\": true, \"max_length\": 7, "
                      "\"tokenizer_kwargs\": {\"padding_side\": \"left\"}}", CHATFMT_FROM_CALLER);
    assert_int_equal(c->request->prompt->fit, CHATFMT_FIT_TRUNCATE);
    assert_int_equal(c->request->prompt->max_length, 7);
    assert_int_equal(c->request->prompt->padding_side, CHATFMT_SIDE_LEFT);
    assert_true(c->request->wants_ids);
    chatfmt_slice json;
    assert_int_equal(chatfmt_request_answer(c->request, c->chat, c->model, NULL, NULL, 0, &json, NULL),
                     CHATFMT_BAD_ARGUMENT); /* no encoder */
}

/* "truncation": null cuts off at a max_length, where no padding is asked for. */
static void test_truncation_of_null(void **state)
{
    static const struct {
        chatfmt_fit before, after;
        const char *first, *then;
    } cases[] = {
        {CHATFMT_FIT_NONE, CHATFMT_FIT_TRUNCATE, "{}", "\"max_length\": 4"},
        {CHATFMT_FIT_NONE, CHATFMT_FIT_TRUNCATE, "{\"max_length\": 4}", "\"padding\": false"},
        {CHATFMT_FIT_NONE, CHATFMT_FIT_TRUNCATE, "{}", "\"max_length\": 4, \"padding\": null"},
        {CHATFMT_FIT_NONE, CHATFMT_FIT_NONE, "{}", "\"max_length\": 4, \"padding\": true"},
        {CHATFMT_FIT_NONE, CHATFMT_FIT_NONE, "{}", "\"max_length\": 4, \"padding\": \"do_not_pad\""},
        {CHATFMT_FIT_NONE, CHATFMT_FIT_NONE, "{\"padding\": \"longest\"}", "\"max_length\": 4"},
        {CHATFMT_FIT_NONE, CHATFMT_FIT_NONE, "{}", "\"max_length\": null"},
        {CHATFMT_FIT_REFUSE, CHATFMT_FIT_REFUSE, "{}", "\"max_length\": 4"},
    };
    call *c = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[200];
        chatfmt_request_copy(c->request, NULL);
        c->request->prompt->fit = cases[i].before;
        read_arguments(c, cases[i].first, CHATFMT_FROM_CALLER);
        snprintf(json, sizeof json, "{\"tokenize\": true, \"truncation\": null, %s}", cases[i].then);
        read_arguments(c, json, CHATFMT_FROM_DATA);
        if (c->request->prompt->fit != cases[i].after) fail_msg("%s %s", cases[i].first, json);
    }
}

/* Of two that say whether and what to continue, the second counts. */
static void test_continuing_again(void **state)
{
    static const struct {
        const char *json;
        bool continues;
        size_t field;
    } cases[] = {
        {"{\"continue_final_message\": \"thinking\"}", true, 8},
        {"{\"continue_final_message\": true}", true, 0},
        {"{\"continue_final_message\": \"thinking\"}", true, 8},
        {"{\"continue_final_message\": false}", false, 0},
    };
    call *c = *state;
    chatfmt_request_copy(c->request, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_arguments(c, cases[i].json, CHATFMT_FROM_DATA);
        bool continues = c->request->apply->flags & CHATFMT_APPLY_CONTINUE;
        assert_int_equal(continues, cases[i].continues);
        assert_int_equal(c->request->apply->continue_field.length, cases[i].field);
    }
}

/* A copy has limits and names of its own. */
static void test_copies(void **state)
{
    call *c = *state;
    chatfmt_request *copy;
    chatfmt_slice json;
    assert_int_equal(chatfmt_request_new(NULL, &copy, NULL), CHATFMT_OK);
    chatfmt_request_copy(c->request, NULL);
    chatfmt_value options = json_of(c, "{\"limits\": {\"output_bytes\": 3}, \"trusted\": \"bos_token\"}");
    assert_int_equal(chatfmt_request_options(c->request, options, NULL), CHATFMT_OK);
    chatfmt_request_copy(copy, c->request);
    options = json_of(c, "{\"limits\": {\"output_bytes\": 100}}");
    assert_int_equal(chatfmt_request_options(c->request, options, NULL), CHATFMT_OK);
    for (int i = 0; i < 2; i++) {
        chatfmt_request *request = i ? copy : c->request;
        chatfmt_value arguments = json_of(c, "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}]}");
        assert_int_equal(request->apply->trusted_count, 1);
        assert_int_equal(chatfmt_request_read(request, c->values, arguments, CHATFMT_FROM_DATA, NULL), CHATFMT_OK);
        assert_int_equal(chatfmt_request_answer(request, c->chat, c->model, NULL, NULL, 0, &json, NULL),
                         i ? CHATFMT_LIMIT : CHATFMT_OK);
    }
    chatfmt_request_free(copy);
}

static void test_options(void **state)
{
    call *c = *state;
    chatfmt_value options =
        json_of(c, "{\"mask\": \"generation\", \"max-length\": 9, \"policy\": \"control\", "
                   "\"merge_system\": true, \"raw_messages\": false, \"limits\": {\"fuel\": 5}, "
                   "\"ids\": true, \"roles\": \"user,tool\", \"trusted\": \"date\"}");
    assert_int_equal(chatfmt_request_options(c->request, options, &c->error), CHATFMT_OK);
    assert_int_equal(c->request->mask->kind, CHATFMT_MASK_GENERATION);
    assert_int_equal(c->request->mask->role_count, 2);
    assert_int_equal(c->request->prompt->max_length, 9);
    assert_int_equal(c->request->prompt->policy, CHATFMT_TOKENS_CONTROL);
    assert_true(c->request->apply->flags & CHATFMT_APPLY_MERGE_SYSTEM);
    assert_false(c->request->apply->flags & CHATFMT_APPLY_RAW_MESSAGES);
    assert_int_equal(c->request->apply->limits->fuel, 5);
    assert_int_equal(c->request->apply->trusted_count, 1);
    assert_true(c->request->wants_ids && c->request->has_mask);
    static const char *const wrong[] = {"{\"mask\": \"x\"}",   "{\"max_length\": 0}",
                                        "{\"policy\": \"x\"}", "{\"limits\": {\"fuel\": 0}}",
                                        "{\"roles\": \"\"}",   "{\"allow\": \"x\"}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(chatfmt_request_options(c->request, json_of(c, wrong[i]), NULL) != CHATFMT_OK);
    assert_int_equal(chatfmt_request_word(c->request, "flying", NULL, &c->error), CHATFMT_NOT_FOUND);
    assert_non_null(strstr(c->error.text, "options.flying"));
    assert_string_equal(c->error.path, "options.flying");
    assert_int_equal(chatfmt_request_word(c->request, "seed", "1", &c->error), CHATFMT_NOT_FOUND);
    assert_string_equal(c->error.text, "options.seed is not an option; set `seed` of `apply`");
    assert_int_equal(chatfmt_request_word(c->request, "max_lenght", "1", &c->error), CHATFMT_NOT_FOUND);
    assert_string_equal(c->error.text, "options.max_lenght is not an option; did you mean 'max_length'?");
    assert_int_equal(chatfmt_request_word(c->request, "ids", "true", &c->error), CHATFMT_VALUE);
    assert_string_equal(c->error.text, "options.ids is a switch: for a switch the word is NULL");
    assert_string_equal(c->error.path, "options.ids");
    assert_int_equal(chatfmt_request_word(c->request, "fit", "drop", NULL), CHATFMT_OK);
    assert_int_equal(c->request->prompt->fit, CHATFMT_FIT_DROP);
}

/* What a request says of the options that it takes, as far as it gets; "" where it takes all. */
static void test_odd_arguments(void **state)
{
    static const struct {
        const char *json, *error;
    } cases[] = {
        {"{\"messages\": [], \"chat_template\": null, \"continue_final_message\": false, \"max_length\": null}", ""},
        {"{\"tokenize\": true, \"padding\": false, \"truncation\": false, \"max_length\": null}", ""},
        {"{\"tokenize\": true, \"truncation\": \"do_not_truncate\", \"padding\": \"do_not_pad\"}", ""},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": {\"pad_to_multiple_of\": 8, \"return_offsets_mapping\": true, \"padding_side\": null}}", ""},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": {\"return_offsets_mapping\": false, \"padding_side\": \"right\"}}", ""},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": []}", ""},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": null, \"sanitize_control_tokens\": true}", ""},
        {"{\"padding\": 5, \"tokenizer_kwargs\": 5}", ""}, /* without tokenize=True nobody looks at them */
        {"{\"tokenize\": true, \"sanitize_control_tokens\": false, \"return_dict\": false}", ""},
        {"{\"tokenize\": true, \"truncation\": \"sideways\"}", "truncation: expected"},
        {"{\"tokenize\": true, \"truncation\": 5}", "truncation: expected"},
        {"{\"tokenize\": true, \"padding\": \"foo\"}", "padding: expected"},
        {"{\"tokenize\": true, \"padding\": 5}", "padding: expected"},
        {"{\"tokenize\": true, \"max_length\": 0}", "max_length: expected an integer above 0"},
        {"{\"tokenize\": true, \"max_length\": \"x\"}", "max_length: expected an integer above 0"},
        {"{\"tokenize\": true, \"max_length\": \"x\", \"padding\": 5}", "max_length: expected"},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": {\"padding_side\": \"up\"}}", "tokenizer_kwargs.padding_side: expected left or right"},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": {\"padding_side\": 5}}", "tokenizer_kwargs.padding_side: expected left or right"},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": {\"pad_to_multiple_of\": -1}}", "tokenizer_kwargs.pad_to_multiple_of: expected an integer"},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": {\"other\": 1}}", "tokenizer_kwargs: expected pad_to_multiple_of"},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": [1]}", "tokenizer_kwargs: expected an object"},
        {"{\"tokenize\": true, \"tokenizer_kwargs\": 5}", "tokenizer_kwargs: expected an object"},
        {"{\"chat_template\": 5}", "chat_template: expected a text or null"},
        {"{\"return_assistant_tokens_mask\": true}", "`return_assistant_tokens_mask=True` requires"},
        {"{\"tokenize\": true, \"return_assistant_tokens_mask\": true, \"return_dict\": false}", "`return_assistant_tokens_mask=True` requires"},
    };
    call *c = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_value value = json_of(c, cases[i].json);
        chatfmt_request_copy(c->request, NULL);
        chatfmt_status status = chatfmt_request_read(c->request, c->values, value, 0, &c->error);
        if (strncmp(c->error.text, cases[i].error, strlen(cases[i].error)) || !status == !!cases[i].error[0])
            fail_msg("%s: %d %s", cases[i].json, (int)status, c->error.text);
        /* "NAME: expected …" has the path NAME. */
        size_t named = strstr(cases[i].error, ": expected") ? strcspn(cases[i].error, ":") : 0;
        if (strlen(c->error.path) != named || strncmp(c->error.path, cases[i].error, named) || c->error.line || c->error.column)
            fail_msg("%s: path \"%s\", line %u, column %u", cases[i].json, c->error.path, c->error.line, c->error.column);
    }
}

/* The one argument that means another thing to a processor. */
static void test_processor(void **state)
{
    static const char with_ids[] = "{\"tokenize\": true, \"return_assistant_tokens_mask\": true}";
    call *c = *state;
    for (int processor = 0; processor < 2; processor++) {
        chatfmt_value value = json_of(c, "{\"return_assistant_tokens_mask\": true}");
        chatfmt_request_copy(c->request, NULL);
        c->request->processor = processor;
        chatfmt_status status = chatfmt_request_read(c->request, c->values, value, 0, &c->error);
        assert_int_equal(status, processor ? CHATFMT_OK : CHATFMT_VALUE);
        assert_false(c->request->has_mask);
        assert_int_equal(chatfmt_request_read(c->request, c->values, json_of(c, with_ids), 0, &c->error),
                         CHATFMT_OK);
        assert_true(c->request->has_mask);
    }
}

static void test_odd_options(void **state)
{
    static const struct {
        const char *json, *error;
    } cases[] = {
        {"{\"fit\": \"none\", \"max_length\": null, \"limits\": null, \"ids\": null, \"spans\": false}", ""},
        {"{\"fit\": null, \"padding\": null, \"truncation_side\": \"left\", \"padding-side\": \"model\"}", ""},
        {"{\"limits\": {\"depth\": 9, \"heap_bytes\": 1000000}}", ""},
        {"{\"max_length\": 8.0}", "options.max_length: expected an integer above 0"},
        {"{\"max_length\": \"x\"}", "options.max_length: expected an integer above 0"}, {"{\"max_length\": 0}", "options.max_length: expected an integer above 0"},
        {"{\"limits\": {\"fuel\": \"x\"}}", "options.limits.fuel is not an integer above 0"}, {"{\"limits\": {\"depth\": 99999999999}}", "the limit depth must be from 1 to 4294967295, not 99999999999"},
        {"{\"limits\": {\"fuel\": -1}}", "options.limits.fuel is not an integer above 0"},  {"{\"limits\": {\"nope\": 1}}", "there is no limit 'nope'"}, {"{\"limits\": {\"feul\": 1}}", "there is no limit 'feul'; did you mean 'fuel'?"},
        {"{\"policy\": \"contrl\"}", "options.policy: expected any, special, control, all, reject or report; did you mean 'control'?"},
        {"{\"mask\": \"drived\"}", "options.mask is not hf, generation or derived; did you mean 'derived'?"},
        {"{\"padding\": \"longst\"}", "options.padding: expected longest, max_length or do_not_pad; did you mean 'longest'?"},
        {"{\"allow\": \"row_templates\"}", "options.allow is not \"row-templates\"; did you mean 'row-templates'?"},
        {"{\"padding\": 5}", "options.padding: expected longest"},              {"{\"fit\": 5}", "options.fit: expected none, truncate"},
        {"{\"roles\": null, \"mask\": null, \"trusted\": null, \"allow\": null}", ""},
        {"{\"roles\": false, \"mask\": false, \"trusted\": false, \"allow\": false, \"policy\": false, \"fit\": false, \"limits\": false}", ""},
        {"{\"roles\": true}", "options.roles is not a text"}, {"{\"limits\": true}", "options.limits is not an object"},
        {"{\"roles\": \"a,,b\"}", ""},         {"{\"roles\": \"a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,aa,bb,cc,dd,ee,ff,gg\"}", "options.roles is not a text"},
        {"{\"roles\": 5}", "options.roles is not a text"},                {"{\"policy\": true}", "options.policy: expected any"}, 
        {"{\"spans\": \"x\"}", "options.spans is neither true nor false"}, {"{\"ids\": 1}", "options.ids is neither true nor false"},
        {"{\"a-name-of-an-option-that-there-is-not-and-that-is-longer-than-sixty-bytes\": 1}", "options.a-name-of-an-option"},
    };
    call *c = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_value value = json_of(c, cases[i].json);
        chatfmt_request_copy(c->request, NULL);
        chatfmt_status status = chatfmt_request_options(c->request, value, &c->error);
        if (strncmp(c->error.text, cases[i].error, strlen(cases[i].error)) || !status == !!cases[i].error[0])
            fail_msg("%s: %d %s", cases[i].json, (int)status, c->error.text);
        /* The path is "options." and the name. */
        const char *name = cases[i].json + 2;
        size_t length = strcspn(name, "\"");
        if (!status != !c->error.path[0] ||
            (status && (strncmp(c->error.path, "options.", 8) || strncmp(c->error.path + 8, name, length < 60 ? length : 60))))
            fail_msg("%s: path \"%s\"", cases[i].json, c->error.path);
    }
}

/* Names of fixes, and what is none of them. */
static void test_fixes(void **state)
{
    call *c = *state;
    assert_int_equal(chatfmt_request_fix(c->request, "fit-arguments,null_to_empty", NULL), CHATFMT_OK);
    assert_int_equal(c->request->apply->flags, CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_NULL_TO_EMPTY);
    assert_false(chatfmt_fixes_exclude(c->request->apply->flags));
    assert_int_equal(chatfmt_request_fix(c->request, "arguments-text", NULL), CHATFMT_OK);
    assert_true(chatfmt_fixes_exclude(c->request->apply->flags));
    for (const char *name = "exact\0turn\0nope\0"; *name; name += strlen(name) + 1)
        assert_int_equal(chatfmt_request_fix(c->request, name, &c->error), CHATFMT_NOT_FOUND);
    assert_string_equal(c->error.text, "there is no fix 'nope'; there are fit_arguments, arguments_object, arguments_text, null_to_empty, "
                                       "merge_system, raw_messages and strict_names");
    assert_int_equal(chatfmt_request_fix(c->request, "", &c->error), CHATFMT_NOT_FOUND);
    assert_non_null(strstr(c->error.text, "there is no fix ''; there are fit_arguments, "));
    assert_int_equal(chatfmt_request_fix(c->request, "fit-argumnts", &c->error), CHATFMT_NOT_FOUND);
    assert_string_equal(c->error.text, "there is no fix 'fit-argumnts'; did you mean 'fit_arguments'?");
    assert_int_equal(chatfmt_request_options(c->request, json_of(c, "{\"fit_arguments\": true}"), NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_request_options(c->request, json_of(c, "{\"fit_arguments\": false}"), NULL), CHATFMT_OK);
    assert_int_equal(c->request->apply->flags & CHATFMT_APPLY_FIT_ARGUMENTS, 0);
    assert_int_equal(chatfmt_request_fix(c->request, NULL, &c->error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_request_fix(NULL, "a", &c->error), CHATFMT_BAD_ARGUMENT);
}

/* Each option that the table lists is one, and each word that it lists is taken. */
static void test_table(void **state)
{
    call *c = *state;
    assert_true(chatfmt_request_option_count() > 20);
    assert_null(chatfmt_request_option_at(chatfmt_request_option_count()));
    for (size_t i = 0; i < chatfmt_request_option_count(); i++) {
        const chatfmt_request_option *option = chatfmt_request_option_at(i);
        assert_true(option->help[0]);
        /* Of options about ids the first word, and 0 for a switch, are as if they were not given. */
        if (option->of_ids) assert_true(!strcmp(option->kind, "switch") || !strcmp(option->kind, "number") || strchr(option->words, '|'));
        if (!strcmp(option->kind, "switch"))
            assert_int_equal(chatfmt_request_word(c->request, option->name, NULL, NULL), CHATFMT_OK);
        for (const char *at = option->words; *at;) {
            char word[32];
            size_t length = strcspn(at, "|");
            assert_in_range(length, 1, sizeof word - 1);
            memcpy(word, at, length);
            word[length] = '\0';
            assert_int_equal(chatfmt_request_word(c->request, option->name, word, NULL), CHATFMT_OK);
            at += length + (at[length] == '|');
        }
    }
}

static void test_answer(void **state)
{
    call *c = *state;
    read_arguments(c, "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}]}", CHATFMT_FROM_DATA);
    chatfmt_request_word(c->request, "mask", "generation", NULL);
    assert_answer(c, "{\"text\": \"<user>a</>\", \"mask\": [[6, 10]], \"mask_chars\": [[6, 10]]}");
    chatfmt_request_copy(c->request, NULL);
    read_arguments(c, "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}]}", CHATFMT_FROM_DATA);
    chatfmt_request_word(c->request, "spans", NULL, NULL);
    chatfmt_slice json;
    assert_int_equal(chatfmt_request_answer(c->request, c->chat, c->model, NULL, NULL,
                                            CHATFMT_ANSWER_TEMPLATE, &json, NULL), CHATFMT_OK);
    assert_non_null(strstr(json.data, "\"path\": \"messages[0].content\""));
    assert_non_null(strstr(json.data, "\"template\": \"default\""));
}

/* What the prompt lacks is looked for in what the template had, however it came into the request. */
static void test_unwritten(void **state)
{
    static const char answer[] = "{\"text\": \"<user>a</>\", \"unwritten\": [\"messages[0].name\"]}";
    static const char messages[] = "[{\"role\": \"user\", \"content\": \"a\", \"name\": \"b\"}]";
    call *c = *state;
    chatfmt_slice json;
    for (int by = 0; by < 4; by++) {
        static const char *const names[] = {"", "{\"messages\": ", "{\"conversation\": ", NULL};
        char arguments[200];
        chatfmt_request_copy(c->request, NULL);
        snprintf(arguments, sizeof arguments, "%s%s%s", names[by] ? names[by] : "{}", names[by] ? messages : "",
                 by == 1 || by == 2 ? "}" : "");
        read_arguments(c, arguments, CHATFMT_FROM_CALLER);
        if (!names[by]) c->request->conversation = json_of(c, messages);
        assert_int_equal(chatfmt_request_word(c->request, "unwritten", NULL, NULL), CHATFMT_OK);
        assert_answer(c, answer);
    }
    chatfmt_request_copy(c->request, NULL);
    c->request->conversation = json_of(c, messages);
    c->request->wants_unwritten = 1;
    assert_int_equal(chatfmt_request_answer(c->request, c->chat, c->model, NULL, NULL, 0, &json, &c->error),
                     CHATFMT_BAD_ARGUMENT);
    assert_string_equal(c->error.text, "`unwritten` needs chatfmt_request_read() before");
}

static void test_time(void **state)
{
    int64_t time;
    (void)state;
    assert_int_equal(chatfmt_naive_time("1970-01-02", 10, &time, NULL), CHATFMT_OK);
    assert_int_equal(time, 86400);
    assert_int_equal(chatfmt_naive_time("2026-01-02T03:04:05.5Z", 22, &time, NULL), CHATFMT_OK);
    assert_int_equal(time, 1767323045);
    assert_int_equal(chatfmt_naive_time("2026-02-30", 10, &time, NULL), CHATFMT_VALUE);
    assert_int_equal(time, 0);
    assert_int_equal(chatfmt_naive_time("now", 3, &time, NULL), CHATFMT_VALUE);
}

static void test_limits(void **state)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    (void)state;
    assert_int_equal(chatfmt_limits_set(&limits, (chatfmt_slice){"fuel", 4}, 7, NULL), CHATFMT_OK);
    assert_int_equal(limits.fuel, 7);
    assert_int_equal(chatfmt_limits_set(&limits, (chatfmt_slice){"fool", 4}, 7, NULL),
                     CHATFMT_NOT_FOUND);
    assert_int_equal(chatfmt_limits_set(&limits, (chatfmt_slice){"depth", 5}, 1ull << 40, NULL),
                     CHATFMT_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_arguments, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_batches, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_token_arguments, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_options, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_truncation_of_null, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_continuing_again, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_copies, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_odd_arguments, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_processor, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_odd_options, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_table, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_fixes, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_answer, call_open, call_close),
        cmocka_unit_test_setup_teardown(test_unwritten, call_open, call_close),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
