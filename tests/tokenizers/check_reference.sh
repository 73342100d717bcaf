#!/usr/bin/env bash
# usage: check_reference.sh PROBE CACHE COUNT SEED
# compare.py when the reference is there; otherwise says loudly that it is not (exit status 77).
set -eu
if [ ! -d "$2/node_modules/tokenizers" ] || ! command -v node >/dev/null; then
    echo "SKIPPED: no reference in $2; tests/tokenizers/fetch_oracle.sh fetches it" >&2
    exit 77
fi
exec python3 "$(dirname "$0")/compare.py" "$@"
