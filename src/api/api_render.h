/* api/api_render.h - what every public function that renders does first. */
#ifndef CFT_API_RENDER_H
#define CFT_API_RENDER_H

#include "render/renderer.h"

/* Check the arguments, forget the last result, and open the machine's heap for the input. */
chatfmt_status cft_api_render_begin(chatfmt_renderer *renderer,
                                    const chatfmt_render_options *options, chatfmt_slice *text,
                                    chatfmt_error *error);

#endif
