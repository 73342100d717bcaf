"""Connects threads, blocking iterators and asynchronous iterators."""
import queue
import threading

from .._ending import closed_at_exit

__all__ = ["awaited", "produced"]

_WAITING = 64  # pieces that a producer may be ahead of its reader
_END = object()


class Cancelled(BaseException):
    """Raised in a producer after its reader has gone away."""


def produced(work):
    """A generator of what `work(emit)` emits. `work` runs in a thread of its own.

    If the generator is closed, the next emit() raises Cancelled in the thread. close() waits for the end of the thread.
    """
    return closed_at_exit(_produced(work))


def _produced(work):
    items, gone = queue.Queue(_WAITING), threading.Event()

    def emit(item):
        while not gone.is_set():
            try:
                return items.put(item, timeout=0.1)
            except queue.Full:
                pass
        raise Cancelled

    def run():
        try:
            try:
                work(lambda item: emit((item, None)))
            except Cancelled:
                return
            except BaseException as error:
                emit((_END, error))
            else:
                emit((_END, None))
        except Cancelled:
            pass

    thread = threading.Thread(target=run, daemon=True, name="chatfmt-engine")
    thread.start()
    try:
        while True:
            item, error = items.get()
            if error is not None:
                raise error
            if item is _END:
                return
            yield item
    finally:
        gone.set()
        thread.join()


async def awaited(iterator):
    """A blocking generator as an asynchronous generator.

    Its steps run in a thread of its own. In a shared pool, steps that wait could take all threads, and then the thread that
    they wait for could not run.
    """
    import asyncio
    from concurrent.futures import ThreadPoolExecutor
    loop, pool, step = asyncio.get_running_loop(), ThreadPoolExecutor(1, "chatfmt-reply"), None
    try:
        while True:
            step = loop.run_in_executor(pool, next, iterator, _END)
            item = await asyncio.shield(step)
            step = None
            if item is _END:
                return
            yield item
    finally:
        if step is not None:  # cancelled while the thread works
            await asyncio.wait([step])
            step.exception()
        await loop.run_in_executor(pool, iterator.close)
        pool.shutdown(wait=False)
