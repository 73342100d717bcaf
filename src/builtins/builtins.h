/* builtins/builtins.h - the environment that transformers gives to chat templates: every
 * filter, test, global and method that Jinja's immutable sandbox lets through. Constant data.
 */
#ifndef CFT_BUILTINS_H
#define CFT_BUILTINS_H

#include "lang/callable.h"

extern const cft_builtins cft_builtins_default;

#endif
