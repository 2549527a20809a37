"""The arguments of tests/data/cuda/*.json: "float[4096]:random(3,-9,9,0.5)" is an array of float, "int=5" a number.

An array begins with index or index(STEP), zero, constant(VALUE), list(A,B,…) over and over, random(SEED,LOW,HIGH,SCALE), or
none: nothing is written there. random: (LOW + next() mod (HIGH - LOW + 1)) * SCALE by SplitMix64, for each number in turn."""
import math
import re
import struct

VECTOR = {"char": "b", "float": "f", "double": "d", "int": "i", "longlong": "q", "uchar": "B"}
LETTERS = {
    "float": "f", "double": "d", "int": "i", "unsigned int": "I", "char": "b", "unsigned char": "B", "short": "h", "unsigned short": "H",
    "long long": "q", "unsigned long long": "Q", "__half": "e", "__half2": "ee", "__nv_bfloat16": "g",
    **{f"{name}{count}": letter * count for name, letter in VECTOR.items() for count in (2, 3, 4)},
}  # fmt: skip
SIZES = {"b": 1, "B": 1, "h": 2, "H": 2, "e": 2, "g": 2, "i": 4, "I": 4, "f": 4, "q": 8, "Q": 8, "d": 8}
MASK = (1 << 64) - 1


def random_numbers(seed: int, count: int, low: int, span: int) -> list[int]:
    out, state = [], seed
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        out.append(low + (z ^ z >> 31) % span)
    return out


def number(text: str) -> int | float:
    return float(text) if "." in text or "e" in text else int(text)


def initial(how: str, count: int) -> list | None:
    """The numbers an array begins with; None: nothing."""
    name, _, rest = how.rstrip(")").partition("(")
    given = [number(each) for each in rest.split(",")] if rest else []
    if name == "none":
        return None
    if name == "zero":
        return [0] * count
    if name == "index":
        return [i * (given[0] if given else 1) for i in range(count)]
    if name == "constant":
        return [given[0]] * count
    if name == "list":
        return [given[i % len(given)] for i in range(count)]
    if name == "random":
        scale = given[3] if len(given) > 3 else 1
        return [each * scale for each in random_numbers(given[0], count, given[1], given[2] - given[1] + 1)]
    raise ValueError(f"an array cannot begin with '{how}'")


def parsed(text: str, structures: dict) -> dict:
    """{type, letters, pointer, count, values}: values are flat, None where nothing is written; of a null pointer count is None."""
    array = re.fullmatch(r"([\w ]+)\[(\d+)\]:(.+)", text)
    if array:
        letters = structures.get(array[1]) or LETTERS[array[1]]
        values = initial(array[3], int(array[2]) * len(letters))
        return {"type": array[1], "letters": letters, "pointer": True, "count": int(array[2]), "values": values}
    if text.endswith("*:null"):
        return {"type": text[:-6], "letters": LETTERS[text[:-6]], "pointer": True, "count": None, "values": None}
    kind, value = text.split("=")
    letters = structures.get(kind) or LETTERS[kind]
    return {"type": kind, "letters": letters, "pointer": False, "count": 1, "values": [number(v) for v in value.strip("{}").split(",")]}


def bfloat16_bits(value: float) -> int:
    """Rounded to nearest, ties to even; finite and normal, or zero."""
    if value == 0:
        return 0
    fraction, exponent = math.frexp(abs(value))
    whole = round(fraction * 256)
    if whole == 256:
        whole, exponent = 128, exponent + 1
    return (value < 0) << 15 | (exponent + 126) << 7 | whole & 127


def scalar_bytes(letter: str, value) -> bytes:
    if letter == "g":
        return struct.pack("<H", bfloat16_bits(value))
    return struct.pack("<" + letter, value)


def layout(letters: str, natural: bool) -> tuple[list[int], int]:
    """Where each member stands, and the size of all; `natural`: aligned as in C++, else without gaps."""
    at, places, widest = 0, [], 1
    for letter in letters:
        size = SIZES[letter]
        at += -at % size if natural else 0
        places.append(at)
        at += size
        widest = max(widest, size)
    return places, at + (-at % widest if natural else 0)


def packed(argument: dict) -> bytes:
    """As it lies in memory."""
    places, size = layout(argument["letters"], True)
    out = bytearray(size * argument["count"])
    for i, value in enumerate(argument["values"] or []):
        letter = argument["letters"][i % len(places)]
        at = i // len(places) * size + places[i % len(places)]
        out[at : at + SIZES[letter]] = scalar_bytes(letter, value)
    return bytes(out)


def without_gaps(memory: bytes, letters: str) -> bytes:
    """The members alone of what lies in memory."""
    places, size = layout(letters, True)
    if sum(SIZES[letter] for letter in letters) == size:
        return memory
    parts = [memory[i + p : i + p + SIZES[c]] for i in range(0, len(memory), size) for p, c in zip(places, letters)]
    return b"".join(parts)
