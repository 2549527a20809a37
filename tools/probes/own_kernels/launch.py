"""Launches kernels by CUDA's driver: python3 launch.py LIST.json OUT.json.

LIST: [{cubin, kernel, structures, launch}]. Each gets its module anew, so that __device__ variables begin as they are written.
OUT: [{status, memory}]: memory by argument, in base64 without gaps, null for numbers and for what did not change."""
import base64
import ctypes
import json
import sys

from arguments import packed, parsed, without_gaps

cuda = ctypes.CDLL("libcuda.so.1")


class Failed(Exception):
    pass


def call(name: str, *given):
    status = getattr(cuda, name)(*given)
    if status:
        text = ctypes.c_char_p()
        cuda.cuGetErrorName(status, ctypes.byref(text))
        raise Failed(f"{name}: {(text.value or b'?').decode()}")


def launch(item: dict) -> dict:
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    call("cuModuleLoad", ctypes.byref(module), item["cubin"].encode())
    call("cuModuleGetFunction", ctypes.byref(function), module, item["kernel"].encode())
    arrays, holders = [], []
    for text in item["launch"]["arguments"]:
        argument = parsed(text, item.get("structures", {}))
        pointer = ctypes.c_uint64(0)
        if not argument["pointer"]:
            holders.append(ctypes.create_string_buffer(packed(argument)))
            continue
        if argument["count"] is not None:
            before = packed(argument)
            call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(len(before)))
            if argument["values"] is not None:
                call("cuMemcpyHtoD_v2", pointer, before, ctypes.c_size_t(len(before)))
            arrays.append((len(holders), pointer, before, argument))
        holders.append(pointer)
    pointers = (ctypes.c_void_p * max(1, len(holders)))(*[ctypes.addressof(each) for each in holders])
    grid, block = ([*size, 1, 1][:3] for size in (item["launch"]["grid"], item["launch"]["block"]))
    call("cuLaunchKernel", function, *[ctypes.c_uint(each) for each in (*grid, *block, item["launch"]["shared"])], None, pointers, None)
    call("cuCtxSynchronize")
    memory = [None] * len(holders)
    for at, pointer, before, argument in arrays:
        after = ctypes.create_string_buffer(len(before))
        if argument["values"] is not None:  # what was never written is no result
            call("cuMemcpyDtoH_v2", after, pointer, ctypes.c_size_t(len(before)))
            if after.raw != before:
                memory[at] = base64.b64encode(without_gaps(after.raw, argument["letters"])).decode()
        call("cuMemFree_v2", pointer)
    call("cuModuleUnload", module)
    return {"status": "ok", "memory": memory}


def main():
    items = json.load(open(sys.argv[1]))
    device, context = ctypes.c_int(), ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDeviceGet", ctypes.byref(device), 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    call("cuCtxSetCurrent", context)
    out = []
    for item in items:
        try:
            out.append(launch(item))
        except Failed as problem:
            out.append({"status": str(problem), "memory": []})
        json.dump(out, open(sys.argv[2], "w"))


main()
