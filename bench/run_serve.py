#!/usr/bin/env python3
"""Measures the render service over loopback: renders of chats of about 1,000 tokens, by 32 connections that ask again
as soon as they are answered.

    run_serve.py [--model FOLDER] [--connections N] [--seconds S] [--requests N] [--tokens N]

--requests N: so many requests instead of so many seconds, and the service's memory every tenth of them.

The service runs on one processor, the clients on another. Two rates are printed: of the clock, which is that of a
machine that does nothing else, and of the service's own processor time, which holds on a busy one. Needs the
package with its extra `serve`, and, without --model, what tests/python/scripted.py needs.
"""
import argparse
import asyncio
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def chat(model, tokens):
    """A conversation whose prompt has about so many tokens."""
    messages = []
    while not messages or len(model.apply_chat_template(messages, return_dict=False)) < tokens:
        messages += [{"role": "user", "content": f"Question {len(messages)}: how does the rain get into the river, and "
                      "what becomes of the fish when the river freezes in a cold winter?"},
                     {"role": "assistant", "content": "Some of it runs off the fields; the rest sinks into the ground and "
                      "comes back in springs, weeks later. The fish stay in the deep water below the ice."}]
    return messages[:-1]


async def ask(host, port, request, until, times):
    """One connection."""
    reader, writer = await asyncio.open_connection(host, port)
    while until():
        begin = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        status = head.split(b" ", 2)[1]
        length = int(re.search(rb"content-length: (\d+)", head)[1])
        body = await reader.readexactly(length)
        times.append(time.perf_counter() - begin)
        if status != b"200":
            raise SystemExit(f"{status.decode()}: {body[:300]!r}")
    writer.close()


def of_process(pid):
    """(processor seconds, resident bytes)."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGESIZE")


def start(folder):
    server = subprocess.Popen([sys.executable, "-m", "chatfmt", "serve", "--model", folder, "--port", "0", "--name", "m"],
                              stderr=subprocess.PIPE, text=True)
    os.sched_setaffinity(server.pid, {min(os.sched_getaffinity(0))})
    for line in server.stderr:
        found = re.search(r"running on http://([\d.]+):(\d+)", line)
        if found:
            return server, found[1], int(found[2])
    raise SystemExit("the service did not start")


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


async def measure(arguments, server, host, port, request):
    times = []
    await asyncio.gather(*[ask(host, port, request, lambda end=time.monotonic() + 1: time.monotonic() < end, times)
                           for _ in range(arguments.connections)])
    memory = []
    used, _ = of_process(server.pid)
    begin, end = time.monotonic(), time.monotonic() + arguments.seconds
    times.clear()

    def go_on():
        if arguments.requests:
            if len(times) * 10 >= len(memory) * arguments.requests:
                memory.append(of_process(server.pid)[1])
            return len(times) < arguments.requests
        return time.monotonic() < end
    await asyncio.gather(*[ask(host, port, request, go_on, times) for _ in range(arguments.connections)])
    passed, (after, resident) = time.monotonic() - begin, of_process(server.pid)
    print(f"{len(times)} renders by {arguments.connections} connections in {passed:.1f} s (load {os.getloadavg()[0]:.1f}): "
          f"{len(times) / passed:.0f}/s; p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms")
    print(f"of the service's processor time: {(after - used) / len(times) * 1e6:.0f} us each, "
          f"{len(times) / (after - used):.0f}/s on one core; {resident >> 10} KiB resident")
    if memory:
        print("resident KiB at each tenth:", " ".join(str(size >> 10) for size in memory))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model")
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--tokens", type=int, default=1000)
    arguments = parser.parse_args()
    import chatfmt
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.model or temporary
        if not arguments.model:
            sys.path.insert(0, str(ROOT / "tests" / "python"))
            import scripted
            scripted.write_folder(pathlib.Path(folder))
        model = chatfmt.Model.from_pretrained(folder)
        messages = chat(model, arguments.tokens)
        body = json.dumps({"model": "m", "messages": messages}).encode()
        request = (b"POST /v1/chat/completions/render HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                   b"Content-Length: %d\r\n\r\n" % len(body)) + body
        server, host, port = start(folder)
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        try:
            count = len(model.apply_chat_template(messages, return_dict=False, add_generation_prompt=True))
            print(f"{len(messages)} messages, {count} tokens, {len(body)} bytes of JSON")
            asyncio.run(measure(arguments, server, host, port, request))
        finally:
            server.terminate()
            server.communicate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
