/* api/api_mask.c - chatfmt/tokenizer.h: offsets and masks of tokens. */
#include "api/api_check.h"
#include "tokenizers/offsets.h"

void chatfmt_places_in_code_points(const char *text, size_t length,
                                   const chatfmt_token_place *places, size_t count,
                                   chatfmt_token_place *out)
{
    if (count && (!places || !out || (!text && length))) return;
    cft_offsets_in_code_points(cft_slice_of(text, length), places, count, out);
}

void chatfmt_mask_overlap(const chatfmt_token_place *places, size_t count,
                          const chatfmt_token_place *ranges, size_t range_count,
                          unsigned char *mask)
{
    if (count && (!places || !mask)) return;
    cft_offsets_overlap(places, count, ranges, ranges ? range_count : 0, mask);
}

int64_t chatfmt_place_to_token(const chatfmt_token_place *places, size_t count, size_t index)
{
    return places ? cft_offsets_find(places, count, index) : -1;
}

chatfmt_status chatfmt_mask_reference(const chatfmt_token_place *places, size_t count,
                                      const chatfmt_generation *ranges, size_t range_count,
                                      unsigned char *mask, chatfmt_error *error)
{
    cft_error_clear(error);
    if ((count && (!places || !mask)) || (range_count && !ranges))
        return cft_fail_null(error, count && !places              ? "places"
                                    : range_count && !ranges ? "ranges"
                                                             : "mask");
    return cft_offsets_reference(places, count, ranges, range_count, mask, error);
}
