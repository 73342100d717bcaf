// bench/peers/tokenizers_bench.mjs - the Hugging Face library on the same documents.
//
// usage: node tokenizers_bench.mjs CACHE TOKENIZER.json TEXT [DOCUMENT_BYTES]
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const [cache, file, textFile, size] = process.argv.slice(2);
const require = createRequire(path.resolve(cache, "oracle.js"));
const { Tokenizer } = require("tokenizers");
const document = Number(size ?? 16384);
const text = fs.readFileSync(textFile);
let start = performance.now();
const tokenizer = Tokenizer.fromFile(file);
const load = (performance.now() - start) / 1000;
const documents = [];
for (let begin = 0; begin < text.length;) {
    let end = document && text.length - begin > document ? begin + document : text.length;
    while (end < text.length && text[end - 1] !== 10) end++;
    documents.push(text.toString("utf8", begin, end));
    begin = end;
}
const PRIME = 1099511628211n, MASK = (1n << 64n) - 1n;
let best = Infinity, all;
for (let round = 0; round < 3; round++) {
    all = [];
    const before = process.cpuUsage();
    for (const one of documents)
        all.push(await tokenizer.encode(one, null, { addSpecialTokens: false }));
    const used = process.cpuUsage(before);
    best = Math.min(best, (used.user + used.system) / 1e6);
}
let hash = 14695981039346656037n, tokens = 0;
for (const encoding of all)
    for (const id of encoding.getIds()) {
        hash = ((hash ^ BigInt(id)) * PRIME) & MASK;
        tokens++;
    }
console.log(JSON.stringify({ bytes: text.length, tokens, load, seconds: best,
    hash: hash.toString(16).padStart(16, "0") }));
