#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ptxas.sh NVCC INCLUDE_DIRECTORY ARCHITECTURES FILES...: compiles tensor_core's kernels, for each of
# the ARCHITECTURES, such as "80 90a". Fails if ptxas spills registers, or serialises asynchronous
# wgmma instructions (its remarks C7500 to C7599).
set -uo pipefail
export nvcc=$1 include=$2
architectures=$3
shift 3
directory=$(mktemp -d)
export directory
trap 'rm -r "$directory"' EXIT

compile() { # file, architecture
  local log=$directory/${1//\//_}.$2.log kernels
  "$nvcc" -std=c++20 -O3 --expt-relaxed-constexpr -fmad=false -gencode="arch=compute_$2,code=sm_$2" "-I$include" "-I$include/../src" -Xptxas=-v \
    -cubin "$1" -o "$log.cubin" >"$log" 2>&1 || { cat "$log"; return 1; }
  kernels=$(grep -c 'bytes stack frame' "$log")
  if ((kernels == 0)) || grep -E 'C75[0-9][0-9]' "$log" ||
    grep 'bytes stack frame' "$log" | grep -v '^ *0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads'; then
    echo "$1: the lines above, of $kernels kernels for $2"
    return 1
  fi
  echo "$1: $kernels kernels for $2"
}
export -f compile

for file; do
  for architecture in $architectures; do echo "$file $architecture"; done
done | xargs -P 2 -I '{}' bash -c 'compile {}'
