"""The interpreter's lock is released once in each call that is long enough. How much of the CPU time that is, which bounds
what two threads can gain, is printed. Threads that come back watch each other (src/lock.c), and nothing else changes."""
import concurrent.futures
import ctypes
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading
import time

import pytest

import chatfmt

HERE = pathlib.Path(__file__).parent
CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>
static __thread double begin;
static __thread int away, late; /* a late thread stays without the lock until it is sent for */
static double total;
static long count;
static volatile long watches, lates;
static volatile int sent;
int clock_gettime(clockid_t which, struct timespec *t)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    if (away && which == CLOCK_MONOTONIC) watches++;
    return real(which, t);
}
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
    if (late) {
        late = 0;
        lates++;
        while (!sent) usleep(100);
        sent = 0;
    }
    begin = now();
    away = 1;
    return state;
}
void PyEval_RestoreThread(void *state)
{
    away = 0;
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
void be_late(void) { late = 1; }
void send_for(void) { sent = 1; }
long late_threads(void) { return lates; }
long looks_at_the_clock(void) { return watches; }
"""
LONG = [{"role": ("user", "assistant")[i % 2], "content": "what is it? " * 33} for i in range(400)]


def shares():
    """Of each kind of call: releases of the lock, and the share of CPU time without it."""
    import chatfmt.transformers as served
    import standins
    library = ctypes.CDLL(None)
    library.without_lock.restype = ctypes.c_double
    r = random.Random(1)
    messages = [{"role": ("user", "assistant")[i % 2], "content": standins.text(r, 60)} for i in range(120)]
    tokenizer = standins.five()["byte_level"]
    assert len(tokenizer.apply_chat_template(messages, return_dict=False)) > 3000
    template = chatfmt.Template(standins.CHATML)
    served.install(strict=True)
    work = {"ids": lambda: tokenizer.apply_chat_template(messages, return_dict=False),
            "default": lambda: tokenizer.apply_chat_template(messages),
            "masks": lambda: tokenizer.apply_chat_template(messages, return_assistant_tokens_mask=True),
            "text": lambda: template.render(messages=LONG),
            "short": lambda: template.render(messages=LONG[:100])}
    for name, call in work.items():
        call()
        library.without_lock()
        library.releases()
        begin = time.process_time()
        for _ in range(100):
            call()
        spent = time.process_time() - begin
        print("share", name, library.releases() // 100, round(library.without_lock() / spent, 3))


def watches():
    """What a thread does that comes back: alone; while another has the lock and keeps it; and when that one lets it go."""
    import standins
    library = ctypes.PyDLL(None)
    template = chatfmt.Template(standins.CHATML)
    text = template.render(messages=LONG)
    for _ in range(100):
        template.render(messages=LONG)
    print("watch alone", library.looks_at_the_clock())
    for number, name in enumerate(("kept", "let go")):
        before, done = library.looks_at_the_clock(), []
        thread = threading.Thread(target=lambda: (library.be_late(), done.append(template.render(messages=LONG) == text)))
        thread.start()
        while library.late_threads() == number:
            time.sleep(0.001)
        template.render(messages=LONG)
        library.send_for()
        while not done:
            if name == "let go":
                template.render(messages=LONG)
        thread.join()
        assert done == [True]
        print("watch", name.replace(" ", "-"), library.looks_at_the_clock() - before)


def beneath(tmp_path, function):
    """The lines that `function` of this module prints beneath the library."""
    if not sys.platform.startswith("linux") or not shutil.which("cc"):
        pytest.skip("LD_PRELOAD, a compiler")
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        pytest.skip("there is no lock")
    pytest.importorskip("transformers")
    (tmp_path / "clock.c").write_text(CLOCK)
    library = tmp_path / "clock.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, tmp_path / "clock.c", "-ldl"], check=True)
    answer = subprocess.run([sys.executable, "-c", f"import test_threads; test_threads.{function.__name__}()"], cwd=HERE,
                            capture_output=True, text=True, env={**os.environ, "LD_PRELOAD": str(library)})
    assert answer.returncode == 0, answer.stderr[-2000:]
    print(answer.stdout)
    return [line.split()[1:] for line in answer.stdout.splitlines() if line.startswith(("share ", "watch "))]


def test_the_lock_is_released(tmp_path):
    found = beneath(tmp_path, shares)
    assert {name: int(count) for name, count, _ in found} == {"ids": 1, "default": 1, "masks": 1, "text": 1, "short": 0}


def test_a_thread_watches_another_one_alone(tmp_path):
    looks = {name: int(count) for name, count in beneath(tmp_path, watches)}
    assert looks["alone"] == 0
    if os.cpu_count() > 1:
        assert looks["kept"] > 0


@pytest.fixture(scope="module")
def calls():
    """Calls that let the lock go, what they give, and a call that fails while it has let it go."""
    import standins
    tokenizer = chatfmt.Tokenizer(json=standins.five()["byte_level"].backend_tokenizer.to_str())
    model = chatfmt.Model.from_template(standins.CHATML, tokenizer=tokenizer)
    template = chatfmt.Template("{% for m in messages %}{{ m.content }}{% endfor %}{{ raise_exception('no ' ~ name) }}")

    def fails():
        name = threading.current_thread().name
        with pytest.raises(chatfmt.Error, match="^no " + name):
            template.render(messages=LONG, name=name)
    work = [lambda: model.apply_chat_template(LONG, tokenize=False), lambda: model.apply_chat_template(LONG, return_dict=False),
            lambda: model.apply_chat_template(LONG[:20], mask="derived"), fails]
    return work, [one() for one in work]


def test_many_threads_give_what_one_gives(calls):
    work, expected = calls
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        for number, made in enumerate(pool.map(lambda i: work[i % len(work)](), range(800))):
            assert made == expected[number % len(work)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_children_of_threads(calls):
    """A child has the thread that forked and no other one."""
    work, expected = calls
    stop = threading.Event()

    def run():
        while not stop.is_set():
            work[0]()
    others = [threading.Thread(target=run) for _ in range(3)]
    for other in others:
        other.start()
    for _ in range(10):
        child = os.fork()
        if not child:
            os._exit(any(one() != want for one, want in zip(work[:3], expected)))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    stop.set()
    for other in others:
        other.join()


def test_the_end_while_threads_work():
    """Threads that are left when the interpreter ends do not come back."""
    program = ("import threading, time, test_threads, chatfmt\n"
               "t = chatfmt.Template('{% for m in messages %}{{ m.content }}{% endfor %}')\n"
               "def run():\n    while True: t.render(messages=test_threads.LONG)\n"
               "for _ in range(4): threading.Thread(target=run, daemon=True).start()\n"
               "time.sleep(0.05)\n")
    for _ in range(5):
        answer = subprocess.run([sys.executable, "-c", program], cwd=HERE, capture_output=True, text=True, timeout=60)
        assert (answer.returncode, answer.stderr) == (0, "")


def test_objects_of_ids_are_kept_once():
    """Each id has one object, whose count goes back to what it was, and memory does not grow."""
    import standins
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        pytest.skip("each thread has its own")
    tokenizer = standins.five()["byte_level"]
    made = chatfmt.Tokenizer(json=tokenizer.backend_tokenizer.to_str())
    text = standins.text(random.Random(2), 40)
    first, second = made.encode(text), made.encode(text)
    assert all(a is b for a, b in zip(first, second))
    wide = max(first)
    assert wide > 256  # smaller ones are Python's own
    del first, second
    before = sys.getrefcount(wide)
    for _ in range(100000):
        made.encode(text)
    assert sys.getrefcount(wide) == before
