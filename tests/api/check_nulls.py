#!/usr/bin/env python3
"""What an error says of an argument that is NULL is the name that the header has for it.

    check_nulls.py LIBRARY [--all]

Calls each public function that returns a chatfmt_status once for each pointer among its arguments, with NULL for
that one, memory of zeros for the others, and 1 for numbers, each time in a process of its own: a function that
takes the zeros for an object may end it, which says nothing. --all prints what came of each call.
"""
import ctypes
import glob
import os
import re
import struct
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FUNCTION = re.compile(r"CHATFMT_API\s+chatfmt_status\s+(chatfmt_\w+)\s*\(([^;]*)\)\s*;")
PARAMETER = re.compile(r"(.*?)(\w+)(\[\d*\])?$", re.S)
TEXT = 4 + 5 * 4  # where chatfmt_error.text begins, after the status and five numbers
NUMBERS = {"size_t": ctypes.c_size_t, "uint64_t": ctypes.c_uint64, "int64_t": ctypes.c_int64, "uint32_t": ctypes.c_uint32,
           "double": ctypes.c_double}
BAD_ARGUMENT = 2


class Pair(ctypes.Structure):
    """chatfmt_slice, chatfmt_value."""
    _fields_ = [("first", ctypes.c_size_t), ("second", ctypes.c_size_t)]


def functions():
    """(name, [(type, name of the argument)])"""
    for path in sorted(glob.glob(os.path.join(ROOT, "include", "chatfmt", "*.h"))):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        for found in FUNCTION.finditer(text):
            rows = [PARAMETER.match(" ".join(row.split())) for row in found.group(2).split(",")]
            yield found.group(1), [(row.group(1).strip() + ("*" if row.group(3) else ""), row.group(2)) for row in rows]


def may_be_null(kind):
    """Options, limits and allocators, whose defaults NULL stands for."""
    return kind.startswith("const") and re.search(r"_options \*$|chatfmt_limits \*$|chatfmt_allocator \*$", kind) is not None


def argument(kind, zeros):
    if kind.endswith("*"):
        return ctypes.c_void_p(None if may_be_null(kind) else ctypes.addressof(zeros))
    if kind in ("chatfmt_slice", "chatfmt_value"):
        return Pair(ctypes.addressof(zeros), 1) if kind == "chatfmt_slice" else Pair(0, 0)
    return NUMBERS.get(kind, ctypes.c_int)(1)


def called(library, name, parameters, null):
    """(status, text) of the call where the argument number `null` is NULL; None when it ended its process."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        zeros, error = ctypes.create_string_buffer(1 << 16), ctypes.create_string_buffer(1 << 12)
        given = [argument(kind, zeros) for kind, _ in parameters]
        for number, (kind, _) in enumerate(parameters):
            if number == null:
                given[number] = Pair(0, 1) if kind == "chatfmt_slice" else ctypes.c_void_p(None)
            elif kind.replace(" ", "") == "chatfmt_error*":
                given[number] = ctypes.c_void_p(ctypes.addressof(error))
        status = getattr(library, name)(*given)
        os.write(writer, struct.pack("i", status) + error.raw[TEXT:TEXT + 1024].split(b"\0")[0])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        said = file.read()
    os.waitpid(child, 0)
    return (struct.unpack("i", said[:4])[0], said[4:].decode("utf-8", "replace")) if said else None


def problems(library, tells):
    count = 0
    for name, parameters in functions():
        names = {parameter for _, parameter in parameters}
        for null, (kind, parameter) in enumerate(parameters):
            if not (kind.endswith("*") or kind == "chatfmt_slice") or parameter == "error":
                continue
            got = called(library, name, parameters, null)
            if tells:
                print(f"{name}({parameter}): {got}")
            said = re.fullmatch(r"([\w.]+) is NULL", got[1]) if got else None
            count += said is not None and said.group(1) == parameter
            if got and got[0] == BAD_ARGUMENT and "NULL" in got[1] and not said:
                yield f"{name}: {parameter} is NULL, and the error says: {got[1]}"
            elif said and said.group(1) != parameter and said.group(1).split(".")[0] not in names | {row[0].strip("const *") for row in parameters}:
                yield f"{name}: {parameter} is NULL, and the error names {said.group(1)}"
    if count < 300:
        yield f"only {count} arguments were named"
    print(f"{count} arguments are named when they are NULL")


def main():
    found = list(problems(ctypes.CDLL(sys.argv[1]), "--all" in sys.argv[2:]))
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
