/* tests/tokenizers/length_probe.c - truncation and padding for lengths.py.
 *
 * usage: length_probe TOKENIZER.json < REQUESTS
 *
 * REQUESTS has one JSON array a line: text, add special tokens, flags of chatfmt_length_options
 * (-1: what the file says), strategy, max_length, stride, pad_length, pad_multiple, pad_id,
 * pad_type_id, and for pairs.py a second text. Prints for each piece
 * "id:begin:end:type:attention:special:word …" in bytes, pieces parted by " | ", or "error"; a token
 * of no word has the word -1. Of two texts which one comes after that, -1 for none.
 */
#include "support/lines.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>

static void probe_piece(const chatfmt_token_piece *piece, bool two)
{
    for (size_t k = 0; k < piece->count; k++) {
        printf("%s%u:%u:%u:%u:%d:%d:%d", k ? " " : "", piece->ids[k], piece->places[k].begin,
               piece->places[k].end, piece->type_ids[k], piece->attention[k], piece->special[k],
               (int)piece->words[k]);
        int text = piece->texts[k];
        if (two) printf(":%d", text == CHATFMT_NO_TEXT ? -1 : text);
    }
}

static void probe_answer(chatfmt_encoder *encoder, chatfmt_value request)
{
    chatfmt_slice text = chatfmt_value_as_text(chatfmt_value_at(request, 0));
    long long numbers[10];
    for (size_t i = 1; i < 10; i++)
        numbers[i] = chatfmt_value_as_int(chatfmt_value_at(request, i));
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    options.flags = numbers[1] ? CHATFMT_ENCODE_ADD_SPECIAL : 0;
    lengths.flags = (uint32_t)numbers[2];
    lengths.strategy = (chatfmt_truncation)numbers[3];
    lengths.max_length = (size_t)numbers[4];
    lengths.stride = (size_t)numbers[5];
    lengths.pad_length = (size_t)numbers[6];
    lengths.pad_multiple = (size_t)numbers[7];
    lengths.pad_id = (uint32_t)numbers[8];
    lengths.pad_type_id = (uint32_t)numbers[9];
    const chatfmt_token_piece *pieces;
    size_t count = 1;
    const chatfmt_length_options *given = numbers[2] < 0 ? NULL : &lengths;
    bool two = chatfmt_value_count(request) > 10;
    chatfmt_slice texts[2] = {text, chatfmt_value_as_text(chatfmt_value_at(request, 10))};
    if (two ? chatfmt_encoder_encode_pair(encoder, texts, &options, given, &pieces, NULL)
            : chatfmt_encoder_encode_pieces(encoder, text.data, text.length, &options, given,
                                            &pieces, &count, NULL)) {
        printf("error\n");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        printf("%s", i ? " | " : "");
        probe_piece(&pieces[i], two);
    }
    printf("\n");
}

typedef struct probe {
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_values *values;
} probe;

static void probe_line(void *context, const char *line, size_t length)
{
    probe *p = context;
    chatfmt_value request;
    chatfmt_values_reset(p->values);
    if (chatfmt_value_read_json(p->values, line, length, &request, NULL)) exit(1);
    probe_answer(p->encoder, request);
}

int main(int argc, char **argv)
{
    probe p;
    chatfmt_error error;
    if (argc < 2) return 2;
    if (chatfmt_tokenizer_load(argv[1], NULL, &p.tokenizer, &error) ||
        chatfmt_encoder_new(p.tokenizer, NULL, &p.encoder, &error) ||
        chatfmt_values_new(NULL, NULL, &p.values, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    bool done = lines_each(probe_line, &p);
    chatfmt_values_free(p.values);
    chatfmt_encoder_free(p.encoder);
    chatfmt_tokenizer_free(p.tokenizer);
    return done ? 0 : 1;
}
