#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ptxas.sh NVCC INCLUDE_DIRECTORY FILES...: compiles tensor_core's kernels. Fails if ptxas spills
# registers, or serialises asynchronous wgmma instructions (its remarks C7500 to C7599).
set -uo pipefail
export nvcc=$1 include=$2
shift 2
directory=$(mktemp -d)
export directory
trap 'rm -r "$directory"' EXIT

compile() {
  local log=$directory/${1//\//_}.log kernels
  "$nvcc" -std=c++20 -O3 --expt-relaxed-constexpr -fmad=false -gencode=arch=compute_90a,code=sm_90a "-I$include" "-I$include/../src" -Xptxas=-v \
    -cubin "$1" -o "$log.cubin" >"$log" 2>&1 || { cat "$log"; return 1; }
  kernels=$(grep -c 'bytes stack frame' "$log")
  if ((kernels == 0)) || grep -E 'C75[0-9][0-9]' "$log" ||
    grep 'bytes stack frame' "$log" | grep -v '^ *0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads'; then
    echo "$1: the lines above, of $kernels kernels"
    return 1
  fi
  echo "$1: $kernels kernels"
}
export -f compile

printf '%s\n' "$@" | xargs -P 2 -I '{}' bash -c 'compile "{}"'
