"""Generators that run a thread or a process are closed before the interpreter ends: after that its threads no longer run, and
waiting for one never ends."""
import atexit
import contextlib
import weakref

__all__ = ["closed_at_exit"]

_open = weakref.WeakSet()


def closed_at_exit(generator):
    """The generator, which is closed when the interpreter ends, if it is still there."""
    _open.add(generator)
    return generator


@atexit.register
def _close():
    for generator in list(_open):
        with contextlib.suppress(ValueError):  # a thread is running it
            generator.close()
