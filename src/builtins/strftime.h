/* builtins/strftime.h - datetime.strftime of a naive local time, in the C locale. */
#ifndef CFT_STRFTIME_H
#define CFT_STRFTIME_H

#include "vm/vm.h"

/* `now` in seconds since 1970-01-01 00:00 of the same local time. VALUE outside years 1 … 9999,
 * which Python cannot say either. */
chatfmt_status cft_strftime(cft_vm *vm, cft_value format, int64_t now, cft_value *out);

#endif
