#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Facts of the compiled kernels, without a GPU: compiles sources for one architecture and fails where a kernel uses
local memory; where one of a reduction takes more registers than its resident threads have, contracts a product into an
fma, or does not load 16 bytes at once although it should; where there are more kernels than were agreed on; and where
a header calls what nvcc compiles to nothing."""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

# Kernels of reductions, by a part of their mangled names.
REDUCTIONS = re.compile("kernel16reduce_canonical|kernel6reduceI|kernel9transformI|kernel7extremaI")
# All of a multiprocessor's 65536 registers for 1024 threads: see resident_threads in src/cuda/queue.hpp.
MOST_REGISTERS = 64
# But for those that keep a segment's rows in registers, for 512 threads: see fewest_blocks in src/cuda/launch.cuh.
ALL_ROWS, MOST_REGISTERS_ALL_ROWS = "kernel16reduce_canonical", 128
# CUB's: compiled as they come, to compare with. Their registers and stacks are not ours to mend.
NOT_OURS = re.compile(r"^_ZN3cub\d")
# Kernels that load 16 bytes at once, and how many such loads they have in flight at least.
VECTOR_LOADS = {"kernel16reduce_canonical": 4, "kernel7extremaI": 4, "kernel6reduceINS0_6policy12warp_shuffle": 4}

# Where the functions below are called on the host only, or kept from kernels.
HOST_ONLY = {"bits.hpp", "pool_resource.hpp"}
# Made of builtins that GPUs do not have: in kernels, nvcc takes them for undefined behaviour. See kernel/bits.hpp.
NOT_ON_GPUS = re.compile(r"\bstd::(bit_width|bit_floor|bit_ceil|has_single_bit|popcount|count[lr]_(zero|one)|byteswap)\b")


class Kernel:
    def __init__(self, source, name, ptx):
        self.source, self.name, self.ptx = os.path.basename(source), name, ptx
        self.registers = self.local_bytes = None

    def vector_loads(self):
        """How many loads of 16 bytes from global memory: ld.global.v4.f32, ld.global.v2.u64 ..."""
        loads = re.findall(r"\bld\.global\.v([24])\.[a-z]+(\d+)", self.ptx)
        return sum(int(n) * int(bits) == 128 for n, bits in loads)

    def breaches(self):
        if self.registers is None:
            yield "ptxas says nothing of it"
            return
        if NOT_OURS.match(self.name):
            return
        if self.local_bytes > 0:
            yield f"{self.local_bytes} bytes of stack and spills"
        most = MOST_REGISTERS_ALL_ROWS if ALL_ROWS in self.name else MOST_REGISTERS
        if REDUCTIONS.search(self.name) and self.registers > most:
            yield f"{self.registers} registers; at most {most}"
        if REDUCTIONS.search(self.name) and re.search(r"\bfma\.r[nzmp]\.f", self.ptx):
            yield "a product is contracted into an fma"
        for part, least in VECTOR_LOADS.items():
            if part in self.name and self.vector_loads() < least:
                yield f"{self.vector_loads()} loads of 16 bytes; at least {least}"


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout + done.stderr


def kernels_of(source, options, directory):
    """The kernels of a source file, from its PTX and what ptxas reports."""
    ptx_file = os.path.join(directory, os.path.basename(source) + ".ptx")
    virtual = options.arch.replace("sm_", "compute_")
    run([options.nvcc, "--ptx", f"-arch={virtual}", *options.flags.split(), source, "-o", ptx_file])
    with open(ptx_file, encoding="utf-8") as file:
        _, *entries = re.split(r"\.entry ", file.read())
    kernels = {name: Kernel(source, name, text) for text in entries for name in [re.match(r"[\w$]+", text).group()]}

    ptxas = os.path.join(os.path.dirname(options.nvcc), "ptxas")
    report = run([ptxas, "-v", f"-arch={options.arch}", ptx_file, "-o", os.devnull])
    for part in re.split(r"Function properties for ", report)[1:]:
        name = re.match(r"[\w$]+", part).group()
        numbers = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", part)
        registers = re.search(r"Used (\d+) registers", part)
        if name in kernels and numbers and registers:
            kernels[name].local_bytes = sum(map(int, numbers.groups()))
            kernels[name].registers = int(registers.group(1))
    if not kernels:
        sys.exit(f"{source}: no kernels")
    return list(kernels.values())


def calls_not_on_gpus(directory):
    """The lines of headers, but for kernel/bits.hpp, that call one of NOT_ON_GPUS."""
    for folder, _, names in os.walk(directory):
        for path in (os.path.join(folder, name) for name in names if name not in HOST_ONLY):
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if NOT_ON_GPUS.search(line):
                        yield f"{path}:{number}: {line.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nvcc", required=True, help="its full path")
    parser.add_argument("--arch", default="sm_90a", help="the architecture to compile for")
    parser.add_argument("--flags", default="", help="what nvcc is given beside the architecture")
    parser.add_argument("--headers", required=True, help="the folder of the headers that kernels are made of")
    parser.add_argument("--most-kernels", type=int, required=True, help="how many kernels were agreed on")
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(2) as pool:
        kernels = [k for found in pool.map(lambda s: kernels_of(s, options, directory), options.sources) for k in found]

    breaches = [f"{k.source}: {k.name}: {breach}" for k in kernels for breach in k.breaches()]
    breaches += calls_not_on_gpus(options.headers)
    for part in VECTOR_LOADS:
        if not any(part in k.name for k in kernels):
            breaches.append(f"there is no {part} kernel")
    if len(kernels) > options.most_kernels:
        breaches.append(f"{len(kernels)} kernels; at most {options.most_kernels}")
    print(*breaches[:20], *(["..."] if len(breaches) > 20 else []), sep="\n", file=sys.stderr)
    print(f"{len(kernels)} kernels of {len(options.sources)} files; at most {max(k.registers or 0 for k in kernels)} registers")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
