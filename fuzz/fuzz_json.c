/* fuzz/fuzz_json.c - any bytes as JSON: what is read must be written, and read back the same. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chatfmt_values *values;
    chatfmt_value value, again;
    chatfmt_slice json, second;
    chatfmt_error error;
    if (chatfmt_values_new(NULL, NULL, &values, &error)) abort();
    if (!chatfmt_value_read_json(values, (const char *)data, size, &value, &error) &&
        !chatfmt_value_write_json(values, value, &json, &error)) {
        if (chatfmt_value_read_json(values, json.data, json.length, &again, &error)) abort();
        if (chatfmt_value_write_json(values, again, &second, &error)) abort();
        if (json.length != second.length || memcmp(json.data, second.data, json.length)) abort();
    }
    chatfmt_values_free(values);
    return 0;
}
