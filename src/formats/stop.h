/* formats/stop.h - stop strings in a stream of text.
 *
 * At any time what was not shown yet is at most a proper prefix of some stop string, so the bytes
 * held back are the longest end of the stream that could still become one.
 */
#ifndef CFT_STOP_H
#define CFT_STOP_H

#include "base/buffer.h"

typedef struct cft_stopper {
    chatfmt_allocator allocator;
    cft_slice *stops;   /* copies */
    size_t count;
    char *bytes;        /* of the stops */
    size_t byte_count;
    size_t longest;
    cft_buffer pending; /* held back, and room to show from */
    size_t shown;       /* bytes at its beginning that the caller has been given */
    int stopped;        /* number of the stop that was met, or -1 */
} cft_stopper;

chatfmt_status cft_stopper_init(cft_stopper *stopper, const chatfmt_allocator *allocator,
                                const cft_slice *stops, size_t count);
void cft_stopper_free(cft_stopper *stopper);
void cft_stopper_reset(cft_stopper *stopper);
/* Borrowed until the next call. */
chatfmt_status cft_stopper_push(cft_stopper *stopper, cft_slice text, cft_slice *out);
void cft_stopper_finish(cft_stopper *stopper, cft_slice *out);

#endif
