/* service/map_training.c - what the variables of all rows say to a trainer: its special tokens and
 * the system message. */
#include "service/map.h"

#include "base/report.h"

chatfmt_status cft_map_read_training(chatfmt_values *values, cft_slice json,
                                     chatfmt_training_options *out, chatfmt_error *error)
{
    const struct {
        const char *name;
        chatfmt_slice *text;
    } rows[] = {{"bos_token", &out->bos_token}, {"eos_token", &out->eos_token},
                {"pad_token", &out->pad_token}, {"system", &out->system}};
    chatfmt_value given;
    size_t known = 0;
    CFT_TRY(chatfmt_value_read_json(values, json.data, json.length, &given, error));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_value one = chatfmt_value_get(given, rows[i].name);
        known += chatfmt_value_kind_of(one) == CHATFMT_VALUE_STRING;
        *rows[i].text = chatfmt_value_as_text(one);
    }
    return known == chatfmt_value_count(given)
               ? CHATFMT_OK
               : cft_fail(error, CHATFMT_INPUT,
                          "a trainer has bos_token, eos_token, pad_token and system, all texts");
}
