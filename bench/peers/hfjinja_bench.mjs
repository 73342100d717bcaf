// @huggingface/jinja over the workloads: a JSON object a line on stdout.
import { readFileSync } from "node:fs";
import { Template } from "@huggingface/jinja";

function fnv(buffer) {
    let value = 0xcbf29ce484222325n;
    for (const byte of buffer) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
    return value.toString(16).padStart(16, "0");
}

function best(run, seconds) {
    let shortest = Infinity, spent = 0, calls = 0;
    while (spent < seconds || calls < 3) {
        const begin = process.hrtime.bigint();
        run();
        const took = Number(process.hrtime.bigint() - begin);
        shortest = Math.min(shortest, took);
        spent += took / 1e9;
        calls++;
    }
    return shortest;
}

const seconds = Number(process.argv[3] ?? 0.3);
const raise_exception = (message) => { throw new Error(message); };
// Newer versions have the function already and refuse another.
let own = {};
try {
    new Template("x").render({ raise_exception });
    own = { raise_exception };
} catch {}
const given = (context) => ({ ...context, ...own });
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
    if (!line) continue;
    const row = JSON.parse(line);
    const raw = JSON.stringify(row.context);
    try {
        const template = new Template(row.template);
        const text = Buffer.from(template.render(given(row.context)));
        console.log(JSON.stringify({
            engine: "hf-jinja", workload: row.name, bytes: text.length, hash: text.length < 2000000 ? fnv(text) : "",
            compile: best(() => new Template(row.template), seconds / 2),
            render: best(() => template.render(given(row.context)), seconds),
            json: best(() => template.render(given(JSON.parse(raw))), seconds),
        }));
    } catch (error) {
        console.log(JSON.stringify({ engine: "hf-jinja", workload: row.name, error: String(error.message) }));
    }
}
