/* lang/program.h - a compiled template: constants, names, functions and code.
 *
 * Immutable once made, shared by any number of machines. Everything is in one arena.
 */
#ifndef CFT_PROGRAM_H
#define CFT_PROGRAM_H

#include "lang/compile.h"
#include "value/value.h"

typedef enum cft_op {
#define OP(name, words, operands, pops, pushes, fault, effect) CFT_OP_##name,
#include "lang/op.def"
#undef OP
    CFT_OP_COUNT
} cft_op;

#define CFT_OPERAND_MAX 0xFFFFFFu /* of operand `a` */

/* The tests with an instruction of their own. */
#define CFT_IS_MAP(X)                                                                          \
    X(DEFINED, "defined") X(UNDEFINED, "undefined") X(NONE, "none") X(STRING, "string")         \
    X(MAPPING, "mapping") X(TRUE, "true") X(FALSE, "false") X(BOOLEAN, "boolean")

typedef enum cft_is_test {
#define CFT_IS_ROW(name, text) CFT_IS_##name,
    CFT_IS_MAP(CFT_IS_ROW)
#undef CFT_IS_ROW
    CFT_IS_COUNT
} cft_is_test;

/* Attributes of `loop` that need no look-up by name. */
#define CFT_LOOP_MAP(X)                                                                        \
    X(INDEX, "index") X(INDEX0, "index0") X(FIRST, "first") X(LAST, "last")                     \
    X(LENGTH, "length") X(REVINDEX, "revindex") X(REVINDEX0, "revindex0")                       \
    X(PREVITEM, "previtem") X(NEXTITEM, "nextitem") X(DEPTH, "depth") X(DEPTH0, "depth0")

typedef enum cft_loop_attribute {
#define CFT_LOOP_ROW(name, text) CFT_LOOP_##name,
    CFT_LOOP_MAP(CFT_LOOP_ROW)
#undef CFT_LOOP_ROW
    CFT_LOOP_COUNT
} cft_loop_attribute;

/* A name that code speaks of: attribute or variable. */
typedef struct cft_program_name {
    cft_slice text;
    const cft_callable *global; /* the builtin of this name, or NULL */
    uint32_t export_slot;       /* number + 1 among the exported variables; 0 = never exported */
    const cft_callable *of_text, *of_dict; /* str's and dict's method, for names that are called */
    bool dict_plain;            /* not an attribute of Python's dict: x.name looks at keys only */
} cft_program_name;

/* A local variable. */
typedef struct cft_slot_info {
    uint32_t name;
    bool resolve; /* missing means: not yet looked up in the context */
} cft_slot_info;

typedef enum cft_function_kind {
    CFT_FUNCTION_ROOT,
    CFT_FUNCTION_BLOCK,
    CFT_FUNCTION_MACRO,
    CFT_FUNCTION_LOOP,  /* the body of a recursive loop; slot 0 is the iterable */
    CFT_FUNCTION_FILTER, /* condition of a filtered loop with a `loop` object; slot 0 the item */
    CFT_FUNCTION_FILTER_TUPLE /* the same for several targets: gives their tuple, or none */
} cft_function_kind;

#define CFT_NO_SLOT UINT32_MAX

typedef struct cft_function {
    cft_function_kind kind;
    uint32_t entry;       /* code address */
    uint32_t slot_count, stack_size, loop_count;
    uint32_t cost;        /* fuel paid on entry */
    bool has_closures;    /* functions inside refer to its variables: they live in the heap */
    const cft_slot_info *slots;
    uint32_t name;        /* of a macro or block; CFT_NO_SLOT for the body of a call block */
    /* Macros: where the arguments go. */
    uint32_t param_count;
    const uint32_t *params;        /* slots */
    const cft_value *param_names;  /* as a template sees them */
    const cft_value *param_missing; /* what one not given holds: absent when it has a default */
    uint32_t caller, kwargs, varargs; /* slots, CFT_NO_SLOT when the body does not use them */
    bool explicit_caller, uses_caller;
    uint32_t loop_slot;   /* LOOP: slot of the `loop` object */
} cft_function;

typedef struct cft_program_block {
    uint32_t name, function;
    bool required;
} cft_program_block;

/* The place of the instruction at `pc` and those that follow up to the next entry. */
typedef struct cft_program_place_row {
    uint32_t pc, offset, length;
} cft_program_place_row;

/* Text of the program that is not part of its source as it is. */
typedef struct cft_program_literal {
    const char *begin;
    uint32_t length, offset;
} cft_program_literal;

/* The steps of an output program: what WRITE puts out and, around it, the fused instructions
 * that look and choose (lang/output_program.c). After a part comes the one that follows it. */
#define CFT_PART_MAP(X) CFT_PART_MAP_OF(X, X)
#define CFT_PART_MAP_OF(X, OUTPUT)                                                             \
    X(LEAVE)   /* go on with the instructions at `pc`                                         */ \
    X(GO)      /* go on with another part                                                     */ \
    CFT_PART_OUTPUT_MAP(OUTPUT)                                                                \
    X(TRUTH)   /* go on only if a local variable is true, else elsewhere                      */ \
    X(FALSITY) /* the same if it is false                                                     */ \
    X(TEXTFUL) /* the same if it is a text and not empty                                      */ \
    X(IS)      /* the same if it passes a test                                                */ \
    X(EQUAL)   /* the same if an entry of the dict in it is a text                            */ \
    X(UNEQUAL) /* the same if it is another text                                              */ \
    X(NEXT)    /* the next item of a loop into a local variable                               */ \
    X(UNPACK)  /* its parts into local variables in a row                                     */ \
    X(FIRST)   /* go on only if a loop is at its first item, or is not, else elsewhere         */ \
    X(LAST)    /* the same for the last one                                                   */

/* Those that put out. From SLOT on, bit 0 tells FIELD, bit 1 a literal text before the value, bit 2
 * that the TEXT after it is done with it. */
#define CFT_PART_OUTPUT_MAP(X)                                                                 \
    X(NUMBER)     /* a sum of small integers, see the code at `pc`                            */ \
    X(TEXT)       /* literal text                                                             */ \
    X(SLOT)       /* a local variable                                                         */ \
    X(FIELD)      /* an entry of the dict in a local variable                                 */ \
    X(TEXT_SLOT)                                                                               \
    X(TEXT_FIELD)                                                                              \
    X(SLOT_TEXT)                                                                               \
    X(FIELD_TEXT)                                                                              \
    X(TEXT_SLOT_TEXT)                                                                          \
    X(TEXT_FIELD_TEXT)

typedef enum cft_part_kind {
#define CFT_PART_ROW(name) CFT_PART_##name,
    CFT_PART_MAP(CFT_PART_ROW)
#undef CFT_PART_ROW
    CFT_PART_COUNT
} cft_part_kind;

#define CFT_PART_MOST_OPERANDS 4 /* of a NUMBER at a time */
#define CFT_PART_MOST_NUMBER INT32_MAX

/* Longer keys and constants are paid for when they are compared: left to the plain instructions. */
#define CFT_SUPER_SHORT_TEXT 64
#define CFT_PART_BLOCK 32 /* so many bytes can be read from the copy of a short text */

typedef struct cft_part {
    uint8_t kind;
    uint8_t summed; /* CFT_STR_MARKUP in an operand of a sum, which must not be that; else 0 */
    uint16_t literal_count;
    uint32_t slot;  /* the local variable, or the first one: bytes from where they begin */
    uint32_t cache;  /* of the key; NEXT, UNPACK: the loop's number; IS: a bit for each kind of
                       value that passes; FIRST, LAST: 1, or 0 for the contrary */
    uint32_t pc;    /* where the plain instructions begin that do the same */
    cft_slice text; /* literal text, "" before a value that has none, CFT_PART_BLOCK bytes of room
                       at least; EQUAL: with what */
    union {
        const struct cft_part *other; /* GO, NEXT, UNPACK, and where something is asked: where to go
                                         on */
        size_t number;                /* the same while the program is made: its number + 1 */
        cft_slice *literals;          /* the literal text, where it is in the template */
    } to;
    union {
        cft_slice key;
        struct {
            uint32_t cost, count;         /* of a round; UNPACK: local variables */
            uint32_t clears, clear_count; /* UNPACK: address and number of the CLEARs after it */
        } round;
    } of;
    uint32_t note; /* how its output is distinguished from that of others (below) */
    uint32_t back; /* so many parts before this one the piece of output begins that it belongs to:
                      all of it is written, or nothing */
} cft_part;

/* The note of a run of the output (CFT_RUN_PART) that is all that a part put out, with the value
 * that it found at the run's address, until somebody asks for its parts: the number of the part
 * among those of the program, whether it put out the TEXT after it, and the generation. */
#define CFT_PART_NOTE_BEHIND 1u
#define CFT_PART_NOTE_SHIFT 1
#define CFT_PART_NOTE_MOST 0x7FFFu /* number of a part */
#define CFT_PART_NOTE_GENERATION_SHIFT 16
#define CFT_PART_NOTE_GENERATION_MOST 0x3FFFu

typedef struct cft_output_write {
    const cft_part *parts; /* the first one of many: a program goes on after the instruction */
    uint32_t count;        /* that are the instruction's own */
    uint32_t pc, word;     /* its place, and what stood there before */
    uint32_t next;         /* where the code goes on */
} cft_output_write;

/* The keyword names of a call. */
typedef struct cft_program_keywords {
    const cft_value *names;
    uint32_t count;
} cft_program_keywords;

struct cft_program {
    chatfmt_allocator allocator;
    cft_arena arena;
    cft_vm *folded; /* owns the values of folded constants */
    const cft_evaluator *evaluator; /* and frees them */
    cft_slice source;
    bool has_escapes; /* that may stand for half a surrogate pair */
    uint32_t *code;
    uint32_t code_length;
    cft_value *constants;
    cft_program_name *names;
    cft_function *functions; /* 0 is the root */
    cft_program_block *blocks;
    cft_program_place_row *places;
    cft_program_literal *literals; /* sorted by address, apart */
    cft_program_keywords *keywords;
    const cft_callable **rows;
    cft_output_write *writes;
    const cft_part *parts; /* of all output programs */
    uint32_t constant_count, name_count, function_count, block_count, place_count,
        literal_count, keyword_count, row_count, cache_count, export_count, write_count, part_count;
};

/* The place of the instruction at `pc`. */
void cft_program_find_place(const cft_program *program, uint32_t pc, uint32_t *offset,
                            uint32_t *length);

/* Text of the program's code, one instruction a line, for people. */
struct cft_buffer;
chatfmt_status cft_disassemble(const cft_program *program, struct cft_buffer *out);

#endif
