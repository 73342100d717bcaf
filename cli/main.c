/* cli/main.c - entry of the program chatfmt. */
#include "chatfmt/base.h"

#include <stdio.h>

int main(void)
{
    printf("chatfmt %s\n", chatfmt_version());
    return 0;
}
