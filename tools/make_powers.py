#!/usr/bin/env python3
"""Makes src/base/number_powers.inc: the 128 leading bits of powers of ten.

usage: tools/make_powers.py [--check]     with --check, compares instead of writing
"""
import os
import sys

FIRST, LAST = -342, 324


def leading_bits(power):
    """floor(10**power * 2**s), with s chosen so that the result has 128 bits."""
    if power >= 0:
        value, shift = 10**power, 0
        shift = 128 - value.bit_length()
        return value << shift if shift >= 0 else value >> -shift
    divisor = 10**-power
    shift = 127 + divisor.bit_length()
    value = (1 << shift) // divisor
    return value if value.bit_length() == 128 else (1 << (shift + 1)) // divisor


def text():
    lines = [
        "/* Made by tools/make_powers.py. The 128 leading bits, rounded down, of 10^%d to 10^%d:"
        % (FIRST, LAST),
        " * two words each, the higher one first. */",
        "#define POWERS_FIRST (%d)" % FIRST,
        "#define POWERS_LAST %d" % LAST,
        "static const uint64_t powers_of_ten[POWERS_LAST - POWERS_FIRST + 1][2] = {",
    ]
    for power in range(FIRST, LAST + 1):
        bits = leading_bits(power)
        assert bits.bit_length() == 128
        lines.append("    {0x%016x, 0x%016x}," % (bits >> 64, bits & (2**64 - 1)))
    lines.append("};")
    return "\n".join(lines) + "\n"


def main(arguments):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "base", "number_powers.inc")
    if arguments == ["--check"]:
        with open(path, encoding="ascii", newline="") as file:
            same = file.read() == text()
        print("number_powers.inc is %swhat the generator makes" % ("" if same else "not "))
        return 0 if same else 1
    with open(path, "w", encoding="ascii", newline="\n") as file:
        file.write(text())
    return 0


sys.exit(main(sys.argv[1:]))
