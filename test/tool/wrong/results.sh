#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# results.sh TOOL WRONG_LIBRARY DATA: results that are wrong are told from those that are right, the tool ends with 1, and no file is written.
set -euo pipefail
tool=$(realpath "$1")
wrong=$(realpath "$2")
data=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GPUALGO_DEVICE='' GPUALGO_STRICT=''

stop() {
    echo "$1"
    cat "$work/out" "$work/error"
    exit 1
}

# finds POLICY VERDICT ARGUMENTS...: runs the tool on the simulated device, and looks at the row of the policy.
finds() {
    local policy=$1 verdict=$2 code=0
    shift 2
    LD_PRELOAD=$wrong "$tool" "$@" --device simulated --json >"$work/out" 2>"$work/error" || code=$?
    grep "\"policy\": \"$policy\"" "$work/out" | grep -q "\"agrees\": $verdict" || stop "$*: $policy is not $verdict"
    [[ $code == 1 ]] || stop "$*: ended with $code"
    grep -qE '^gpualgo: [0-9]+ of [0-9]+ results are wrong$' "$work/error" || stop "$*: it does not say how many are wrong"
}

for type in int32 float double; do
    finds automatic true reduce --n 1000 --type "$type" --policy all
    finds interleaved.in\(shared\) false reduce --n 1000 --type "$type" --policy all
    finds automatic true scan --n 70000 --type "$type" --policy all
    finds warp_shuffle false scan --n 70000 --type "$type" --policy all
    finds automatic true matmul --shape 9x8x7 --type float
    finds shared_tile false matmul --shape 9x8x7 --type float
done
finds row_on_x false matmul "$data/float_columns.npy" "$data/version_3.npy" --policy row_on_x --output "$work/c.npy"
finds blelloch false scan --n 70000 --exclusive --policy blelloch --output "$work/c.npy"
[[ ! -e $work/c.npy ]] || stop 'a wrong result was written'
