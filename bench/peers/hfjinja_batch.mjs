// @huggingface/jinja as a batch renderer: {"id", "chat_template", "context", "now"} a line in, {"id", "text"} or
// {"id", "error"} out.
import { createInterface } from "node:readline";
import { Template } from "@huggingface/jinja";

let own = {};
try {
    const raise_exception = (message) => { throw new Error(message); };
    new Template("x").render({ raise_exception });
    own = { raise_exception };
} catch {} // newer versions have the function already and refuse another
const cache = new Map();
for await (const line of createInterface({ input: process.stdin })) {
    const row = JSON.parse(line);
    let answer;
    try {
        if (!cache.has(row.chat_template)) cache.set(row.chat_template, new Template(row.chat_template));
        answer = { text: cache.get(row.chat_template).render({ ...row.context, ...own }) };
    } catch (error) {
        answer = { error: String(error.message).slice(0, 200) };
    }
    console.log(JSON.stringify({ id: row.id, ...answer }));
}
