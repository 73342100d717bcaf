#!/usr/bin/env python3
"""Compares number.h with this Python: repr, float() and exact digits, in bulk.

usage: check_numbers.py PROBE [COUNT]   COUNT random doubles (default 20000), besides edge cases
"""
import itertools
import random
import struct
import subprocess
import sys
from decimal import ROUND_HALF_EVEN, Decimal, getcontext, localcontext

getcontext().prec = 2000
getcontext().Emin, getcontext().Emax = -99999, 99999


def to_bits(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def from_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def edge_bits():
    """Every power of two and of ten, the limits, and their neighbours."""
    seeds = {0, 1, 2, 3, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0x7FF8000000000000}
    seeds |= {(1 << 52) - 1, 1 << 52, (1 << 52) + 1}
    seeds |= {exponent << 52 for exponent in range(1, 2047)}
    seeds |= {1 << bit for bit in range(52)}
    seeds |= {to_bits(float("1e%d" % power)) for power in range(-323, 309)}
    seeds |= {to_bits(float(2**53 + n)) for n in range(-40, 40)}
    seeds |= {to_bits(n / 8) for n in range(-400, 4000)}
    seeds |= {to_bits(n * 10.0**p) for n in range(1, 100) for p in (-5, -4, -3, 14, 15, 16, 17, 22, 23)}
    near = {bits + step for bits in seeds for step in (-1, 1)}
    return sorted(bits for bits in seeds | near if 0 <= bits < 2**64)


def random_bits(generator, count):
    for index in range(count):
        kind = index % 4
        if kind == 0:
            yield generator.getrandbits(64)
        elif kind == 1:
            yield to_bits(generator.uniform(-1, 1) * 10 ** generator.randint(-6, 22))
        elif kind == 2:
            yield to_bits(float("%de%d" % (generator.randint(1, 10**6), generator.randint(-20, 20))))
        else:
            yield generator.getrandbits(52)  # subnormal


def halfway(bits):
    """The exact decimal of the point between this double and the next."""
    low, high = Decimal(from_bits(bits)), Decimal(from_bits(bits + 1)) if bits < 0x7FEFFFFFFFFFFFFF else None
    if high is None:
        high = Decimal(2) ** 1024
    return format((low + high) / 2, "f" if bits & 1 else "e")


def literals(generator, count):
    """Texts to read: given, near half-way points, long, and with far exponents."""
    yield from ("0", "0.0", "0e999", "00012", "1.", ".5", "5.e3", "1e400", "1e-400", "1e99999999999999999999",
                "1e-99999999999999999999", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e23", "8.5e22",
                "9007199254740993", "9007199254740992.99999999999999999999", "1.7976931348623158e308",
                "1.7976931348623159e308", "0." + "0" * 5000 + "1e5001", "1" + "0" * 5000 + "e-5000",
                "123456789012345678901234567890", "4.9406564584124654e-324", "2.2250738585072011e-308",
                "2.2250738585072012e-308", "6.631236846766476e-316", "0" * 3000 + "." + "0" * 3000 + "7")
    for index in range(count):
        bits = generator.getrandbits(63) % 0x7FF0000000000000
        if index % 3 == 0:
            bits = generator.getrandbits(generator.randint(1, 55))
        text = halfway(bits)
        yield text
        mantissa, mark, exponent = text.partition("e") if "e" in text else text.partition("E")
        if "." not in mantissa:
            mantissa += "."
        yield mantissa + "0" * generator.randint(0, 900) + "1" + mark + exponent
        cut = generator.randint(1, len(mantissa))
        yield (mantissa[:cut] if mantissa[:cut] != "." else "0") + mark + exponent
        yield "%d.%de%d" % (generator.getrandbits(generator.randint(1, 80)),
                            generator.getrandbits(generator.randint(1, 80)), generator.randint(-345, 310))


def expected_digits(value, count, fixed):
    exact = abs(Decimal(value))
    if not exact:
        return " 0"
    if fixed:
        place = -count
    else:
        place = exact.adjusted() - max(count, 1) + 1
    with localcontext() as context:
        context.rounding = ROUND_HALF_EVEN
        if place > exact.adjusted() + 1:
            return " 0"
        rounded = exact
        if place > exact.as_tuple().exponent:
            rounded = exact.scaleb(-place).to_integral_value().scaleb(place)
    if not rounded:
        return " 0"
    _, digits, exponent = rounded.as_tuple()
    text = "".join(map(str, digits))
    return "%s %d" % (text.rstrip("0"), len(text) + exponent)


def requests(generator, count):
    for bits in edge_bits():
        yield "repr %x" % bits, repr(from_bits(bits))
    for bits in random_bits(generator, count):
        value = from_bits(bits)
        text = repr(value)
        yield "repr %x" % bits, text
        if value - value == 0:
            text = text.lstrip("-")
            yield "read " + text, "%x" % to_bits(float(text))
            text = ("%.16e", "%.17e", "%.18e", "%.19e", "%.30e")[bits % 5] % abs(value)
            yield "read " + text, "%x" % to_bits(float(text))
    for text in literals(generator, count // 20):
        yield "read " + text, "%x" % to_bits(float(text))
    values = [bits for bits in edge_bits() if bits < 0x7FF0000000000000]
    for index in range(count // 4):
        bits = generator.choice(values) if index % 2 else next(random_bits(generator, 1))
        if index % 5 == 0:
            bits = to_bits(generator.randint(0, 100000) / generator.choice((8, 10, 16, 100, 1000)))
        value = from_bits(bits)
        if value - value != 0:
            continue
        fixed = generator.random() < 0.6
        digits = generator.choice((0, 1, 2, 3, 4, 6, 10, 17, 20, 50, 400, 1100, 100000))
        if fixed and generator.random() < 0.2:
            digits = -generator.randint(0, 320)
        yield "digits %x %d %d" % (bits, digits, fixed), expected_digits(value, digits, fixed)
    for number in [0, 1, -1, 9, 10, 99, 100, 2**63 - 1, -(2**63), 2**63, -(2**63) - 1, 2**64, 10**18, 10**19, 10**30]:
        fits = -(2**63) <= number < 2**63
        yield "int %d" % number, str(number) if fits else "no"
    for text in ("", "-", "--1", "1x", "+1", " 1", "1 "):
        yield "int " + text, "no"
    yield "int -0", "0"
    yield "int 000123", "123"
    for _ in range(count // 10):
        number = generator.getrandbits(generator.randint(1, 63)) * generator.choice((1, -1))
        yield "int %d" % number, str(number)


def main():
    sys.set_int_max_str_digits(0)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
    generator = random.Random(20240501)
    total = wrong = 0
    stream = requests(generator, count)
    while True:
        batch = list(itertools.islice(stream, 100000))
        if not batch:
            break
        asked = "".join(request + "\n" for request, _ in batch)
        answers = subprocess.run([sys.argv[1], "numbers"], input=asked, stdout=subprocess.PIPE,
                                 check=True, text=True).stdout.split("\n")
        assert len(answers) == len(batch) + 1
        for (request, want), got in zip(batch, answers):
            total += 1
            if got != want:
                wrong += 1
                if wrong <= 20:
                    print("%s: got %s, want %s" % (request[:200], got[:100], want[:100]))
    print("%d requests, %d wrong" % (total, wrong))
    return 1 if wrong else 0


sys.exit(main())
