"""The access patterns that the probes replay: for each a name, load or store, the width in bytes of one lane's
access, and 32 byte offsets from an aligned base (None: the lane is inactive)."""
import random
from typing import NamedTuple, Optional

LANES = range(32)
WIDTHS = (1, 2, 4, 8, 16)


class Pattern(NamedTuple):
    name: str
    op: str
    width: int
    offsets: list[Optional[int]]

    def line(self) -> str:
        """As the CUDA programs read it."""
        return " ".join([self.op, str(self.width)] + ["-" if o is None else str(o) for o in self.offsets])


def masked(offsets: list[int], active) -> list[Optional[int]]:
    return [offsets[l] if active(l) else None for l in LANES]


def orders(rng: random.Random) -> dict[str, list[int]]:
    """Which element each lane takes, when all take another one of 32."""
    found = {"reversed": [31 - l for l in LANES]}
    found |= {f"xor {x}": [l ^ x for l in LANES] for x in (1, 2, 5, 16, 21)}
    found |= {f"rotated {r}": [(l + r) % 32 for l in LANES] for r in (1, 7, 16)}
    found["bits reversed"] = [int(f"{l:05b}"[::-1], 2) for l in LANES]
    found |= {f"permutation {n}": rng.sample(LANES, 32) for n in range(3)}
    return found


def shares(rng: random.Random) -> dict[str, list[int]]:
    """Which element each lane takes, when several take the same one."""
    found = {"one element": [0 for _ in LANES], "one element, not the first": [9 for _ in LANES]}
    found |= {f"runs of {n}": [l // n for l in LANES] for n in (2, 3, 4, 8, 16)}
    found |= {f"period {n}": [l % n for l in LANES] for n in (2, 3, 4, 5, 8, 16)}
    found["half broadcast"] = [0 if l < 16 else l for l in LANES]
    found["odd lanes broadcast"] = [40 if l % 2 else l for l in LANES]
    found["all but one"] = [100 if l == 13 else 0 for l in LANES]
    found |= {f"random of 8, {n}": [rng.randrange(8) for _ in LANES] for n in range(2)}
    found |= {f"random of 40, {n}": [rng.randrange(40) for _ in LANES] for n in range(2)}
    return found


def masks(rng: random.Random) -> dict[str, list[bool]]:
    found = {
        "lower half": [l < 16 for l in LANES],
        "upper half": [l >= 16 for l in LANES],
        "even lanes": [l % 2 == 0 for l in LANES],
        "lane 0 only": [l == 0 for l in LANES],
        "lane 31 only": [l == 31 for l in LANES],
        "all but lane 7": [l != 7 for l in LANES],
        "first quarter": [l < 8 for l in LANES],
        "27 lanes": [l < 27 for l in LANES],
    }
    for n in range(3):
        lanes = set(rng.sample(LANES, rng.randrange(2, 31)))
        found[f"random mask {n}"] = [l in lanes for l in LANES]
    return found


def global_loads(width: int, rng: random.Random) -> list[tuple[str, list[Optional[int]]]]:
    found = []

    def add(name, elements, base=0):
        found.append((name, [None if e is None else base + e * width for e in elements]))

    for base in (0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 31, 32, 48, 64, 96, 112, 127, 128, 144):
        if base % width == 0:
            add(f"unit stride, base +{base}", LANES, base)
    for stride in [*range(0, 34), 48, 63, 64, 65, 100, 256, 1000, 4096]:
        add(f"stride {stride}", [l * stride for l in LANES])
    for stride in (2, 3, 5, 7, 8, 9, 16, 31):
        for steps in (1, 3):
            add(f"stride {stride}, base +{steps * width}", [l * stride for l in LANES], steps * width)
    for stride in (-1, -2, -3, -9):
        add(f"stride {stride}", [(l - 31) * stride for l in LANES])
    for name, elements in orders(rng).items():
        add(name + ", stride 3", [3 * e for e in elements])
    for name, elements in (orders(rng) | shares(rng)).items():
        add(name, elements)
    for span in (128, 512, 4096, 65536, 16 << 20):
        for n in range(3):
            add(f"random in {span} B, {n}", [rng.randrange(span // width) for _ in LANES])
    for size in (12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 96, 100):
        if size % width == 0 and size > width:
            field = rng.randrange(size // width)
            add(f"struct of {size} B, field {field}", [l * (size // width) + field for l in LANES])
    for rows in (2, 4, 8, 16):
        for pitch in (144, 4096 + 32):
            columns = 32 // rows
            elements = [(l // columns) * (pitch // width) + l % columns for l in LANES]
            add(f"{rows} rows of {columns}, pitch {pitch} B", elements)
    unit, third = list(LANES), [3 * l for l in LANES]
    wild = [rng.randrange(4096 // width) for _ in LANES]
    for name, mask in masks(rng).items():
        for kind, elements in (("unit stride", unit), ("stride 3", third), ("random", wild)):
            add(f"{kind}, {name}", masked(elements, lambda l: mask[l]))
    return found


def shared_loads(width: int, rng: random.Random) -> list[tuple[str, list[Optional[int]]]]:
    found = []
    bytes_ = 48 << 10

    def add(name, elements, base=0):
        offsets = [None if e is None else base + e * width for e in elements]
        if all(o is None or o + width <= bytes_ for o in offsets):
            found.append((name, offsets))

    for stride in [*range(0, 36), 48, 63, 64, 65, 96, 128, 129]:
        add(f"stride {stride}", [l * stride for l in LANES])
    for stride in (1, 2, 3, 4, 8):
        add(f"stride {stride}, base +{width}", [l * stride for l in LANES], width)
    for pitch in (*range(128, 164, 4), 256, 272):
        for column in (0, 5):
            if pitch % width == 0:
                add(f"column {column}, pitch {pitch} B", [l * (pitch // width) + column for l in LANES])
    for column in (0, 1, 13, 31):
        add(f"column {column} of 32 words, XOR swizzle", [(32 * l + (column ^ l)) * 4 // width for l in LANES])
    for chunks in (2, 4, 8):  # rows of `chunks` pieces of 16 bytes, the piece number XORed with the row
        for column in (0, 1):
            elements = []
            for l in LANES:
                piece = column ^ (l // (8 // chunks)) % chunks
                elements.append((l * chunks + piece) * 16 // width)
            add(f"column {column} of {chunks} pieces, XOR swizzle", elements)
    for name, elements in (orders(rng) | shares(rng)).items():
        add(name, elements)
    for span in (64, 128, 256, 1024, 4096, 32768):
        for n in range(3):
            add(f"random in {span} B, {n}", [rng.randrange(span // width) for _ in LANES])
    for name, elements in pairs(rng, 3 if width >= 8 else 1).items():
        add(name, elements)
    unit, eighth = list(LANES), [8 * l for l in LANES]
    wild = [rng.randrange(2048 // width) for _ in LANES]
    for name, mask in masks(rng).items():
        for kind, elements in (("unit stride", unit), ("stride 8", eighth), ("random", wild)):
            add(f"{kind}, {name}", masked(elements, lambda l: mask[l]))
    return found


def pairs(rng: random.Random, count: int) -> dict[str, list[Optional[int]]]:
    """Patterns around the rule that neighboring groups of a wide load join when lanes pair up."""
    found: dict[str, list[Optional[int]]] = {}
    for n in range(count):
        wild = [rng.randrange(256) for _ in LANES]
        for x in (1, 2, 3, 4, 8, 16):
            found[f"lanes l and l^{x} equal, {n}"] = [wild[min(l, l ^ x)] for l in LANES]
        one = [wild[l & ~1] for l in LANES]
        two = [wild[l & ~2] for l in LANES]
        found[f"l^1 below, l^2 above, {n}"] = one[:16] + two[16:]
        found[f"l^1 and l^2 by quarters, {n}"] = one[:8] + two[8:16] + one[16:24] + two[24:]
        found[f"l^1 in the first quarter only, {n}"] = one[:8] + wild[8:]
        found[f"l^1 in the lower half only, {n}"] = one[:16] + wild[16:]
        found[f"l^2 in the upper half only, {n}"] = wild[:16] + two[16:]
        found[f"l^1 and l^2 at once, {n}"] = [wild[l & ~3] for l in LANES]
        for broken in (0, 19):
            found[f"l^1 but for lane {broken}, {n}"] = [300 if l == broken else one[l] for l in LANES]
            found[f"l^2 but for lane {broken}, {n}"] = [300 if l == broken else two[l] for l in LANES]
            found[f"l^1, lane {broken} off, {n}"] = [None if l == broken else one[l] for l in LANES]
            found[f"l^2, lane {broken} off, {n}"] = [None if l == broken else two[l] for l in LANES]
            found[f"l^1 but for lane {broken}, partner off, {n}"] = [
                None if l == broken ^ 1 else 300 if l == broken else one[l] for l in LANES]
        found[f"even lanes only, {n}"] = masked(wild, lambda l: l % 2 == 0)
        found[f"l^2, third quarter off, {n}"] = masked(two, lambda l: l // 8 != 2)
        found[f"l^1, second and third quarter off, {n}"] = masked(one, lambda l: l // 8 in (0, 3))
    return found


def stores(name: str) -> bool:
    """Which of the load patterns are also stored: one in six, told by the name alone."""
    return sum(map(ord, name)) % 6 == 0


def build(kind: str) -> list[Pattern]:
    make = {"sectors": global_loads, "wavefronts": shared_loads}[kind]
    patterns = []
    for width in WIDTHS:
        rng = random.Random(width)
        loads, seen = make(width, rng), set()
        for name, offsets in loads:
            if tuple(offsets) in seen:
                continue
            seen.add(tuple(offsets))
            patterns.append(Pattern(name, "load", width, offsets))
            if stores(name):
                patterns.append(Pattern(name, "store", width, offsets))
    return patterns


def misaligned() -> list[Pattern]:
    """Accesses of which some lane's address is no multiple of the width."""
    found = []
    for width in WIDTHS[1:]:
        for shift in [s for s in (1, 2, 4, 8) if s < width]:
            found.append(Pattern(f"all lanes +{shift}", "load", width, [l * width + shift for l in LANES]))
        one = [l * width + (1 if l == 11 else 0) for l in LANES]
        found.append(Pattern("lane 11 +1", "load", width, one))
        found.append(Pattern("lane 11 +1, but off", "load", width, masked(one, lambda l: l != 11)))
        found.append(Pattern("all lanes +1", "store", width, [l * width + 1 for l in LANES]))
    return found


if __name__ == "__main__":
    for kind_ in ("sectors", "wavefronts"):
        all_ = build(kind_)
        print(kind_, len(all_), "patterns,", sum(len(p.line()) for p in all_), "bytes")
