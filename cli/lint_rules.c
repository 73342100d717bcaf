/* cli/lint_rules.c - the table of rules. A new rule is a row here and a function in
 * lint_source.c (over the survey), lint_prompt.c (over rendered probes) or lint_reply.c (over replies
 * read back). */
#include "lint.h"

const lint_rule lint_rules[] = {
    {"does-not-compile", LINT_ERROR, "the template does not compile",
     "fix it; the place is that of the error", lint_does_not_compile},
    {"unknown-name", LINT_WARNING,
     "there is no such filter or test in the environment of transformers: it fails when "
     "reached",
     "use one of those that Jinja has", lint_unknown_name},
    {"loader", LINT_WARNING, "transformers gives templates no loader: this fails when reached",
     "put the text in here; a macro can stand for what is used twice", lint_loader},
    {"mutator", LINT_WARNING,
     "the sandbox of transformers refuses methods that change lists and objects: it fails when "
     "reached",
     "make a new value: `set x = x + [y]`, or a namespace", lint_mutator},
    {"hidden-attribute", LINT_WARNING,
     "the sandbox of transformers hides attributes that begin with an underscore: a namespace keeps "
     "this one, but reading it gives nothing",
     "give it a name without an underscore in front", lint_hidden_attribute},
    {"clock", LINT_NOTE,
     "the template reads the clock: the same conversation gives another prompt tomorrow",
     "take the date from a variable, with the clock as its default", lint_clock},
    {"random", LINT_NOTE, "the template draws at random: no prompt can be made a second time",
     "take what is drawn from a variable", lint_random},
    {"content-trigger", LINT_WARNING,
     "the prompt depends on words in what users or models have written",
     "see what is done then; decide by a variable or a role instead", lint_content_trigger},
    {"content-marker", LINT_NOTE,
     "the prompt depends on a marker in what users or models have written, so they can steer "
     "it",
     "callers may pass the parts apart, such as reasoning_content", lint_content_marker},
    {"hidden-text", LINT_WARNING,
     "the template writes text of its own only where a message holds certain words",
     "see whether it belongs there; take it out or write it always", lint_hidden_text},
    {"instructions", LINT_NOTE, "the template gives the model instructions of its own",
     "make sure that they are wanted, or let a system message replace them", lint_instructions},
    {"address", LINT_NOTE, "the template writes an address of the web into the prompt",
     "make sure that it is wanted", lint_address},
    {"invisible-characters", LINT_WARNING, "the template writes characters that cannot be seen",
     "take them out, or write them as escapes where they are wanted", lint_invisible},
    {"stray-blanks", LINT_WARNING,
     "indentation of the template, or blanks at the end of a line, reach the prompt",
     "eat them with `{{-` or `-%}`", lint_stray_blanks},
    {"plain-refused", LINT_WARNING, "a user, an assistant and a user message are refused",
     "see the error", lint_plain_refused},
    {"turn-not-closed", LINT_WARNING,
     "no token ends an assistant's turn: a model trained on it goes on, unless what opens the "
     "next turn is trained, too, and stops it",
     "write eos_token, or the turn's end token, after the content", lint_turn_not_closed},
    {"no-generation-prompt", LINT_NOTE, "add_generation_prompt adds nothing",
     "open the assistant's turn when it is set", lint_no_generation_prompt},
    {"trailing-blank", LINT_NOTE,
     "the generation prompt ends with a blank, which tokenizers count to the next word: the "
     "model "
     "begins with tokens that it was not trained on",
     "leave the blank to the answer", lint_trailing_blank},
    {"not-prefix-stable", LINT_WARNING,
     "one turn more changes text that was there before: caches and masks by prefixes fail",
     "do not treat the last turn otherwise than the others", lint_not_prefix_stable},
    {"double-bos", LINT_WARNING, "the prompt begins with bos_token twice", "write it once",
     lint_double_bos},
    {"system-lost", LINT_WARNING, "the system message is accepted but not shown",
     "print it, or refuse it", lint_system_lost},
    {"system-refused", LINT_NOTE, "system messages are refused",
     "callers can use --fix merge-system", lint_system_refused},
    {"roles-refused", LINT_NOTE,
     "two messages of one role, or an assistant's message at the beginning, are refused",
     "callers have to merge or drop such messages", lint_roles_refused},
    {"tools-lost", LINT_NOTE, "tools are accepted but not shown", "print tools, or refuse them",
     lint_tools_lost},
    {"arguments-text", LINT_NOTE,
     "tool arguments given as JSON text fail or become a quoted string, and that is how "
     "OpenAI's "
     "API "
     "gives them",
     "test `arguments is string`; callers can use --fix fit-arguments", lint_arguments_text},
    {"arguments-object", LINT_NOTE,
     "tool arguments given as an object fail or print as Python does, and that is what "
     "transformers documents",
     "use tojson; callers can use --fix fit-arguments", lint_arguments_object},
    {"null-content", LINT_NOTE, "content null, passed on as it is, prints None or fails",
     "test `content is not none`; callers can use --fix null-to-empty", lint_null_content},
    {"no-generation-tags", LINT_NOTE,
     "there is no {% generation %}: transformers gives a mask of zeros for training",
     "put it around what the assistant writes, or use the mask `derived`", lint_no_tags},
    {"tags-captured", LINT_WARNING,
     "{% generation %} is inside of a macro, call, block set, filter block or recursive loop, "
     "where transformers shifts its mask",
     "move it out, or use the mask `generation` or `derived`", lint_tags_captured},
    {"tags-broken", LINT_WARNING,
     "{% generation %} leaves out what the assistant wrote, or takes in what the user did",
     "put it around the assistant's content and end of turn alone", lint_tags_broken},
    {"stop-outside-tags", LINT_WARNING,
     "the end-of-turn token is outside {% generation %}: it is not trained",
     "move {% endgeneration %} behind the token", lint_stop_outside_tags},
    {"no-reader", LINT_NOTE,
     "no reader of replies can be told with certainty from what the template writes",
     "choose one with `parse --reader`; write tool calls between markers of their own",
     lint_no_reader},
    {"reply-differs", LINT_WARNING,
     "a message does not come back as it was when what the template writes for it is read",
     "write it as the model does, or choose another reader", lint_reply_differs},
    {"reply-lossy", LINT_WARNING,
     "arguments are written so that nobody can read them back: not as JSON, or without escaping",
     "use tojson for what is no string", lint_reply_lossy},
};

const size_t lint_rule_count = sizeof lint_rules / sizeof *lint_rules;

const char *lint_level_name(lint_level level)
{
    static const char *const names[] = {"note", "warning", "error"};
    return names[level];
}
