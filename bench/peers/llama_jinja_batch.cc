/* bench/peers/llama_jinja_batch.cc - llama.cpp's template engine (common/jinja) as a batch renderer, without a model and
 * without what its server changes in messages: {"id", "chat_template", "context", "now"} a line in, {"id", "text"} or
 * {"id", "error"} out.
 *
 *     c++ -std=c++17 -O2 -I LLAMA/common -I LLAMA/vendor -I LLAMA/ggml/include bench/peers/llama_jinja_batch.cc LLAMA/common/jinja/lexer.cpp
 *         LLAMA/common/jinja/parser.cpp LLAMA/common/jinja/runtime.cpp LLAMA/common/jinja/string.cpp
 *         LLAMA/common/jinja/value.cpp LLAMA/common/json.cpp LLAMA/common/unicode.cpp -o llama_jinja_batch
 */
#include "jinja/lexer.h"
#include "jinja/parser.h"
#include "jinja/runtime.h"
#include "jinja/value.h"
#include "json.h"

#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>

using json = common_json;

/* What its JSON calls when an assertion fails; the rest of ggml is not needed. */
extern "C" void ggml_abort(const char *, int, const char *, ...) { std::abort(); }

static std::time_t time_of(const std::string &now)
{
    std::tm time = {};
    std::istringstream(now) >> std::get_time(&time, "%Y-%m-%dT%H:%M:%S");
    time.tm_isdst = -1;
    return std::mktime(&time);
}

static json answer(const json &row, std::map<std::string, std::shared_ptr<jinja::program>> &parsed)
{
    try {
        const auto source = row["chat_template"].get<std::string>();
        auto &program = parsed[source];
        if (!program) {
            jinja::lexer lexer;
            auto tokens = lexer.tokenize(source);
            program = std::make_shared<jinja::program>(jinja::parse_from_tokens(tokens));
        }
        jinja::context context(source);
        context.current_time = time_of(row["now"].get<std::string>());
        jinja::global_from_json(context, row["context"], false);
        jinja::runtime runtime(context);
        const jinja::value results = runtime.execute(*program);
        return {{"id", row["id"]}, {"text", jinja::runtime::gather_string_parts(results)->as_string().str()}};
    } catch (const std::exception &problem) {
        return {{"id", row["id"]}, {"error", std::string(problem.what()).substr(0, 200)}};
    }
}

int main()
{
    std::map<std::string, std::shared_ptr<jinja::program>> parsed;
    for (std::string line; std::getline(std::cin, line);)
        std::cout << answer(json::parse(line), parsed).dump_safe() << std::endl;
}
