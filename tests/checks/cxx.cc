// tests/checks/cxx.cc - C++ includes the headers and uses the library.
#include "chatfmt/chatfmt.h"

#include <cstdio>
#include <string>

int main()
{
    const std::string source = "Hello {{ name }}";
    const std::string json = "{\"name\": \"C++\"}";
    char *text = nullptr;
    std::size_t length = 0;
    chatfmt_error error;
    chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
    (void)options;
    if (chatfmt_render_once(source.data(), source.size(), json.data(), json.size(), &text, &length,
                            &error) != CHATFMT_OK) {
        std::printf("%s\n", error.text);
        return 1;
    }
    const bool right = std::string(text, length) == "Hello C++";
    chatfmt_text_free(text);
    return right ? 0 : 1;
}
