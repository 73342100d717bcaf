/* vm/machine.c - a machine's life: made, begun, run, read, freed. */
#include "base/number.h"
#include "vm/inline_cache.h"

static chatfmt_status machine_macro_repr(struct cft_builder *b, const cft_object *self)
{
    const cft_macro *macro = (const cft_macro *)(const void *)self;
    const cft_function *function = macro->function;
    cft_slice name;
    if (function->name == CFT_NO_SLOT) return cft_build_fresh(b, "<Macro anonymous>", 17);
    name = cft_text_of(macro->name);
    CFT_TRY(cft_build_fresh(b, "<Macro '", 8));
    CFT_TRY(cft_build_copy(b, name.data, name.length));
    return cft_build_fresh(b, "'>", 2);
}

static chatfmt_status machine_put_number(struct cft_builder *b, int64_t number)
{
    char digits[CFT_NUMBER_ROOM];
    return cft_build_fresh(b, digits, cft_int_to_text(number, digits));
}

static chatfmt_status machine_loop_repr(struct cft_builder *b, const cft_object *self)
{
    union {
        const cft_object *object;
        cft_loop *loop;
    } place = {self};
    cft_machine *m = place.loop->machine;
    cft_value length;
    CFT_TRY(cft_loop_read(m, place.loop, CFT_LOOP_LENGTH, &length));
    CFT_TRY(cft_build_fresh(b, "<LoopContext ", 13));
    CFT_TRY(machine_put_number(b, place.loop->index0 + 1));
    CFT_TRY(cft_build_fresh(b, "/", 1));
    CFT_TRY(machine_put_number(b, length.as.integer));
    return cft_build_fresh(b, ">", 1);
}

static chatfmt_status machine_self_repr(struct cft_builder *b, const cft_object *self)
{
    (void)self;
    return cft_build_fresh(b, "<TemplateReference None>", 24);
}

static chatfmt_status machine_block_repr(struct cft_builder *b, const cft_object *self)
{
    (void)self;
    return cft_build_fresh(b, "<jinja2.runtime.BlockReference object at 0x7f0000000000>", 56);
}

const cft_object_class cft_macro_class = {"Macro", machine_macro_repr};
const cft_object_class cft_loop_class = {"LoopContext", machine_loop_repr};
const cft_object_class cft_template_class = {"TemplateReference", machine_self_repr};
const cft_object_class cft_block_class = {"BlockReference", machine_block_repr};

chatfmt_status cft_machine_new(const chatfmt_allocator *allocator, const cft_builtins *builtins,
                               cft_machine **out)
{
    chatfmt_allocator a = cft_allocator_or_default(allocator);
    cft_machine *m = cft_allocate(&a, sizeof *m);
    *out = NULL;
    if (!m) return CHATFMT_NO_MEMORY;
    memset(m, 0, sizeof *m);
    m->allocator = a;
    cft_heap_init(&m->vm.heap, &a);
    m->vm.builtins = builtins;
    *out = m;
    return CHATFMT_OK;
}

void cft_machine_free(cft_machine *m)
{
    chatfmt_allocator a;
    if (!m) return;
    a = m->allocator;
    while (m->chunks) {
        cft_chunk *next = m->chunks->next;
        cft_release(&a, m->chunks, sizeof *m->chunks + m->chunks->size);
        m->chunks = next;
    }
    cft_origins_free(m->origins);
    cft_heap_free(&m->vm.heap);
    cft_release(&a, m->text, m->capacity);
    cft_release(&a, m->captures, m->capture_capacity * sizeof *m->captures);
    cft_release(&a, m->runs, m->run_capacity * sizeof *m->runs);
    cft_release(&a, m->generations, m->generation_capacity * sizeof *m->generations);
    cft_release(&a, m->open_generations, m->open_capacity * sizeof *m->open_generations);
    cft_release(&a, m->exports, m->export_capacity * sizeof *m->exports);
    cft_release(&a, m->hints, m->hint_capacity * sizeof *m->hints);
    cft_release(&a, m->caches, m->cache_capacity * sizeof *m->caches);
    cft_release(&a, m, sizeof *m);
}

/* What earlier renders left, unless it is much, and the pool of the next one. Small limits are
 * those of values alone. */
static void machine_renew(cft_machine *m)
{
    const size_t least = (size_t)1 << 20, most = m->options.limits.heap_bytes;
    m->text = cft_keep(&m->allocator, m->text, &m->capacity, 1);
    m->runs = cft_keep(&m->allocator, m->runs, &m->run_capacity, sizeof *m->runs);
    m->pool = (cft_arena_pool){.most = most > least ? most : least,
                               .held = m->capacity + m->run_capacity * sizeof *m->runs,
                               .arenas = {&m->vm.heap.arena}};
    m->vm.heap.arena.pool = &m->pool;
}

chatfmt_status cft_machine_begin(cft_machine *m, const cft_run_options *options,
                                 chatfmt_error *error)
{
    m->options = *options;
    m->program = NULL;
    m->context = NULL;
    m->length = m->run_count = m->generation_count = 0;
    m->counted_bytes = m->counted_points = 0;
    m->capture_count = m->open_count = 0;
    m->generation = m->generation_next = 0;
    m->depth = m->nested = 0;
    m->frame = NULL;
    m->chunk = NULL;
    m->has_pc = false;
    m->vm.missed_name = CFT_LIT("");
    m->undefined_failed = false;
    m->vm.autoescape = false;
    m->vm.has_now = options->has_now;
    m->vm.now = options->now;
    m->vm.has_seed = options->has_seed;
    m->vm.strict_names = options->strict_names;
    m->vm.seed = options->seed;
    machine_renew(m);
    cft_sink_set_limit(m);
    cft_heap_reset(&m->vm.heap, &options->limits, error);
    m->fuel_begin = m->vm.heap.fuel;
    m->vm.heap.origins = NULL;
    if (!options->spans) return CHATFMT_OK;
    if (!m->origins && cft_origins_new(&m->allocator, &m->origins) != CHATFMT_OK)
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    cft_origins_reset(m->origins);
    cft_origins_bound(m->origins, options->limits.heap_bytes);
    cft_origins_arena(m->origins)->pool = &m->pool;
    m->pool.arenas[1] = cft_origins_arena(m->origins);
    m->vm.heap.origins = m->origins;
    /* Places in the array are counted from its address. */
    return m->runs ? CHATFMT_OK : cft_sink_more_runs(m);
}

size_t cft_machine_grown(cft_machine *m, size_t capacity, size_t first, size_t size)
{
    size_t grown = cft_grown(capacity, first);
    if (grown > SIZE_MAX / size) return 0;
    if (cft_machine_hold(m, capacity * size, grown * size)) return grown;
    grown = capacity + capacity / 4;
    return grown > capacity && cft_machine_hold(m, capacity * size, grown * size) ? grown : 0;
}

bool cft_machine_hold(cft_machine *m, size_t old, size_t bytes)
{
    if (bytes > cft_arena_pool_left(&m->pool)) return false;
    m->pool.held += bytes - old;
    return true;
}

cft_heap *cft_machine_heap(cft_machine *m) { return &m->vm.heap; }

/* An array of the machine's own with at least `count` items, the new ones zero. */
static chatfmt_status machine_array(cft_machine *m, void **items, uint32_t *capacity,
                                    uint32_t count, size_t size)
{
    void *grown;
    uint32_t wanted = *capacity ? *capacity : 64;
    if (count <= *capacity) return CHATFMT_OK;
    while (wanted < count) wanted *= 2;
    grown = cft_resize(&m->allocator, *items, *capacity * size, wanted * size);
    if (!grown) return cft_vm_raise(&m->vm, CHATFMT_NO_MEMORY, "out of memory");
    memset((char *)grown + *capacity * size, 0, (wanted - *capacity) * size);
    *items = grown;
    *capacity = wanted;
    return CHATFMT_OK;
}

static chatfmt_status machine_prepare(cft_machine *m, const cft_program *program)
{
    void *items = m->exports;
    CFT_TRY(machine_array(m, &items, &m->export_capacity, program->export_count,
                          sizeof *m->exports));
    m->exports = items;
    if (program->export_count) memset(m->exports, 0, program->export_count * sizeof *m->exports);
    items = m->caches;
    CFT_TRY(machine_array(m, &items, &m->cache_capacity, program->cache_count, sizeof *m->caches));
    m->caches = items;
    for (uint32_t i = 0; i < program->cache_count; i++)
        m->caches[i] = (cft_inline_cache){.shape = &cft_cache_nowhere};
    items = m->hints;
    CFT_TRY(machine_array(m, &items, &m->hint_capacity, program->name_count, sizeof *m->hints));
    m->hints = items;
    if (!m->text) CFT_TRY(cft_sink_grow(m, 0)); /* the output can be pointed into */
    return cft_sink_begin(m);
}

static bool machine_is_template(const void *program, const char *text)
{
    size_t offset;
    bool exact;
    return cft_program_place(program, text, &offset, &exact);
}

static chatfmt_status machine_run(cft_machine *m, const cft_program *program)
{
    cft_call_frame *frame;
    cft_value ignored;
    CFT_TRY(machine_prepare(m, program));
    CFT_TRY(cft_frame_push(m, &program->functions[0], NULL, NULL, CFT_END_RUN, &frame));
    CFT_TRY(cft_run_frame(m, frame, &ignored));
    CFT_TRY(cft_sink_join(m));
    return m->options.spans ? cft_raise_origins(&m->vm.heap, cft_origins_status(m->origins))
                            : CHATFMT_OK;
}

chatfmt_status cft_machine_run(cft_machine *m, const cft_program *program, const cft_dict *context)
{
    chatfmt_status status;
    uint32_t offset, length;
    m->program = program;
    m->context = context;
    if (m->vm.heap.origins)
        cft_origins_ask(m->vm.heap.origins, machine_is_template, program);
    status = machine_run(m, program);
    if (status == CHATFMT_OK) return status;
    if (m->has_pc && m->vm.heap.error) {
        cft_program_find_place(program, m->failed_pc, &offset, &length);
        cft_error_place(m->vm.heap.error, program->source, offset, length);
    }
    m->length = m->run_count = m->generation_count = 0;
    return status;
}

bool cft_machine_may_have_surrogates(const cft_machine *m)
{
    return m->vm.heap.has_surrogates || m->program->has_escapes;
}

cft_slice cft_machine_text(const cft_machine *m)
{
    return cft_slice_of(m->length ? m->text : "", m->length);
}

const cft_run *cft_machine_runs(const cft_machine *m, size_t *count)
{
    *count = m->run_count;
    return m->runs;
}

const cft_generation *cft_machine_generations(const cft_machine *m, size_t *count)
{
    *count = m->generation_count;
    return m->generations;
}

uint64_t cft_machine_fuel_used(const cft_machine *m) { return m->fuel_begin - m->vm.heap.fuel; }
