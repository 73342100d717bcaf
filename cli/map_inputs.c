/* cli/map_inputs.c - inputs one after the other. See the header. */
#include "map_inputs.h"

#include "chatfmt/report.h"

#include <stdio.h>
#include <string.h>

static bool inputs_open(map_inputs *in, size_t number)
{
    if (in->source && in->at == number) return true;
    in->at = number;
    in->begun = false;
    in->source = map_source_open(in->paths[number], in->stopped);
    return in->source != NULL;
}

/* Who sends the input may be slower than we, and nothing waits for it here. */
static bool inputs_flush(map_inputs *in)
{
    in->output_failed |= map_source_may_wait(in->source) && !chatfmt_map_output_flush(in->output);
    return !in->output_failed;
}

/* The end of an input closes it; who stops us wants no other. */
static int64_t inputs_ended(map_inputs *in)
{
    in->done += map_source_done(in->source);
    map_source_close(in->source);
    in->source = NULL;
    return *in->stopped ? -1 : 0;
}

int64_t map_inputs_read(void *context, size_t input, char *out, size_t size)
{
    map_inputs *in = context;
    if (*in->stopped || !inputs_open(in, input) || !inputs_flush(in)) return -1;
    long count = map_source_read(in->source, out, size);
    if (count > 0 && !in->begun)
        in->refused = chatfmt_guess_file((chatfmt_slice){out, (size_t)count}, 1);
    in->begun = true;
    if (in->refused) return -1;
    return count ? count : inputs_ended(in);
}

bool map_inputs_wait_now(const map_inputs *in)
{
    return in->source && !in->in_blocks && map_source_waits(in->source);
}

int map_inputs_wait(void *context, size_t input)
{
    (void)input;
    return map_inputs_wait_now(context);
}

void map_inputs_measure(map_inputs *in)
{
    for (int i = 0; i < in->count; i++) {
        map_source *source =
            strcmp(in->paths[i], "-") ? map_source_open(in->paths[i], in->stopped) : NULL;
        if (source) in->size += map_source_size(source);
        map_source_close(source);
    }
}

uint64_t map_inputs_done(const map_inputs *in)
{
    return in->done + (in->source ? map_source_done(in->source) : 0);
}

/* An input that could not be opened has been reported. */
void map_inputs_tell(const map_inputs *in, uint64_t lines)
{
    if (in->refused)
        fprintf(stderr, "chatfmt: %s: %s\n", map_source_name(in->source), in->refused);
    else if (in->source && !in->output_failed)
        fprintf(stderr, "chatfmt: %s: %s, after line %llu\n", map_source_name(in->source),
                map_source_why(in->source), (unsigned long long)lines);
    size_t left = (size_t)in->count - in->at - 1;
    if (left && !in->output_failed)
        fprintf(stderr, "chatfmt: not read: %s%s\n", in->paths[in->at + 1], left > 1 ? " …" : "");
}

void map_inputs_close(map_inputs *in)
{
    map_source_close(in->source);
    in->source = NULL;
}
