/* chat/boundary_text.c - words and tokens in the text between two messages. */
#include "chat/boundary_text.h"
#include "value/text.h"

static bool boundary_is_word(char c)
{
    unsigned char u = (unsigned char)c;
    return u >= 0x80 || (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') ||
           (u >= 'a' && u <= 'z') || u == '_' || u == '|';
}

size_t cft_boundary_spaces(cft_slice text, size_t from)
{
    while (from < text.length && cft_boundary_is_space(text.data[from])) from++;
    return from;
}

size_t cft_boundary_trimmed(cft_slice text)
{
    return cft_text_strip(cft_string(text.data, (uint32_t)text.length, 0), NULL, CFT_STRIP_RIGHT)
        .length;
}

size_t cft_boundary_chunk(cft_slice text, size_t from)
{
    enum { LONGEST = 64 };
    if (from >= text.length || (text.data[from] != '<' && text.data[from] != '[')) return 0;
    char close = text.data[from] == '<' ? '>' : ']';
    for (size_t i = from + 1; i < text.length && i - from < LONGEST; i++) {
        if (text.data[i] == '\n' || text.data[i] == text.data[from]) return 0;
        if (text.data[i] == close) return i + 1;
    }
    return 0;
}

bool cft_boundary_is_chunks(cft_slice text)
{
    size_t at = cft_boundary_spaces(text, 0), end;
    while (at < text.length && (end = cft_boundary_chunk(text, at)) != 0) at = cft_boundary_spaces(text, end);
    return at == text.length;
}

size_t cft_boundary_back_off(cft_slice text, size_t at)
{
    while (at > 0 && at < text.length && boundary_is_word(text.data[at]) &&
           boundary_is_word(text.data[at - 1]))
        at--;
    for (size_t i = at; i-- > 0;) {
        char c = text.data[i];
        if (c == '>' || c == ']' || c == '\n') break;
        if ((c == '<' || c == '[') && (i + 1 == at || !cft_boundary_is_space(text.data[i + 1]))) return i;
    }
    return at;
}

size_t cft_boundary_stop(const cft_boundaries *boundaries, cft_slice text)
{
    static const cft_slice names[3] = {{"eos_token", 9}, {"eot_token", 9}, {"eom_token", 9}};
    const cft_applier_job *job = &boundaries->chat->job;
    size_t best = SIZE_MAX, end = 0;
    cft_value eos =
        cft_apply_member(cft_unwrap(job->options.variables), CFT_LIT("eos_token"));
    for (int i = 0; i < 4; i++) {
        cft_slice token = i < 3 ? cft_model_token_text(&job->model->model, names[i])
                          : eos.kind == CFT_STRING ? cft_text_of(eos)
                                                   : CFT_LIT("");
        size_t at = token.length ? cft_text_find(text, token, 0) : SIZE_MAX;
        if (at >= best) continue;
        best = at;
        end = at + token.length;
    }
    return end;
}
