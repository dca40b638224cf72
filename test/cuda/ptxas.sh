#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ptxas.sh NVCC INCLUDE_DIRECTORY FILE: compiles kernels for architectures that the library is not
# built for here, all from one PTX. Fails if ptxas spills registers.
set -euo pipefail
nvcc=$1 include=$2 file=$3
directory=$(mktemp -d)
trap 'rm -r "$directory"' EXIT

log=$directory/log
"$nvcc" -std=c++20 -O3 --expt-relaxed-constexpr -fmad=false -gencode=arch=compute_80,code=[sm_80,sm_86,sm_89,sm_90,sm_100,sm_120] \
    "-I$include" "-I$include/../src" -Xptxas=-v \
    -c "$file" -o "$directory/object" >"$log" 2>&1 || { cat "$log"; exit 1; }
grep 'bytes stack frame' "$log" >"$directory/kernels" || { echo "$file: no kernels"; exit 1; }
if grep -v '^ *0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads' "$directory/kernels"; then
    echo "$file: spills"
    exit 1
fi
echo "$file: $(wc -l <"$directory/kernels") kernels"
