"""layouts.py FILE: the same as layouts_rate with CuTe's pycute: a line of the operation, a tab, answers per second."""
import json
import sys
import time

import pycute

OPERATIONS = {
    "compose": pycute.composition,
    "right_inverse": pycute.right_inverse,
    "left_inverse": pycute.left_inverse,
    "logical_divide": pycute.logical_divide,
}


def layout(text):
    """(4,8):(8,1)"""
    return pycute.Layout(*(eval(part, {}) for part in text.split(":")))


with open(sys.argv[1], encoding="utf-8") as file:
    cases = json.load(file)
for name, operation in OPERATIONS.items():
    inputs = [[layout(text) for text in row[:-2]] for row in cases[name] if row[-1]]
    rates = []
    for _ in range(5):
        start, answers = time.perf_counter(), 0
        while time.perf_counter() - start < 0.2:
            for each in inputs:
                operation(*each)
            answers += len(inputs)
        rates.append(answers / (time.perf_counter() - start))
    print(f"{name}\t{sorted(rates)[2]:.0f}")
