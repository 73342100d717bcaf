#!/usr/bin/env python3
"""usage: each_synthetic.py PROGRAM ARGUMENT… - runs PROGRAM FILE ARGUMENT… for every tokenizer of
synthetic.py; exit status 1 when one of the runs fails."""
import os
import subprocess
import sys
import tempfile

import synthetic


def main():
    program, *arguments = sys.argv[1:]
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        names = list(synthetic.write(folder))
        for name in names:
            done = subprocess.run([program, os.path.join(folder, name + ".json"), *arguments],
                                  capture_output=True, text=True, check=False)
            if done.returncode:
                failed.append(name)
                print(f"{name}: {done.returncode}: {done.stdout[:1500]} {done.stderr[:500]}")
            else:
                print(f"{name}: {done.stdout.strip()}")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
