/* models/compare_rows.c - the conversations with which two templates are compared, here a template with itself.
 *
 * usage: compare_rows TEMPLATE; a line for each, which is the JSON of its arguments.
 */
#include "chatfmt/chatfmt.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    chatfmt_error error;
    chatfmt_model *model = NULL;
    chatfmt_comparer *comparer = NULL;
    chatfmt_compare_side side = CHATFMT_COMPARE_SIDE_INIT;
    if (argc != 2 || chatfmt_model_open(argv[1], NULL, &model, &error)) return 2;
    side.model = model;
    if (chatfmt_comparer_new(&side, &side, NULL, NULL, &comparer, &error)) return 2;
    for (size_t i = 0; i < chatfmt_comparer_count(comparer); i++) {
        chatfmt_slice row = chatfmt_comparer_arguments(comparer, i);
        printf("%.*s\n", (int)row.length, row.data);
    }
    chatfmt_comparer_free(comparer);
    chatfmt_model_free(model);
    return 0;
}
