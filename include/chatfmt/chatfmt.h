/* chatfmt/chatfmt.h - all of the library at once.
 *
 * With CHATFMT_STABLE_ONLY defined before, only what 0.1 freezes: the headers that begin with the
 * word "Experimental" are left out (docs/stability.md).
 */
#ifndef CHATFMT_CHATFMT_H
#define CHATFMT_CHATFMT_H

#include "chatfmt/base.h"
#include "chatfmt/conversation.h"
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
#include "chatfmt/reading.h"
#include "chatfmt/report.h"
#include "chatfmt/service.h"
#include "chatfmt/source.h"
#endif

#endif
