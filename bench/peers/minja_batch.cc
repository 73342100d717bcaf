/* bench/peers/minja_batch.cc - google/minja as a batch renderer: {"id", "chat_template", "context", "now"} a line in,
 * {"id", "text"} or {"id", "error"} out. The environment is the one that its chat_template class makes.
 *
 *     c++ -std=c++17 -O2 -I MINJA/include bench/peers/minja_batch.cc -o minja_batch      (with nlohmann/json 3.11)
 */
#include <minja/minja.hpp>

#include <ctime>
#include <iostream>
#include <map>
#include <sstream>

using json = nlohmann::ordered_json;

static minja::Value strftime_now(const std::string &now)
{
    std::tm time = {};
    std::istringstream(now) >> std::get_time(&time, "%Y-%m-%dT%H:%M:%S");
    std::mktime(&time);
    return minja::Value::callable(
        [time](const std::shared_ptr<minja::Context> &, minja::ArgumentsValue &args) {
            args.expectArgs("strftime_now", {1, 1}, {0, 0});
            std::ostringstream text;
            text << std::put_time(&time, args.args[0].get<std::string>().c_str());
            return minja::Value(text.str());
        });
}

static json answer(const json &row, std::map<std::string, std::shared_ptr<minja::TemplateNode>> &parsed)
{
    try {
        const auto source = row["chat_template"].get<std::string>();
        auto &root = parsed[source];
        if (!root) root = minja::Parser::parse(source, {true, true, false});
        auto context = minja::Context::make(minja::Value(row["context"]));
        context->set("strftime_now", strftime_now(row["now"].get<std::string>()));
        return {{"id", row["id"]}, {"text", root->render(context)}};
    } catch (const std::exception &problem) {
        return {{"id", row["id"]}, {"error", std::string(problem.what()).substr(0, 200)}};
    }
}

int main()
{
    std::map<std::string, std::shared_ptr<minja::TemplateNode>> parsed;
    for (std::string line; std::getline(std::cin, line);)
        std::cout << answer(json::parse(line), parsed).dump(-1, ' ', true, json::error_handler_t::replace) << std::endl;
}
