#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""expression_kernels.py PROGRAM: the kernels that PROGRAM compiles at run time have the expressions inline, keep values in
registers, contract nothing, and load 16 bytes at once."""

import os
import subprocess
import sys
import tempfile

import cubin


def breaches(name, contents):
    kernels = list(cubin.kernels_in(contents))
    if len(kernels) != 1:
        yield f"{len(kernels)} kernels; one was expected"
        return
    kernel = kernels[0]
    spilled = kernel.count(cubin.LDL, cubin.STL)
    functions = {symbol[0] for symbol in cubin.Elf(contents).symbols()}
    divides = any(name.startswith("$__internal_") for name in functions)  # of 64 bits, in the compiler's own functions
    if "plain" not in name:
        return
    if kernel.local_bytes > 0 or spilled > 0:
        yield f"{kernel.local_bytes} bytes of stack and spills, {spilled} loads and stores of them"
    if functions & {"gpualgo_load", "gpualgo_fold", "gpualgo_test"} or (kernel.count(cubin.CALL_ABSOLUTE, cubin.CALL_RELATIVE) and not divides):
        yield "the expression is called, not inlined"
    if kernel.fused_products() > 0:
        yield f"{kernel.fused_products()} products are contracted into an fma"
    if "scan" in name:
        if kernel.count(cubin.LDGSTS) < (2 if "int8" in name else 4):  # tiles of bytes have one row per warp
            yield "elements are not copied to shared memory asynchronously"
    elif "mixed" not in name and "unaligned" not in name and kernel.vectors(cubin.LDG) < 4:
        yield f"{kernel.vectors(cubin.LDG)} loads of 16 bytes; at least 4"
    if kernel.registers > 128:
        yield f"{kernel.registers} registers; at most 128"


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], folder], check=True)
        names = sorted(os.listdir(folder))
        found = []
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                found += [f"{name}: {breach}" for breach in breaches(name, file.read())]
    print(*found, sep="\n", file=sys.stderr)
    print(f"{len(names)} kernels")
    return 1 if found or not names else 0


if __name__ == "__main__":
    sys.exit(main())
