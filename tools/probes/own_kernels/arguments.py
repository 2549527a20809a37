"""The arguments of launches.json: "float[4096]:index" is an array, "int=4096" a number."""
import re
import struct

FORMATS = {'float': 'f', 'double': 'd', 'int': 'i', 'unsigned int': 'I', 'unsigned char': 'B', 'short': 'h', 'long long': 'q', '__half': 'e',
           '__nv_bfloat16': 'H', 'float4': '4f', 'Point': '3fi'}


def random_numbers(seed, count):
    """Whole numbers below 100, by SplitMix64."""
    mask = (1 << 64) - 1
    state, out = seed, []
    for _ in range(count):
        state = (state + 0x9e3779b97f4a7c15) & mask
        z = state
        z = ((z ^ z >> 30) * 0xbf58476d1ce4e5b9) & mask
        z = ((z ^ z >> 27) * 0x94d049bb133111eb) & mask
        out.append((z ^ z >> 31) % 100)
    return out


def argument(text):
    """{type, bytes, values}: bytes is None for a number."""
    array = re.fullmatch(r'([^\[=]+)\[(\d+)\]:(\w+)(?:\((\d+)\))?', text)
    if not array:
        kind, value = text.split('=')
        return {'type': kind, 'bytes': None, 'values': [float(value) if kind in ('float', 'double') else int(value)]}
    kind, count, how, seed = array[1], int(array[2]), array[3], array[4]
    fields = re.findall(r'(\d*)([a-zA-Z])', FORMATS[kind])
    letters = ''.join(letter * int(repeat or 1) for repeat, letter in fields)
    n = count * len(letters)
    numbers = {'index': lambda: list(range(n)), 'zero': lambda: [0] * n, 'one': lambda: [1] * n, 'random': lambda: random_numbers(int(seed), n)}[how]()
    values = [v / 8 if how == 'random' and letters[i % len(letters)] in 'fde' else v for i, v in enumerate(numbers)]
    values = [v % 256 if letters[i % len(letters)] == 'B' else v for i, v in enumerate(values)]
    return {'type': kind, 'bytes': struct.pack('<' + letters * count, *values), 'values': values}


def cpp_value(made):
    return str(made['values'][0])
