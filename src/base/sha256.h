/* base/sha256.h - SHA-256 of bytes that are in memory. Source: FIPS 180-4. */
#ifndef CFT_SHA256_H
#define CFT_SHA256_H

#include "base/slice.h"

/* 64 hexadecimal digits and a NUL. */
void cft_sha256_hex(cft_slice data, char out[65]);

#endif
