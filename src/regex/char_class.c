/* regex/char_class.c - the tables of char_class.h. */
#include "regex/char_class.h"

#include "regex/char_class_tables.inc"
