#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ptx.sh NVCC SOURCE_DIR: counting costs kernels on GPUs nothing. Their PTX has no data, functions or names besides their
# own, and is the same without the headers of the simulated device and of explain. A planted counter is found.
# Bodies that name what their blocks read have it copied to the L2 cache before they wait for the kernel ahead.
set -euo pipefail
nvcc=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$source/include" "$work/without"
cp -r "$source/include" "$work/planted"
(cd "$work/without/gpualgo" && rm -r simulated simulated.hpp explain.hpp explanation.hpp detail/explanation_table.hpp \
    warp_counts.hpp abi/explain_request.hpp abi/simulated_thread.hpp)
sed -i -e 's|void sync() { __syncthreads(); }|void sync() { atomicAdd(\&barriers, 1u), __syncthreads(); }|' \
    -e 's|^class cuda_block {|__device__ unsigned barriers;\n&|' "$work/planted/gpualgo/kernel/cuda_context.cuh"

# compile INCLUDE_DIR NAME: NAME.ptx
compile() {
    "$nvcc" -std=c++20 -O3 --expt-relaxed-constexpr -fmad=false -arch=compute_90a -ptx "-I$1" "-I$source/src" \
        "$source/test/cuda/bodies.cu" -o "$work/$2.ptx"
    grep -q '^\.visible \.entry .*run_body' "$work/$2.ptx" || { echo "$2: no kernels"; exit 1; }
}
# Data, calls, and names of sites or counters. The shared memory of blocks is the one external variable.
traces() { grep -nE '^(\.(extern|visible|weak) +)?\.(global|const|func)|call|\.hpp|source_location|simulated|counted|explain' "$1"; }

compile "$source/include" with
compile "$work/without" without
compile "$work/planted" planted
! traces "$work/with.ptx" || { echo 'kernels have the lines above'; exit 1; }
cmp "$work/with.ptx" "$work/without.ptx" || { echo 'counting headers change the PTX'; exit 1; }
traces "$work/planted.ptx" >/dev/null || { echo 'a planted counter is not found'; exit 1; }
! cmp -s "$work/with.ptx" "$work/planted.ptx" || { echo 'a planted counter changes nothing'; exit 1; }

fetching=$(awk '/\.entry/ { name = $0; fetches = 0 } /prefetch\.global\.L2/ { fetches = 1 }
    /griddepcontrol\.wait/ && fetches { print name }' "$work/with.ptx")
for body in reduce_canonical scan_canonical exchange; do
    grep -q "kernel[0-9]*$body" <<<"$fetching" || { echo "$body copies nothing to the L2 cache before it waits"; exit 1; }
done
