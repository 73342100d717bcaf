/* cli/inspect_facts.h - what a template reads, compares, calls and can write, for people and for
 * programs. */
#ifndef CLI_INSPECT_FACTS_H
#define CLI_INSPECT_FACTS_H

#include "subject.h"
#include "writer.h"

void inspect_facts_text(writer *w, const subject *s);
/* Members of the object that is being written; begins with a comma. */
void inspect_facts_json(writer *w, const subject *s);

#endif
