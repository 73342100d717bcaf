// llama.cpp on the same documents: llama_bench.mjs NODE_MODULES FILE.gguf TEXT, the best of three, seconds on the processor.
// Prints one JSON object like bench_tokenizer. Needs npm node-llama-cpp; the ids are those of llama_tokenize().
import {createRequire} from "node:module";
import fs from "node:fs";
import {pathToFileURL} from "node:url";

const [folder, file, path] = process.argv.slice(2);
const require = createRequire(pathToFileURL(folder + "/").href);
const {getLlama} = await import(pathToFileURL(require.resolve("node-llama-cpp")).href);
const llama = await getLlama({gpu: false, build: "never", logLevel: "disabled"});
const now = () => process.cpuUsage().user + process.cpuUsage().system;
const whole = fs.readFileSync(path), texts = [];
for (let begin = 0; begin < whole.length;) {
    let end = Math.min(begin + 16384, whole.length);
    while (end < whole.length && whole[end - 1] !== 10) end++;
    texts.push(whole.subarray(begin, end).toString());
    begin = end;
}
const start = now();
const loaded = await llama.loadModel({modelPath: file, vocabOnly: true}), model = loaded._model;
const load = now() - start;
let best = Infinity, made;
for (let round = 0; round < 3; round++) {
    const begin = now();
    made = texts.map((text) => model.tokenize(text, true));
    best = Math.min(best, now() - begin);
}
let value = 14695981039346656037n, tokens = 0;
for (const ids of made) {
    for (const id of ids) value = ((value ^ BigInt(id)) * 1099511628211n) & 0xFFFFFFFFFFFFFFFFn;
    tokens += ids.length;
}
const hash = value.toString(16).padStart(16, "0");
console.log(JSON.stringify({tokens, load: load / 1e6, cold: best / 1e6, seconds: best / 1e6, hash}));
process.exit(0);
