/* chatfmt/chatfmt.h - all of the library at once. */
#ifndef CHATFMT_CHATFMT_H
#define CHATFMT_CHATFMT_H

#include "chatfmt/analysis.h"
#include "chatfmt/base.h"
#include "chatfmt/conversation.h"
#include "chatfmt/dataset.h"
#include "chatfmt/formats.h"
#include "chatfmt/models.h"
#include "chatfmt/reader.h"
#include "chatfmt/reply.h"
#include "chatfmt/request.h"
#include "chatfmt/source.h"
#include "chatfmt/template.h"
#include "chatfmt/tokenizer.h"
#include "chatfmt/tokens.h"
#include "chatfmt/value.h"

#endif
