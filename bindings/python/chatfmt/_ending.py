"""Closes generators that run a thread or a process before the interpreter ends.

After the interpreter has ended, threads no longer run, and waiting for one would never end.
"""
import atexit
import contextlib
import weakref

__all__ = ["closed_at_exit"]

_open = weakref.WeakSet()


def closed_at_exit(generator):
    """The same generator. It is closed when the interpreter ends, if it still exists then."""
    _open.add(generator)
    return generator


@atexit.register
def _close():
    for generator in list(_open):
        with contextlib.suppress(ValueError):  # a thread is running it
            generator.close()
