// tests/tokenizers/oracle.mjs - the reference: npm tokenizers, which is the Rust library.
//
// usage: node oracle.mjs CACHE TOKENIZER.json [--plain] < STRINGS
//
// CACHE is the folder that fetch_oracle.sh fills. Prints what token_probe prints.
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const [cache, file, plain] = process.argv.slice(2);
const require = createRequire(path.resolve(cache, "oracle.js"));
const { Tokenizer } = require("tokenizers");
const tokenizer = Tokenizer.fromString(fs.readFileSync(file, "utf8"));
const show = (text) => {
    let out = '"';
    for (const character of text) {
        const code = character.codePointAt(0);
        out += code >= 0x20 && code < 0x7f && character !== '"' && character !== "\\"
            ? character : `\\u{${code.toString(16)}}`;
    }
    return out + '"';
};
const lines = fs.readFileSync(0, "utf8").split("\n");
lines.pop();
const out = [];
const CHUNK = 256;
for (let at = 0; at < lines.length; at += CHUNK) {
    const texts = lines.slice(at, at + CHUNK).map((line) => JSON.parse(line));
    // encodeBatch would not do: it pads and truncates together.
    for (const text of texts) {
        const encoding = await tokenizer.encode(text, null, { addSpecialTokens: false });
        const ids = encoding.getIds();
        const offsets = encoding.getOffsets();
        let line = ids.map((id, i) => `${id}:${offsets[i][0]}:${offsets[i][1]}`).join(" ");
        if (!plain) line += "\t" + show(await tokenizer.decode(ids, false));
        out.push(line);
    }
    if (out.length > 5000) process.stdout.write(out.splice(0).join("\n") + "\n");
}
if (out.length) process.stdout.write(out.join("\n") + "\n");
