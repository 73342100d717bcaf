/* tests/tokenizers/session_storm.c - random appends and edits of a text: the tokens of a session
 * must be those of encoding the whole text, and `same` must be true.
 *
 * usage: session_storm TOKENIZER.json UPDATES SEED
 */
#include "storm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORM_ROOM = 6000 };

/* Tokens that stand for themselves when they are met: added ones, mostly. */
static void storm_collect(chatfmt_tokenizer *tokenizer, chatfmt_encoder *encoder)
{
    for (uint32_t id = 0; id < 1u << 19 && storm_count < STORM_NAMES; id++) {
        chatfmt_slice name = chatfmt_tokenizer_text(tokenizer, id);
        chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
        const chatfmt_tokens *tokens;
        options.policy = CHATFMT_TOKENS_ALL;
        if (!name.length || name.length > 60 ||
            chatfmt_encoder_encode(encoder, name.data, name.length, &options, &tokens, NULL))
            continue;
        if (tokens->attempt_total) storm_names[storm_count++] = name;
    }
}

static size_t storm_part(char *out)
{
    static const char *const parts[] = {
        "the", " the", " other", "Hello", " world", " don't", "'s", " we'LL", "1", "1234567",
        " 12", "\n", "\n\n", " \n", "\r\n", "  ", "    ", "\t", ".", ", ", "!?", " (x)", "-", "=",
        "\xE4\xBD\xA0\xE5\xA5\xBD", "\xE3\x82\xAB\xE3\x82\xBF", "e\xCC\x81", "\xCC\x81", " \xCC\x81",
        "\xC3\xA9", "\xF0\x9F\x91\x8D", "\xE2\x96\x81", "\xC2\xA0", "\xE3\x80\x80", "<", "|>", "<|",
        "\xE1\x84\x80", "\xE1\x85\xA1", "\xEF\xBD\x9C", "aaaaaaaaaaaa", " a", "b c", "x y z", "_",
        "camelCase", " foo_bar(", "\"key\": ", "\xD0\xBF\xD1\x80\xD0\xB8", " \xD0\xBC\xD0\xB8\xD1\x80"};
    chatfmt_slice part;
    if (storm_count && storm_next(6) == 0) {
        part = storm_names[storm_next((uint32_t)storm_count)];
        if (storm_next(5) == 0) part = storm_piece(part);
    } else {
        const char *text = parts[storm_next(sizeof parts / sizeof *parts)];
        part = (chatfmt_slice){text, strlen(text)};
    }
    memcpy(out, part.data, part.length);
    return part.length;
}

/* Change the text; returns whether it was only lengthened, and then by what is behind `*kept`. */
static int storm_change(char *text, size_t *length, size_t *kept)
{
    char fresh[2048];
    size_t add = 0;
    for (uint32_t n = 1 + storm_next(storm_next(8) ? 6 : 25); n; n--) add += storm_part(fresh + add);
    if (*length + add > STORM_ROOM) *length = storm_border(text, *length, storm_next(200));
    *kept = *length;
    if (storm_next(3)) {
        memcpy(text + *length, fresh, add);
        *length += add;
        return *kept + add == *length;
    }
    size_t at = storm_border(text, *length, storm_next((uint32_t)*length + 1));
    size_t end = storm_border(text, *length, at + storm_next((uint32_t)(*length - at) + 1));
    if (storm_next(2)) end = at; /* an insertion */
    if (storm_next(3) == 0) end = *length; /* a new tail */
    memmove(text + at + add, text + end, *length - end);
    memcpy(text + at, fresh, add);
    *length = *length - (end - at) + add;
    return 0;
}

int main(int argc, char **argv)
{
    static char text[STORM_ROOM * 2];
    static uint32_t before[STORM_ROOM * 8];
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder, *other;
    chatfmt_token_session *session;
    chatfmt_error error;
    if (argc < 4) return 2;
    if (chatfmt_tokenizer_load(argv[1], NULL, &tokenizer, &error) ||
        chatfmt_encoder_new(tokenizer, NULL, &encoder, &error) ||
        chatfmt_encoder_new(tokenizer, NULL, &other, &error) ||
        chatfmt_token_session_new(encoder, CHATFMT_ENCODE_OFFSETS, &session, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    storm_state = (uint64_t)atoll(argv[3]);
    storm_collect(tokenizer, other);
    size_t length = 0, count = 0, total = 0, kept_tokens = 0;
    long wrong = 0, updates = atol(argv[2]);
    for (long i = 0; i < updates; i++) {
        const chatfmt_tokens *now, *whole;
        chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
        size_t kept, same;
        int grown = storm_change(text, &length, &kept);
        options.flags = CHATFMT_ENCODE_OFFSETS;
        chatfmt_status a = grown && storm_next(2)
                               ? chatfmt_token_session_append(session, text + kept, length - kept,
                                                              &now, &same, &error)
                               : chatfmt_token_session_set(session, text, length, &now, &same,
                                                           &error);
        chatfmt_status b = chatfmt_encoder_encode(other, text, length, &options, &whole, &error);
        if (a || b) {
            if (a != b) wrong++;
            count = 0;
            continue;
        }
        total += now->count;
        kept_tokens += same;
        int bad = now->count != whole->count || same > now->count || same > count ||
                  (now->count && memcmp(now->ids, whole->ids, now->count * sizeof *now->ids)) ||
                  (now->count && memcmp(now->places, whole->places, now->count * sizeof *now->places)) ||
                  (same && memcmp(now->ids, before, same * sizeof *before));
        if (bad && wrong++ < 3)
            printf("update %ld: %zu tokens, want %zu\n%.*s\n", i, now->count, whole->count,
                   (int)length, text);
        count = now->count < STORM_ROOM * 8 ? now->count : 0;
        if (count) memcpy(before, now->ids, count * sizeof *before);
    }
    printf("%ld updates, %.0f %% of the tokens kept, %ld wrong\n", updates,
           total ? 100.0 * (double)kept_tokens / (double)total : 0.0, wrong);
    chatfmt_token_session_free(session);
    chatfmt_encoder_free(encoder);
    chatfmt_encoder_free(other);
    chatfmt_tokenizer_free(tokenizer);
    return wrong ? 1 : 0;
}
