/* base/checksum.h - a fast sum of bytes that tells whether a file is damaged.
 *
 * It is no protection against somebody who means to deceive: what was read is still to be judged
 * on its own.
 */
#ifndef CFT_CHECKSUM_H
#define CFT_CHECKSUM_H

#include "base/slice.h"

/* The same on machines of one byte order. About memory speed. */
uint64_t cft_checksum(const void *data, size_t length);

#endif
