#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a machine with a GPU and Nsight Compute: measures the counters that the model of gpu::explain is compared with.
#   bash bench/counters.sh [BUILD_DIRECTORY [RESULTS_DIRECTORY]]
# Looks for bench_counters below BUILD_DIRECTORY. RESULTS_DIRECTORY receives counters_plan.json, counters.csv and, joined
# by bench/counters.py, counters.json. With that file, `python3 bench/counters.py --store RESULTS_DIRECTORY/counters.json`
# renews bench/results/counters_h100.json and the table of test/explain/.
set -euo pipefail
programs=${1:-build/dev}
results=${2:-build/gpu-results}
here=$(dirname "$(realpath "$0")")
mkdir -p "$results"
program=$(find "$programs" -type f -name bench_counters -perm -u+x | head -n 1)
[[ -n $program ]] || { echo "no bench_counters below $programs" >&2; exit 1; }
ncu=$(command -v ncu || ls -d /usr/local/cuda/bin/ncu /opt/nvidia/nsight-compute/*/ncu 2>/dev/null | tail -n 1)
metrics=$(python3 "$here/counters.py" --metrics)
# The clocks are left alone: no counter depends on them but the time.
"$ncu" --clock-control none --csv --page raw --print-units base --metrics "$metrics" --log-file "$results/counters.csv" \
    "$program" "$results/counters_plan.json" >"$results/counters.log" 2>&1 || { tail -n 20 "$results/counters.log" "$results/counters.csv"; exit 1; }
python3 "$here/counters.py" "$results/counters_plan.json" "$results/counters.csv" "$results/counters.json"
