"""Conversions of the same float32 inputs by CUDA (the program conversions.cu), PyTorch, ml_dtypes and NumPy.

With a recorded file as argument prints where they disagree, as a Markdown table.
"""
import json
import pathlib
import sys

import number_formats
from number_formats import INFINITY, SIGN, Format
from recording import output_of

# In whose words a format is called what, and how wide the word is that holds a code.
TORCH = {
    "e4m3": ("float8_e4m3fn", 8), "e5m2": ("float8_e5m2", 8), "e4m3fnuz": ("float8_e4m3fnuz", 8),
    "e5m2fnuz": ("float8_e5m2fnuz", 8), "e8m0": ("float8_e8m0fnu", 8), "fp16": ("float16", 16), "bf16": ("bfloat16", 16),
}
ML_DTYPES = {
    "e4m3": ("float8_e4m3fn", 8), "e5m2": ("float8_e5m2", 8), "e4m3fnuz": ("float8_e4m3fnuz", 8),
    "e5m2fnuz": ("float8_e5m2fnuz", 8), "e3m2": ("float6_e3m2fn", 8), "e2m3": ("float6_e2m3fn", 8),
    "e2m1": ("float4_e2m1fn", 8), "e8m0": ("float8_e8m0fnu", 8), "bf16": ("bfloat16", 16),
}
DIGITS = {"e2m1": 1, "fp16": 4, "bf16": 4, "tf32": 5}  # others 2
CODES = {"e3m2": 64, "e2m3": 64, "e2m1": 16, "fp16": 65536, "bf16": 65536}  # others 256


def hexadecimal(numbers, digits: int) -> str:
    return "".join(f"{number:0{digits}x}" for number in numbers)


def fnv1a(words) -> str:
    """As conversions.cu: of the words' bytes, low byte first; every NaN counts as 7fc00000."""
    state = 0xCBF29CE484222325
    for word in words:
        if word & 0x7FFFFFFF > INFINITY:
            word = number_formats.NAN
        for shift in (0, 8, 16, 24):
            state = (state ^ word >> shift & 255) * 0x100000001B3 & (1 << 64) - 1
    return f"{state:016x}"


class Library:
    """One library's conversions: encode(patterns) and decode(codes) as lists of integers."""

    def __init__(self, name: str, formats: dict[str, tuple[str, int]]):
        self.name, self.formats = name, formats


class Torch(Library):
    def __init__(self, device: str):
        super().__init__({"cpu": "torch_cpu", "cuda": "torch_gpu"}[device], TORCH)
        self.device = device

    def convert(self, numbers, word, kind, wanted, wanted_word):
        import numpy
        import torch
        given = torch.from_numpy(numpy.array(numbers, word).view(word.replace("u", ""))).to(self.device)
        found = given.view(getattr(torch, kind)).to(getattr(torch, wanted)).cpu().view(getattr(torch, wanted_word))
        return [int(n) for n in found.numpy().view("u" + wanted_word if wanted_word[0] != "u" else wanted_word)]

    def encode(self, fmt: str, patterns):
        kind, width = TORCH[fmt]
        return self.convert(patterns, "uint32", "float32", kind, "uint8" if width == 8 else "int16")

    def decode(self, fmt: str, codes):
        kind, width = TORCH[fmt]
        if width == 8:
            import numpy
            import torch
            given = torch.from_numpy(numpy.array(codes, "uint8")).to(self.device).view(getattr(torch, kind))
            return [int(n) for n in given.float().cpu().view(torch.int32).numpy().view("uint32")]
        return self.convert(codes, "uint16", kind, "float32", "int32")


class NumPy(Library):
    """ml_dtypes, or NumPy's own float16."""

    def dtype(self, fmt: str):
        import numpy
        kind = self.formats[fmt][0]
        if self.name == "numpy":
            return numpy.dtype(kind)
        import ml_dtypes
        return numpy.dtype(getattr(ml_dtypes, kind))

    def encode(self, fmt: str, patterns):
        import numpy
        with numpy.errstate(all="ignore"):
            found = numpy.array(patterns, "uint32").view("float32").astype(self.dtype(fmt))
        return [int(n) for n in found.view(f"uint{self.formats[fmt][1]}")]

    def decode(self, fmt: str, codes):
        import numpy
        with numpy.errstate(all="ignore"):
            found = numpy.array(codes, f"uint{self.formats[fmt][1]}").view(self.dtype(fmt)).astype("float32")
        return [int(n) for n in found.view("uint32")]


def collect(program: pathlib.Path, folder: pathlib.Path) -> dict:
    """What all of them make of all inputs; a column that equals an earlier one in every code is named, not repeated."""
    import ml_dtypes
    import numpy
    import torch
    inputs = number_formats.inputs()
    listed = folder / "conversions.txt"
    listed.write_text("".join(f"{fmt} {name} {hexadecimal(patterns, 8)}\n"
                              for fmt, classes in inputs.items() for name, patterns in classes.items()))
    cuda = json.loads(output_of(program, listed))
    libraries = [Torch("cpu"), Torch("cuda"), NumPy("ml_dtypes", ML_DTYPES), NumPy("numpy", {"fp16": ("float16", 16)})]
    formats = {}
    for fmt, classes in inputs.items():
        record = cuda.get(fmt, {"decode": {}, "encode": {}})
        digits, codes = DIGITS.get(fmt, 2), CODES.get(fmt, 256)
        for library in libraries:
            if fmt not in library.formats:
                continue
            try:
                read = library.decode(fmt, range(codes))
                record["encode"][library.name] = {name: hexadecimal(library.encode(fmt, patterns), digits)
                                                  for name, patterns in classes.items()}
            except (AttributeError, RuntimeError, TypeError) as missing:
                print(f"{library.name} has no {fmt}: {missing}", file=sys.stderr)
                continue
            record["decode"][library.name] = fnv1a(read) if codes > 256 else hexadecimal(read, 8)
        own = {name: hexadecimal(patterns, 8) for name, patterns in classes.items() if name not in ("specials", "any")}
        formats[fmt] = {"inputs": own, "decode": without_repeats(record["decode"]),
                        "encode": without_near_repeats(record["encode"], classes, digits)}
        if record.get("low_bits"):
            formats[fmt]["low_bits"] = record["low_bits"]
    shared = {name: hexadecimal(inputs["e4m3"][name], 8) for name in ("specials", "any")}
    packages = {module.__name__: module.__version__ for module in (torch, ml_dtypes, numpy)}
    return {"about": packages, "inputs": shared, "formats": formats}


def without_repeats(columns: dict) -> dict:
    """Decoded columns: one that equals an earlier one names it."""
    found: dict = {}
    for name in sorted(columns):
        earlier = next((other for other in found if found[other] == columns[name]), None)
        found[name] = {"same": earlier} if earlier else columns[name]
    return found


def without_near_repeats(columns: dict, classes: dict[str, list[int]], digits: int) -> dict:
    """Encoded columns: one that equals an earlier one but for at most 64 inputs names it, and those with their codes."""
    found: dict = {}
    flat: dict[str, dict[str, str]] = {}  # by column: by input, the code
    for name in sorted(columns, key=lambda n: (not n.startswith("cuda "), n)):
        flat[name] = by_input(columns[name], classes, digits)
        differing = {other: {k: v for k, v in flat[name].items() if flat[other][k] != v} for other in found
                     if "same" not in found[other]}
        nearest = min(differing, key=lambda other: len(differing[other]), default=None)
        if nearest is None or len(differing[nearest]) > 64:
            found[name] = columns[name]
        else:
            found[name] = {"same": nearest} | ({"except": differing[nearest]} if differing[nearest] else {})
    return found


def by_input(column: dict[str, str], classes: dict[str, list[int]], digits: int) -> dict[str, str]:
    """A column's codes by input; both in hex."""
    return {f"{pattern:08x}": column[name][digits * i:digits * (i + 1)]
            for name, patterns in classes.items() for i, pattern in enumerate(patterns)}


def input_class(fmt: Format, pattern: int) -> str:
    """In which of the ways that libraries disagree about an input is special."""
    sign, size = "-" if pattern & SIGN else "", pattern & ~SIGN
    if size > INFINITY:
        return sign + "NaN"
    if size == INFINITY:
        return sign + "infinity"
    if size == 0:
        return sign + "0"
    if number_formats.number(size) > fmt.value(fmt.top):
        return sign + "beyond the greatest"
    least = fmt.value(1) / 2 if fmt.mantissa else fmt.value(0)
    if number_formats.number(size) <= least:
        return sign + ("rounds to 0" if fmt.mantissa else "below the least")
    return sign + "ordinary"


def codes_of(entry: dict, shared: dict[str, str], digits: int) -> dict[str, dict[str, str]]:
    """By column: the code of every input."""
    classes = {name: [int(text[i:i + 8], 16) for i in range(0, len(text), 8)]
               for name, text in (shared | entry["inputs"]).items()}
    found: dict[str, dict[str, str]] = {}
    for name, column in entry["encode"].items():
        found[name] = (found[column["same"]] | column.get("except", {}) if "same" in column
                       else by_input(column, classes, digits))
    return found


def disagreements(record: dict) -> None:
    """One row for each format and class of inputs about which columns that round to nearest, without saturating where
    the format can help it, differ. E8M0: all columns."""
    print("| format | input | how many differ | first of them: answers |\n|---|---|---|---|")
    for fmt in number_formats.FORMATS:
        columns = codes_of(record["formats"][fmt.name], record["inputs"], DIGITS.get(fmt.name, 2))
        own = "cuda saturate" if fmt.name in ("e3m2", "e2m3", "e2m1") else "cuda ieee"
        if fmt.name != "e8m0":
            columns = {name: codes for name, codes in columns.items() if name == own or "cuda" not in name}
        inputs: dict[str, list[str]] = {}
        for given in next(iter(columns.values()), {}):
            inputs.setdefault(input_class(fmt, int(given, 16)), []).append(given)
        for kind, all_given in sorted(inputs.items()):
            differ = [g for g in all_given if len({codes[g] for codes in columns.values()}) > 1]
            if differ:
                answers: dict[str, list[str]] = {}
                for name, codes in columns.items():
                    answers.setdefault(codes[differ[0]], []).append(name)
                shown = "; ".join(f"{code}: {', '.join(names)}" for code, names in answers.items())
                print(f"| {fmt.name} | {kind} | {len(differ)} of {len(all_given)} | {differ[0]}: {shown} |")


if __name__ == "__main__":
    disagreements(json.loads(pathlib.Path(sys.argv[1]).read_text()))
