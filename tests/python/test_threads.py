"""The interpreter's lock is released once in each call that is long enough. How much of the CPU time that is, which bounds
what two threads can gain, is printed."""
import ctypes
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
static double begin, total;
static long count;
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
void *PyEval_SaveThread(void)
{
    void *state = ((void *(*)(void))dlsym(RTLD_NEXT, "PyEval_SaveThread"))();
    count++;
    begin = now();
    return state;
}
void PyEval_RestoreThread(void *state)
{
    total += now() - begin;
    ((void (*)(void *))dlsym(RTLD_NEXT, "PyEval_RestoreThread"))(state);
}
long releases(void)
{
    long seen = count;
    count = 0;
    return seen;
}
double without_lock(void)
{
    double seconds = total;
    total = 0;
    return seconds;
}
"""


def shares():
    """Of each kind of call: releases of the lock, and the share of CPU time without it."""
    import time

    import chatfmt
    import chatfmt.transformers as served
    import standins
    library = ctypes.CDLL(None)
    library.without_lock.restype = ctypes.c_double
    import random
    r = random.Random(1)
    messages = [{"role": ("user", "assistant")[i % 2], "content": standins.text(r, 60)} for i in range(120)]
    plain = [{"role": ("user", "assistant")[i % 2], "content": "what is it? " * 33} for i in range(400)]
    tokenizer = standins.five()["byte_level"]
    assert len(tokenizer.apply_chat_template(messages, return_dict=False)) > 3000
    template = chatfmt.Template(standins.CHATML)
    served.install(strict=True)
    work = {"ids": lambda: tokenizer.apply_chat_template(messages, return_dict=False),
            "default": lambda: tokenizer.apply_chat_template(messages),
            "masks": lambda: tokenizer.apply_chat_template(messages, return_assistant_tokens_mask=True),
            "text": lambda: template.render(messages=plain),
            "short": lambda: template.render(messages=plain[:100])}
    for name, call in work.items():
        call()
        library.without_lock()
        library.releases()
        begin = time.process_time()
        for _ in range(100):
            call()
        spent = time.process_time() - begin
        print("share", name, library.releases() // 100, round(library.without_lock() / spent, 3))


@pytest.mark.skipif(not sys.platform.startswith("linux") or not shutil.which("cc"), reason="LD_PRELOAD, a compiler")
def test_the_lock_is_released(tmp_path):
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        pytest.skip("there is no lock")
    pytest.importorskip("transformers")
    (tmp_path / "clock.c").write_text(CLOCK)
    library = tmp_path / "clock.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, tmp_path / "clock.c", "-ldl"], check=True)
    answer = subprocess.run([sys.executable, "-c", "import test_threads; test_threads.shares()"], cwd=HERE, capture_output=True, text=True,
                            env={**os.environ, "LD_PRELOAD": str(library)})
    assert answer.returncode == 0, answer.stderr[-2000:]
    found = [line.split() for line in answer.stdout.splitlines() if line.startswith("share ")]
    print(found)
    assert {name: int(count) for _, name, count, _ in found} == {"ids": 1, "default": 1, "masks": 1, "text": 1, "short": 0}
