#!/usr/bin/env python3
"""Prompts of FastChat's formats, here and in FastChat's own Python, on one core; time of the processor.

    bench/run_formats.py [--build DIR] [--messages N]

Takes FastChat's package by pip (nothing that it depends on), checks that both write the same
prompt, and prints how many times faster this one is. Both sides are timed for the same work: the
conversation with its messages is at hand, the prompt is wanted as text, and nothing else is asked
for. They run on one core and in turn, since the speed of a shared machine changes from second to
second, and the best time of each counts.
"""
import argparse
import importlib.util
import os
import subprocess
import sys
import time
import zipfile

NAMES = ["vicuna_v1.1", "llama-2", "qwen-7b-chat", "chatglm2", "one_shot", "falcon-chat"]
PACKAGE = "fschat==0.2.36"


def fastchat(folder):
    path = os.path.join(folder, "fastchat", "conversation.py")
    if not os.path.exists(path):
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", PACKAGE, "-d", folder],
                       check=True)
        wheel = next(n for n in os.listdir(folder) if n.endswith(".whl"))
        zipfile.ZipFile(os.path.join(folder, wheel)).extract("fastchat/conversation.py", folder)
    spec = importlib.util.spec_from_file_location("fastchat_conversation", path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def measure(conversation):
    best = 1e9
    for _ in range(5):
        begin, count = time.process_time(), 0
        while time.process_time() - begin < 0.01:
            for _ in range(16):
                conversation.get_prompt()
            count += 16
        best = min(best, (time.process_time() - begin) / count)
    return best


def ours(options, name):
    """The time of one prompt, and the prompt."""
    run = subprocess.run([os.path.join(options.build, "bench", "bench_formats"), str(options.messages), name],
                         check=True, stdout=subprocess.PIPE)
    line, prompt = run.stdout.split(b"\n", 1)
    return float(line), prompt.decode("utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build-bench")
    parser.add_argument("--messages", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    folder = os.path.join(options.build, "bench-peers", "fastchat")
    os.makedirs(folder, exist_ok=True)
    module, product = fastchat(folder), 1.0
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for name in NAMES:
        conversation = module.get_conv_template(name)
        for i in range(options.messages):
            conversation.append_message(conversation.roles[i % 2],
                                        "This is message number %d of the conversation." % i)
        best, theirs = 1e9, 1e9
        for _ in range(options.rounds):
            took, prompt = ours(options, name)
            if prompt != conversation.get_prompt():
                sys.exit("%s: the prompts differ" % name)
            best, theirs = min(best, took), min(theirs, measure(conversation))
        product *= theirs / best
        print("%-14s chatfmt %8.2f us   FastChat %8.2f us   %5.1f x" % (
            name, 1e6 * best, 1e6 * theirs, theirs / best))
    print("geometric mean %.1f x, %d messages, Python %s, %s" % (
        product ** (1 / len(NAMES)), options.messages, sys.version.split()[0], PACKAGE))


if __name__ == "__main__":
    main()
