#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks compiled kernels without a GPU: reads the objects of a build, and fails if a kernel uses
local memory, waits for each of its asynchronous products, or has too much static shared memory; if
a reduction's kernel takes more registers than its resident threads have, contracts a product into
an fma, or does not load or store 16 bytes at once although it should; if there are more kernels
than were agreed on; if a header calls a function that does not work in kernels; and if the host
launches a kernel that was not compiled."""

import argparse
import os
import re
import sys

import cubin

# Kernels of reductions, by a part of the mangled name.
REDUCTIONS = re.compile("kernel16reduce_canonical|kernel6reduceI|kernel9transformI|kernel7extremaI|kernel14scan_canonical")
# 65536 registers per multiprocessor for 1024 threads: see resident_threads in src/cuda/queue.hpp.
MOST_REGISTERS = 64
# Kernels that keep a segment's rows or a tile's elements in registers have 512 threads per multiprocessor: see
# fewest_blocks in src/cuda/launch.cuh and src/cuda/instances.
MANY_REGISTERS, MOST_OF_MANY_REGISTERS = re.compile("kernel16reduce_canonical|kernel14scan_canonical|kernel9fold_runs"), 128
# More are compiled for 9.0a, but not for the other targets of a release.
MOST_SHARED_BYTES = 48 << 10
# CUB's kernels, compiled unchanged for comparison. Their registers and stacks are not checked.
NOT_OURS = re.compile(r"^_ZN3cub\d")
# Kernels that load 16 bytes at once, and the least number of such loads in flight.
VECTOR_LOADS = {"kernel16reduce_canonical": 4, "kernel7extremaI": 4, "kernel6reduceINS0_6policy12warp_shuffle": 4}
# Kernels that store 16 bytes at once, and how many such stores they have. The compiler splits stores that are not assembly.
VECTOR_STORES = {"kernel8generateE": 4, "kernel7map_oneE": 1, "kernel7map_twoE": 1, "kernel12reverse_copyE": 1, "kernel8exchangeI": 2}

# Files whose functions below are only called on the host, or are kept out of kernels.
HOST_ONLY = {"bits.hpp", "mpi_carry.hpp", "pool_resource.hpp", "runs_on_cores.hpp"}
# Made of builtins that GPUs do not have: nvcc takes them for undefined behaviour in kernels. See
# kernel/bits.hpp.
NOT_ON_GPUS = re.compile(r"\bstd::(bit_width|bit_floor|bit_ceil|has_single_bit|popcount|count[lr]_(zero|one)|byteswap)\b")


def breaches(kernel):
    """Violations of the rules by a kernel."""
    if not kernel.registers or not kernel.instructions:
        yield "its object says nothing of it"
        return
    if kernel.shared_bytes > MOST_SHARED_BYTES:
        yield f"{kernel.shared_bytes} bytes of static shared memory; at most {MOST_SHARED_BYTES}"
    if NOT_OURS.match(kernel.name):
        return
    spilled = kernel.count(cubin.LDL, cubin.STL)
    if kernel.local_bytes > 0 or spilled > 0:
        yield f"{kernel.local_bytes} bytes of stack and spills, {spilled} loads and stores of them"
    # ptxas puts a fence and a wait around each product if it cannot keep several in flight.
    products, waits = kernel.count(cubin.GMMA, cubin.GMMA_INTEGERS), kernel.count(cubin.WARPGROUP)
    if 0 < products <= waits:
        yield f"{waits} fences and waits for {products} asynchronous products"
    if REDUCTIONS.search(kernel.name):
        most = MOST_OF_MANY_REGISTERS if MANY_REGISTERS.search(kernel.name) else MOST_REGISTERS
        if kernel.registers > most:
            yield f"{kernel.registers} registers; at most {most}"
        if kernel.fused_products() > 0:
            yield "a product is contracted into an fma"
    for parts, operation, what in ((VECTOR_LOADS, cubin.LDG, "loads"), (VECTOR_STORES, cubin.STG, "stores")):
        for part, least in parts.items():
            if part in kernel.name and kernel.vectors(operation) < least:
                yield f"{kernel.vectors(operation)} {what} of 16 bytes; at least {least}"


def kernels_of(path):
    try:
        kernels = list(cubin.kernels_of(path))
    except ValueError as error:
        sys.exit(f"{path}: {error}")
    if not kernels:
        sys.exit(f"{path}: no kernels")
    return kernels


def calls_not_on_gpus(directory):
    """Lines of headers that call one of NOT_ON_GPUS: except HOST_ONLY, and those of the simulated device."""
    for folder, _, names in os.walk(directory):
        if os.path.basename(folder) == "simulated":
            continue
        for path in (os.path.join(folder, name) for name in names if name not in HOST_ONLY):
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if NOT_ON_GPUS.search(line):
                        yield f"{path}:{number}: {line.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--headers", required=True, help="the folder of the headers that kernels are made of")
    parser.add_argument("--most-kernels", type=int, required=True, help="how many kernels were agreed on")
    parser.add_argument("objects", nargs="+")
    options = parser.parse_args()

    by_object = {os.path.basename(path): kernels_of(path) for path in options.objects}
    kernels = [kernel for found in by_object.values() for kernel in found]
    found = [f"{name}: {k.name}: {breach}" for name, ours in by_object.items() for k in ours for breach in breaches(k)]
    found += calls_not_on_gpus(options.headers)
    for path in options.objects:
        found += [f"{os.path.basename(path)}: {name} is launched, but not compiled" for name in cubin.missing_kernels_of(path)]
    for part in (*VECTOR_LOADS, *VECTOR_STORES):
        if not any(part in k.name for k in kernels):
            found.append(f"there is no {part} kernel")
    if len(kernels) > options.most_kernels:
        found.append(f"{len(kernels)} kernels; at most {options.most_kernels}")
    print(*found[:20], *(["..."] if len(found) > 20 else []), sep="\n", file=sys.stderr)
    print(f"{len(kernels)} kernels of {len(by_object)} objects; at most {max(k.registers or 0 for k in kernels)} registers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
