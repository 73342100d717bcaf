/* tests/support/gives.h - calls that must refuse, with and without a place for the error. */
#ifndef TEST_GIVES_H
#define TEST_GIVES_H

#include "chatfmt/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static chatfmt_error error;

/* `call` uses `e` for its error, and gives `wanted` with and without one. */
#define GIVES(wanted, call)                                                                    \
    do {                                                                                       \
        chatfmt_error *e = &error;                                                             \
        error.status = CHATFMT_OK;                                                             \
        assert_int_equal(call, wanted);                                                        \
        assert_int_equal(error.status, wanted);                                                \
        assert_true((error.text[0] != '\0') == (error.status != CHATFMT_OK));                  \
        e = NULL;                                                                              \
        assert_int_equal(call, wanted);                                                        \
    } while (0)
#define REFUSED(call) GIVES(CHATFMT_BAD_ARGUMENT, call)
#define FINE(call) assert_int_equal(call, CHATFMT_OK)

#endif
