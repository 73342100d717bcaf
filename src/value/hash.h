/* value/hash.h - hashes under a given seed. cft_hash of value/compare.h is the same with the
 * heap's own.
 */
#ifndef CFT_HASH_H
#define CFT_HASH_H

#include "value/frames.h"

uint64_t cft_hash_bytes(const char *data, size_t length, uint64_t seed);
/* Of anything hashable but a tuple. */
uint64_t cft_hash_scalar(cft_value value, uint64_t seed);
chatfmt_status cft_hash_seeded(cft_heap *heap, cft_value value, uint64_t seed, uint64_t *out);

#endif
