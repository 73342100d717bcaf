/* builtins/rare/urlize.h - what the filter urlize takes for an address. */
#ifndef CFT_URLIZE_H
#define CFT_URLIZE_H

#include <stdbool.h>

/* A piece of a word between two places of the text. */
typedef struct cft_urlize_piece {
    const char *at, *end;
} cft_urlize_piece;

/* Whether all of the piece is an address of the web, or of mail. */
bool cft_urlize_is_address(cft_urlize_piece p);
bool cft_urlize_is_mail(cft_urlize_piece p);

#endif
