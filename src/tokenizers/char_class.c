/* tokenizers/char_class.c - the tables of char_class.h. */
#include "tokenizers/char_class.h"

#include "tokenizers/char_class_tables.inc"
