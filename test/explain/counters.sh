#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# counters.sh SOURCE_DIR: the table of hardware counters is that of its file, and counters.py joins a profiler's output with a plan.
set -euo pipefail
script=$(realpath "$1")/bench/counters.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 "$script" --check
IFS=, read -ra metrics <<<"$(python3 "$script" --metrics)"
((${#metrics[@]} == 15)) || { echo "${#metrics[@]} metrics"; exit 1; }

# launch ID NAME GRID BLOCK FIRST: a row whose metrics count up from a number.
launch() {
    printf '"%s","42","bench_counters","localhost","%s","1","7","%s","%s","0","9.0"' "$1" "$2" "$4" "$3"
    for i in "${!metrics[@]}"; do printf ',"%s"' "$(printf "%'d" $(($5 + i)))"; done
    echo
}
{
    echo '==PROF== Connected to process 42 (bench_counters)'
    printf '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC"'
    printf ',"%s"' "${metrics[@]}"
    printf '\n"","","","","","","","","","",""'
    printf ',"%s"' "${metrics[@]//*/inst}"
    echo
    launch 0 'void fill<float>(T1 *, unsigned long)' '(4096, 1, 1)' '(256, 1, 1)' 0 # of nobody's plan
    launch 1 'void gpu::run_body<kernel::reduce<policy::interleaved, 1>, kernel::plus>(T2)' '(2048, 1, 1)' '(512, 1, 1)' 9000 # in another space
    launch 2 'void gpu::run_body<kernel::reduce<policy::interleaved, 0>, kernel::plus>(T2)' '(2048, 1, 1)' '(512, 1, 1)' 1000
    launch 3 'void gpu::run_body<kernel::reduce<policy::interleaved, 0>, kernel::plus>(T2)' '(1, 1, 1)' '(512, 1, 1)' 2000
    launch 4 'void gemm(T1)' '(16, 16, 1)' '(128, 1, 1)' 3000
    launch 5 'void gpu::run_body<kernel::select_stable<1, kernel::select_at_once>, kernel::plus>(T2)' '(16, 4, 1)' '(16, 16, 1)' 9000 # of the same shape
    launch 6 'void gpu::run_body<kernel::scan_by_blocks<policy::blelloch>, kernel::plus>(T2)' '(16, 4, 1)' '(16, 16, 1)' 4000
} >counters.csv
python3 - <<'PYTHON'
import json
names = ["global load requests", "global load sectors", "global store requests", "global store sectors", "shared loads", "shared load wavefronts",
         "shared stores", "shared store conflicts", "divergent branches"]
def call(algorithm, policy, *launches):
    return {"algorithm": algorithm, "policy": policy, "space": "shared",
            "launches": [{"kernel": f"{algorithm}<{policy}, shared>", "grid": grid, "block": 512 if grid > 64 or grid == 1 else 256,
                          "model": {name: first + i for i, name in enumerate(names)}} for grid, first in launches]}
plan = {"device": "a GPU", "rows": [call("reduce", "interleaved", (2048, 1000), (1, 1900)), call("reduce", "missing", (64, 0)), call("scan", "blelloch", (64, 4000))]}
json.dump(plan, open("plan.json", "w"))
PYTHON
python3 "$script" plan.json counters.csv joined.json >out 2>error
grep -qx 'reduce by missing (shared): other launches than the model.s; left out' error || { cat error; exit 1; }
grep -qx 'reduce, interleaved (shared), reduce<interleaved, shared>, grid 1: global load requests 2000, model 1900' out || { cat out; exit 1; }
! grep -q 'grid 2048' out || { echo 'equal counters differ'; exit 1; }
grep -qx '3 launches in joined.json' out || { cat out; exit 1; }
sed 's/gpu:://' counters.csv >short.csv # as some versions of the profiler spell names
python3 "$script" plan.json short.csv short.json >out 2>/dev/null
grep -qx '3 launches in short.json' out || { echo "names without their namespace:"; cat out; exit 1; }
python3 - <<'PYTHON'
import json
found = json.load(open("joined.json"))
assert found["device"] == "a GPU"
first, second, third = found["rows"]
assert first["global load requests"] == 1000 and first["divergent branches"] == 1008 and first["ns"] == 1014, first
assert second["kernel"] == "reduce<interleaved, shared>" and second["grid"] == 1 and second["shared loads"] == 2004
assert third["policy"] == "blelloch" and third["profiled"].startswith("void gpu::run_body<kernel::scan_by_blocks<") and third["model"]["shared loads"] == 4004
PYTHON
grep -v '^"' counters.csv >empty.csv
! python3 "$script" plan.json empty.csv joined.json 2>error || { echo 'no launches are no failure'; exit 1; }
grep -q 'empty.csv has no launches: ==PROF== Connected' error || { cat error; exit 1; }
