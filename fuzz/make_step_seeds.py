#!/usr/bin/env python3
"""usage: make_step_seeds.py FOLDER - seeds for fuzz_calls and fuzz_sessions: long random sequences of steps,
which the fuzzer would take a while to grow."""
import random
import sys

from make_seeds import put


def main():
    rng = random.Random(1)
    for target in ("calls", "sessions"):
        for _ in range(60):
            put(sys.argv[1], target, rng.randbytes(rng.choice((30, 100, 300))))


if __name__ == "__main__":
    main()
