/* replies/reply_shapes.c - how the call of each shape begins, and what follows its name. */
#include "replies/reply_parser.h"

static void shapes_name(cft_reply *p)
{
    p->state = CFT_STATE_NAME;
}

static void shapes_held(cft_reply *p)
{
    p->held_depth = 0;
    p->held_quote = 0;
    p->held_escape = false;
    p->state = CFT_STATE_HELD;
}

static void shapes_tags(cft_reply *p)
{
    p->state = CFT_STATE_TAGS;
}

static void shapes_whole_call(cft_reply *p)
{
    cft_reply_enter_json(p, 1);
}

static void shapes_arguments(cft_reply *p)
{
    cft_reply_enter_json(p, 0);
}

const cft_reply_shape_row cft_reply_shapes[CFT_SHAPE_COUNT] = {
    [CFT_SHAPE_NONE] = {shapes_name, shapes_arguments},
    [CFT_SHAPE_OBJECT] = {shapes_whole_call, shapes_arguments},
    [CFT_SHAPE_ARRAY] = {shapes_whole_call, shapes_arguments},
    [CFT_SHAPE_NAMED] = {shapes_name, shapes_arguments},
    [CFT_SHAPE_TAGS] = {shapes_name, shapes_tags},
    [CFT_SHAPE_PYTHON] = {shapes_held, shapes_arguments},
    [CFT_SHAPE_CUSTOM] = {shapes_name, shapes_held},
    [CFT_SHAPE_CHANNEL] = {shapes_name, shapes_arguments},
};
