/* chatfmt/chatfmt.h - includes all headers of the library. Where to begin:
 *
 *     a template and JSON to a prompt             template.h    chatfmt_render_once()
 *     a model folder or GGUF file to a prompt     models.h      chatfmt_applier_apply()
 *     the same to ids, masks and stop ids         tokens.h      chatfmt_applier_encode()
 *     a model's reply, while it streams           reader.h      chatfmt_reply_parser_open()
 *     text to ids and back                        tokenizer.h   chatfmt_encoder_encode()
 *     a format by name, such as vicuna_v1.1       formats.h     chatfmt_format_render()
 *     values without JSON                         value.h       chatfmt_value_set()
 *     what helps against an error                 error.h       chatfmt_error_remedy()
 *
 * base.h has the rules for the parameters of all functions, the errors and the limits.
 *
 * When CHATFMT_STABLE_ONLY is defined before this header, the experimental headers are left out.
 * Their comments say "Experimental". Version 0.1 freezes the others (docs/stability.md).
 */
#ifndef CHATFMT_CHATFMT_H
#define CHATFMT_CHATFMT_H

#include "chatfmt/base.h"
#include "chatfmt/conversation.h"
#include "chatfmt/error.h"
#include "chatfmt/formats.h"
#include "chatfmt/models.h"
#include "chatfmt/reader.h"
#include "chatfmt/reply.h"
#include "chatfmt/request.h"
#include "chatfmt/template.h"
#include "chatfmt/tokenizer.h"
#include "chatfmt/tokens.h"
#include "chatfmt/value.h"

#ifndef CHATFMT_STABLE_ONLY
#include "chatfmt/analysis.h"
#include "chatfmt/dataset.h"
#include "chatfmt/map.h"
#include "chatfmt/files.h"
#include "chatfmt/reading.h"
#include "chatfmt/report.h"
#include "chatfmt/service.h"
#include "chatfmt/source.h"
#endif

#endif
