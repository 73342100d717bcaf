/* cli/inspect_facts.h - the survey of a template, written out for people. */
#ifndef CLI_INSPECT_FACTS_H
#define CLI_INSPECT_FACTS_H

#include "writer.h"

#include "chatfmt/analysis.h"

void inspect_facts_text(writer *w, const chatfmt_analysis *a);

/* inspect_continuity.c: the histories, and what becomes of their prompts. */
void inspect_continuity_text(writer *w, const chatfmt_analysis *analysis);

#endif
