"""The small floats whose conversions are recorded, and the float32 inputs that tell conversions apart.

An input is the bit pattern of a float32. Four classes of inputs belong to every format, made anew from fixed seeds:
values (what codes mean), midpoints (ties between neighbors, and the float32 on either side of each),
range (random, around the format's own range) and two that all formats share: specials and any (random patterns).
"""
import math
import struct
from typing import NamedTuple

from random64 import Random

NAN, INFINITY, SIGN = 0x7FC00000, 0x7F800000, 0x80000000


class Format(NamedTuple):
    name: str
    exponent: int  # bits
    mantissa: int
    bias: int
    top: int  # code of the greatest finite number
    signed: bool = True

    def value(self, code: int) -> float:
        """What a code up to `top` means; a step beyond, what would follow."""
        field, fraction = code >> self.mantissa, code & (1 << self.mantissa) - 1
        if self.mantissa == 0:
            return 2.0 ** (field - self.bias)  # E8M0: no zero
        if field == 0:
            return math.ldexp(fraction, 1 - self.bias - self.mantissa)
        return math.ldexp((1 << self.mantissa) + fraction, field - self.bias - self.mantissa)

    def small(self) -> bool:
        return self.top < 256


FORMATS = [
    Format("e4m3", 4, 3, 7, 0x7E), Format("e5m2", 5, 2, 15, 0x7B),
    Format("e4m3fnuz", 4, 3, 8, 0x7F), Format("e5m2fnuz", 5, 2, 16, 0x7F),
    Format("e3m2", 3, 2, 3, 0x1F), Format("e2m3", 2, 3, 1, 0x1F), Format("e2m1", 2, 1, 1, 0x7),
    Format("e8m0", 8, 0, 127, 0xFE, signed=False),
    Format("fp16", 5, 10, 15, 0x7BFF), Format("bf16", 8, 7, 127, 0x7F7F), Format("tf32", 8, 10, 127, 0x3FBFF),
]


def bits(value: float) -> int:
    """Of the nearest float32."""
    try:
        return struct.unpack("<I", struct.pack("<f", value))[0]
    except OverflowError:
        return INFINITY | (SIGN if value < 0 else 0)


def number(pattern: int) -> float:
    return struct.unpack("<f", struct.pack("<I", pattern))[0]


def specials() -> list[int]:
    """Zeros, infinities, NaNs of both signs and kinds, the ends of float32 and of what its subnormals hold."""
    found = [0, INFINITY, NAN, 0x7F800001, 0x7FBFFFFF, 0x7FFFFFFF, 0x7FC12345, 0x7F80FFFF, 0x7F810000]
    found += [1, 2, 3, 0x1FFFFF, 0x200000, 0x200001, 0x3FFFFF, 0x400000, 0x400001, 0x7FFFFF, 0x800000, 0x800001]
    found += [0x7F7FFFFF, 0x7F7FFFFE, 0x7F7F7FFF, 0x7F7F8000, 0x7F7F8001, 0x7F7FEFFF, 0x7F7FF000, 0x7F7FF001]
    found += [0x7F000000, 0x7EFFFFFF, 0x7F000001, 0x7F3FFFFF, 0x7F400000, 0x7F400001]
    for limit in (0.1, 1 / 3, 1.0, 5.0, 6.0, 7.0, 7.5, 8.0, 17.0, 28.0, 30.0, 32.0, 240.0, 256.0, 300.0, 448.0, 464.0,
                  480.0, 496.0, 512.0, 57344.0, 61440.0, 65504.0, 65520.0, 65536.0, 1e30):
        found += [bits(limit) - 1, bits(limit), bits(limit) + 1]
    return [pattern | sign for pattern in found for sign in (0, SIGN)]


def any_patterns() -> list[int]:
    rng = Random(1)
    return [rng.next() >> 32 for _ in range(512)]


def values(fmt: Format, rng: Random) -> list[int]:
    """Every value of both signs; of the 16-bit formats 64 random ones."""
    if not fmt.small():
        return [bits(fmt.value(rng.below(fmt.top + 1))) | rng.below(2) << 31 for _ in range(64)]
    signs = (0, SIGN) if fmt.signed else (0,)
    return [bits(fmt.value(code)) | sign for code in range(fmt.top + 1) for sign in signs]


def midpoints(fmt: Format, rng: Random) -> list[int]:
    """Between every code and the next, the one beyond the top included; of the 16-bit formats at the ends, where
    subnormals end, and 160 random ones with a random sign."""
    codes = list(range(fmt.top + 1))
    if not fmt.small():
        one = 1 << fmt.mantissa
        codes = [*range(8), *range(one - 4, one + 4), *range(fmt.top - 7, fmt.top + 1)]
        codes += [rng.below(fmt.top + 1) for _ in range(160)]
    found = []
    for code in codes:
        middle = bits(fmt.value(code) / 2 + fmt.value(code + 1) / 2)
        signs = (0, SIGN) if fmt.small() and fmt.signed else (rng.below(2) << 31 if fmt.signed else 0,)
        found += [(middle + step) | sign for sign in signs for step in (-1, 0, 1)]
    return found


def in_range(fmt: Format, rng: Random) -> list[int]:
    """Random magnitudes from 1/16 of the least to 4 times the greatest, as likely in each binade; every fourth has but
    two bits more than the format holds."""
    least = math.frexp(fmt.value(1 if fmt.mantissa else 0))[1] - 5
    most = math.frexp(fmt.value(fmt.top))[1] + 2
    found = []
    for i in range(512):
        exponent = least + rng.below(most - least)
        fraction = rng.below(1 << 23)
        if i % 4 == 0:
            keep = 23 - min(23, fmt.mantissa + 2)
            fraction = fraction >> keep << keep
        found.append(bits(math.ldexp(1 + fraction * 2.0**-23, exponent)) | rng.below(2) << 31)
    return found


def inputs() -> dict[str, dict[str, list[int]]]:
    """By format and class."""
    shared = {"specials": specials(), "any": any_patterns()}
    found = {}
    for fmt in FORMATS:
        rng = Random(sum(fmt.name.encode()))
        own = {"values": values(fmt, rng), "midpoints": midpoints(fmt, rng), "range": in_range(fmt, rng)}
        found[fmt.name] = shared | own
    return found
