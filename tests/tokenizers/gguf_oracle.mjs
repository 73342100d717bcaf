// What llama.cpp says: gguf_oracle.mjs NODE_MODULES [--special | --plain] FILE.gguf … < one JSON string a line
//
// For each file, with special tokens and without, and for each string, one line: ids, then the detokenized text as
// JSON, with and without special tokens. With --special or --plain only that way, and the text alone that goes with it. Needs npm node-llama-cpp, whose llama_tokenize() is called as it is
// (model.tokenize() of the package does more).
import {createRequire} from "node:module";
import fs from "node:fs";
import {pathToFileURL} from "node:url";

const [folder, ...rest] = process.argv.slice(2);
const only = {"--special": [true], "--plain": [false]}[rest[0]];
const files = only ? rest.slice(1) : rest, ways = [true, false];
const require = createRequire(pathToFileURL(folder + "/").href);
const {getLlama} = await import(pathToFileURL(require.resolve("node-llama-cpp")).href);
const llama = await getLlama({gpu: false, build: "never", logLevel: "disabled"});
const parts = [];
for await (const part of process.stdin) parts.push(part);
const texts = Buffer.concat(parts).toString().split("\n").filter((line) => line).map((line) => JSON.parse(line));

function write(text) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) {
        try {
            at += fs.writeSync(1, bytes, at);
        } catch (error) {
            if (error.code !== "EAGAIN") throw error;
        }
    }
}

for (const file of files) {
    const loaded = await llama.loadModel({modelPath: file, vocabOnly: true}), model = loaded._model;
    for (const flag of only ?? ways) {
        let rows = [];
        for (const text of texts) {
            const ids = Uint32Array.from(model.tokenize(text, flag));
            const decoded = (only ?? ways).map((special) => JSON.stringify(model.detokenize(ids, special)));
            rows.push([ids.join(" "), ...decoded].join("\t") + "\n");
            if (rows.length === 1000) write(rows.splice(0).join(""));
        }
        write(rows.join(""));
    }
    await loaded.dispose();
}
process.exit(0);
