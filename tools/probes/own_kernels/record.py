"""Compiles and runs the kernels of tests/data/cuda_kernels on a GPU: what they leave in memory, and the profiler's counters
for each line. Needs nvcc and ncu. Usage: record.py FOLDER OUT.json"""
import base64
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from arguments import argument, cpp_value

MAIN = r'''
#include "%(file)s"
#include <cstdio>
#include <cstdlib>
#include <vector>
static void* put(const char* path) {
  FILE* f = fopen(path, "rb"); fseek(f, 0, SEEK_END); long n = ftell(f); rewind(f);
  std::vector<char> bytes(n + 1); if (fread(bytes.data(), 1, n, f) != (size_t)n) exit(3); fclose(f);
  void* p; if (cudaMalloc(&p, n ? n : 1) != cudaSuccess) exit(4);
  cudaMemcpy(p, bytes.data(), n, cudaMemcpyHostToDevice); return p;
}
static void get(void* p, long n, const char* path) {
  std::vector<char> bytes(n + 1); cudaMemcpy(bytes.data(), p, n, cudaMemcpyDeviceToHost);
  FILE* f = fopen(path, "wb"); fwrite(bytes.data(), 1, n, f); fclose(f);
}
int main(int, char** argv) {
  switch (atoi(argv[1])) {
%(cases)s
  }
  if (cudaDeviceSynchronize() != cudaSuccess) { puts(cudaGetErrorString(cudaGetLastError())); return 5; }
  return 0;
}
'''


def dim3(numbers):
    return 'dim3(' + ', '.join(str(n) for n in numbers) + ')'


def program(folder, name, kernel, work):
    cases = []
    for number, launch in enumerate(kernel['launches']):
        values, before, after = [], '', ''
        for i, text in enumerate(launch['arguments']):
            made = argument(text)
            if made['bytes'] is None:
                values.append(cpp_value(made))
                continue
            path = f'{work}/{name}.{number}.{i}'
            open(path + '.in', 'wb').write(made['bytes'])
            before += f'    void* p{i} = put("{path}.in");\n'
            after += f'    get(p{i}, {len(made["bytes"])}, "{path}.out");\n'
            values.append(f'({made["type"]}*)p{i}')
        call = f'{kernel["kernel"]}<<<{dim3(launch["grid"])}, {dim3(launch["block"])}, {launch["shared"]}>>>({", ".join(values)});'
        cases.append(f'  case {number}: {{\n{before}    {call}\n{after}    break;\n  }}')
    source = f'{work}/{name}_main.cu'
    open(source, 'w').write(MAIN % {'file': os.path.abspath(f'{folder}/{name}.cu'), 'cases': '\n'.join(cases)})
    return source


def shell(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def record(folder, name, kernel, work):
    source, binary = program(folder, name, kernel, work), f'{work}/{name}'
    status, _, error = shell(['nvcc', '-O3', '-lineinfo', '-fmad=false', '-arch=sm_90', '-o', binary, source])
    if status:
        return {'error': error}
    out = []
    for number, launch in enumerate(kernel['launches']):
        status, text, error = shell([binary, str(number)])
        memory = []
        for i, spec in enumerate(launch['arguments']):
            path = f'{work}/{name}.{number}.{i}.out'
            memory.append(base64.b64encode(open(path, 'rb').read()).decode() if os.path.exists(path) else None)
        _, table, problem = shell(['ncu', '--section', 'SourceCounters', '--page', 'source', '--print-source', 'cuda,sass', '--csv', binary, str(number)])
        out.append({'status': status, 'text': text + error, 'memory': memory, 'table': table, 'problem': problem})
    return {'launches': out}


def main():
    folder, target = sys.argv[1:]
    work = '/tmp/own_kernels'
    os.makedirs(work, exist_ok=True)
    kernels = json.load(open(f'{folder}/launches.json'))
    with ThreadPoolExecutor(12) as pool:
        found = dict(zip(kernels, pool.map(lambda name: record(folder, name, kernels[name], work), kernels)))
    json.dump(found, open(target, 'w'))


main()
