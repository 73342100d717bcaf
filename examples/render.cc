// examples/render.cc - the library from C++: owners that free themselves, values built by hand.
//
//     c++ -std=c++17 render.cc $(pkg-config --cflags --libs chatfmt) -o render && ./render
#include <chatfmt/chatfmt.h>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

template <auto Free> struct freeing {
    template <class T> void operator()(T *owned) const { Free(owned); }
};
using template_owner = std::unique_ptr<chatfmt_template, freeing<chatfmt_template_free>>;
using renderer_owner = std::unique_ptr<chatfmt_renderer, freeing<chatfmt_renderer_free>>;
using values_owner = std::unique_ptr<chatfmt_values, freeing<chatfmt_values_free>>;

void check(chatfmt_status status, const chatfmt_error &error)
{
    if (status != CHATFMT_OK) throw std::runtime_error(error.text);
}

template_owner compile(std::string_view source)
{
    chatfmt_error error;
    chatfmt_template *out = nullptr;
    check(chatfmt_template_compile(source.data(), source.size(), nullptr, &out, &error), error);
    return template_owner(out);
}

chatfmt_value text(chatfmt_values *values, std::string_view bytes)
{
    chatfmt_error error;
    chatfmt_value out;
    check(chatfmt_value_string(values, bytes.data(), bytes.size(), &out, &error), error);
    return out;
}

void set(chatfmt_values *values, chatfmt_value object, std::string_view key, chatfmt_value value)
{
    chatfmt_error error;
    check(chatfmt_value_set(values, object, key.data(), key.size(), value, &error), error);
}

chatfmt_value message(chatfmt_values *values, std::string_view role, std::string_view content)
{
    chatfmt_error error;
    chatfmt_value out;
    check(chatfmt_value_object(values, &out, &error), error);
    set(values, out, "role", text(values, role));
    set(values, out, "content", text(values, content));
    return out;
}

} // namespace

int main()
{
    try {
        chatfmt_error error;
        chatfmt_renderer *renderer_made = nullptr;
        chatfmt_values *values_made = nullptr;
        auto greeting = compile("{% for m in messages %}<{{ m.role }}>{{ m.content }}</s>{% endfor %}");
        check(chatfmt_renderer_new(nullptr, &renderer_made, &error), error);
        renderer_owner renderer(renderer_made);
        check(chatfmt_values_new(nullptr, nullptr, &values_made, &error), error);
        values_owner values(values_made);

        chatfmt_value context, messages;
        check(chatfmt_value_object(values.get(), &context, &error), error);
        check(chatfmt_value_array(values.get(), &messages, &error), error);
        check(chatfmt_value_push(values.get(), messages, message(values.get(), "user", "Hi!"), &error), error);
        set(values.get(), context, "messages", messages);

        chatfmt_slice prompt;
        check(chatfmt_render_value(renderer.get(), greeting.get(), context, nullptr, &prompt, &error), error);
        std::cout << std::string_view(prompt.data, prompt.length) << '\n';
    } catch (const std::exception &problem) {
        std::cerr << problem.what() << '\n';
        return 1;
    }
}
