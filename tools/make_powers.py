#!/usr/bin/env python3
"""Makes src/base/number_powers.inc: the 128 leading bits of powers of ten.

usage: tools/make_powers.py [FILE]      (default: standard output)
"""
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


if len(sys.argv) > 1:
    with open(sys.argv[1], "w", encoding="ascii", newline="\n") as file:
        file.write(text())
else:
    sys.stdout.write(text())
