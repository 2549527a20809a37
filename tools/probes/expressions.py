#!/usr/bin/env python3
"""Records what a C preprocessor makes of random integer expressions: tests/data/expression/preprocessor.json.

    tools/probes/expressions.py

In #if, C computes in its widest integers, 64 bits, with all its operators and their precedence. The value comes out bit
by bit; a line that the preprocessor complains about (overflow, division by zero) has none. Expressions are operands and
operators in a row, so that precedence is the preprocessor's, not this script's. Shifts are by literals from 0 to 63: the
preprocessor takes others, C does not.
"""
import json
import random
import re
import subprocess
from pathlib import Path

BINARY = ["||", "&&", "|", "^", "&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"]
TIGHTER_THAN_SHIFT = {"+", "-", "*", "/", "%"}
THREADS = [(0, 0), (1, 0), (13, 0), (31, 2)]  # lane, warp


def number():
    value = random.choice([random.randrange(9), random.randrange(65), random.getrandbits(random.randrange(1, 63))])
    return random.choice([str(value), hex(value) + " "])  # "0xe-1" is one word in C


def operand(depth):
    kind = random.randrange(12)
    if depth > 0 and kind < 2:
        return "(" + row(depth - 1) + ")"
    if depth > 0 and kind == 2:
        return f"{random.choice(['min', 'max'])}({row(depth - 1)}, {row(depth - 1)})"
    if kind == 3:
        return random.choice("-~!+") + " " * random.randrange(2) + operand_without_sign(depth)
    return random.choice(["lane", "lane", "tid", "warp", number()])


def operand_without_sign(depth):
    while (made := operand(depth))[0] in "-~!+":
        pass
    return made


def row(depth):
    text = operand(depth)
    shifted = False
    for _ in range(random.randrange(5)):
        choice = random.choice(BINARY + ["<<", ">>"])
        if shifted and choice in TIGHTER_THAN_SHIFT:
            continue
        shifted = choice in ("<<", ">>")
        space = random.choice(["", " "])
        if text[-1:] + choice[:1] in ("--", "++"):
            space = " "
        right = str(random.randrange(random.choice([6, 64]))) if shifted else operand(depth)
        if right[0] in "-+":
            right = " " + right
        text += space + choice + space + right
    if depth > 0 and random.randrange(6) == 0:
        text += f" ? {row(depth - 1)} : {row(depth - 1)}"
    return text


def evaluate(texts):
    lines = ["#define min(a, b) ((a) < (b) ? (a) : (b))", "#define max(a, b) ((a) > (b) ? (a) : (b))"]
    where = []  # of each value, its first and last line
    for text in texts:
        for lane, warp in THREADS:
            for name, value in (("lane", lane), ("warp", warp), ("tid", 32 * warp + lane)):
                lines += [f"#undef {name}", f"#define {name} {value}"]
            first = len(lines) + 1
            for bit in range(64):
                lines += [f"#if (({text}) >> {bit}) & 1", f"bit {len(where)} {bit}", "#endif"]
            where.append((first, len(lines)))
    run = subprocess.run(["gcc", "-E", "-P", "-x", "c", "-std=c17", "-pedantic", "-fmax-errors=0", "-"],
                         input="\n".join(lines), capture_output=True, text=True)
    # Inside a macro, the place of a complaint is the macro's; the note below it has the line.
    refused = {int(line) for line in re.findall(r"^<stdin>:(\d+):\d+: ", run.stderr, re.M)}
    values = [0] * len(where)
    for index, bit in re.findall(r"^bit (\d+) (\d+)$", run.stdout, re.M):
        values[int(index)] |= 1 << int(bit)
    signed = [value - (1 << 64 if value >> 63 else 0) for value in values]
    return [None if any(line in refused for line in range(first, last + 1)) else str(value)
            for value, (first, last) in zip(signed, where)]


def main():
    random.seed(12)
    texts = sorted({row(3) for _ in range(1500)} - {""}, key=lambda text: (len(text), text))
    texts = [text for text in texts if len(text) <= 160][-1000:]
    values = evaluate(texts)
    count = len(THREADS)
    version = subprocess.run(["gcc", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    rows = [json.dumps([text, *values[count * i:count * i + count]]) for i, text in enumerate(texts)]
    head = {"made_by": "tools/probes/expressions.py", "with": "#if of " + version,
            "threads": [{"lane": lane, "warp": warp} for lane, warp in THREADS]}
    target = Path(__file__).parents[2] / "tests/data/expression/preprocessor.json"
    target.write_text(json.dumps(head)[:-1] + ',\n "rows": [\n  ' + ",\n  ".join(rows) + "\n]}\n")
    print(target, len(rows), "expressions,", sum(value is None for value in values), "values that do not exist")


main()
