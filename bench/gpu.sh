#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a machine with a GPU: runs the GPU tests, a sample of them under compute-sanitizer, then the
# benchmarks.
#   bash bench/gpu.sh [BUILD_DIRECTORY [RESULTS_DIRECTORY]]
# Looks for programs anywhere below BUILD_DIRECTORY; writes JSON and logs into RESULTS_DIRECTORY.
# Exits with 1 if a test fails.
set -uo pipefail
programs=${1:-build/dev}
results=${2:-build/gpu-results}
mkdir -p "$results"
program() { find "$programs" -type f -name "$1" -perm -u+x | head -n 1; }

failed=0
# run NAME COMMAND...: writes the output to NAME.log; shows its last line, or 30 lines on failure.
run() {
  local name=$1 start=$SECONDS
  shift
  if timeout 300 "$@" >"$results/$name.log" 2>&1; then
    echo "passed  $name, $((SECONDS - start)) s: $(grep -v '^[=[:space:]]*$' "$results/$name.log" | tail -n 1)"
  else
    echo "FAILED  $name, exit code $?"
    failed=1
    tail -n 30 "$results/$name.log"
    return 1
  fi
}

# Tests of the public library on every device, then those that need a GPU.
tests=(
  reduce_canonical reduce_types reduce reduce_ranges reduce_large reduce_into transform_reduce mean
  complex vendor short_range small_float golden partial sharded_vector
  extrema find scan select sort sorted reduce_by_key unique elementwise views
  device_vector soa_vector iterator_bounds memory_resources copy mixed_ranges errors
  matrix matmul matmul_batch matmul_values
  expression_devices expression_algorithms
  cuda_on_gpu cuda_expressions_on_gpu cuda_views_on_gpu cuda_own_kernels cuda_user_operators
  cuda_tensor_core_on_gpu cuda_contexts_on_gpu cuda_reset_on_gpu
)
run_test() {
  local path
  path=$(program "test_$1")
  [[ -z $path ]] || run "test_$1" "$path"
}
export programs results
export -f program run run_test

"$(program gpualgo)" devices || exit 1
printf '%s\n' "${tests[@]}" | xargs -P 4 -I{} bash -c 'run_test {}' || failed=1

sanitizer=$(command -v compute-sanitizer || command -v /usr/local/cuda/bin/compute-sanitizer)
if [[ -n $sanitizer ]]; then
  for tool in memcheck racecheck synccheck initcheck; do
    run "$tool" "$sanitizer" --tool "$tool" --error-exitcode 1 "$(program gpualgo)" reduce --n 100003 --device cuda --policy all
    run "$tool of scan" "$sanitizer" --tool "$tool" --error-exitcode 1 "$(program test_cuda_on_gpu)" "scans: many tiles, in place and again"
    run "$tool of tensor_core" "$sanitizer" --tool "$tool" --error-exitcode 1 "$(program test_cuda_tensor_core_on_gpu)" "tensor_core: small products of each kernel and layout,mma: small products of each type and layout"
  done
else
  echo "no compute-sanitizer here"
fi

if [[ -n $(command -v ncu || ls -d /usr/local/cuda/bin/ncu /opt/nvidia/nsight-compute/*/ncu 2>/dev/null) ]]; then
  run counters bash "$(dirname "$0")/counters.sh" "$programs" "$results"
else
  echo "no Nsight Compute here"
fi
run reduce_cuda "$(program bench_reduce_cuda)" --json "$results/reduce_cuda.json"
run reduce_peers_cuda "$(program bench_reduce_peers_cuda)" --json "$results/reduce_peers_cuda.json"
run reduce_by_key_cuda "$(program bench_reduce_by_key_cuda)" --json "$results/reduce_by_key_cuda.json"
run scan_cuda "$(program bench_scan_cuda)" --json "$results/scan_cuda.json"
run distributed_cuda "$(program bench_distributed_cuda)" --json "$results/distributed_cuda.json"
run find_cuda "$(program bench_find_cuda)" --json "$results/find_cuda.json"
run select_cuda "$(program bench_select_cuda)" --json "$results/select_cuda.json"
run elementwise_cuda "$(program bench_elementwise_cuda)" --json "$results/elementwise_cuda.json"
run sort_cuda "$(program bench_sort_cuda)" --json "$results/sort_cuda.json"
run sorted_cuda "$(program bench_sorted_cuda)" --json "$results/sorted_cuda.json"
run expression_cuda "$(program bench_expression_cuda)" --json "$results/expression_cuda.json"
run matmul_vector_cuda "$(program bench_matmul_vector_cuda)" --json "$results/matmul_vector_cuda.json"
run matmul_cuda "$(program bench_matmul_cuda)" --json "$results/matmul_cuda.json"
run matmul_accuracy "$(program bench_matmul_accuracy)" --json "$results/matmul_accuracy.json"
run matmul_stream_cuda "$(program bench_matmul_stream_cuda)" --json "$results/matmul_stream_cuda.json"
run matmul_tensor_core "$(program bench_matmul_tensor_core)" --json "$results/matmul_tensor_core.json"
run matmul_apart "$(program bench_matmul_tensor_core)" --apart 1 --types half,double,tf32 --json "$results/matmul_apart.json"
exit $failed
