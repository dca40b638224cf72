#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sort.sh BUILD_DIR [SECONDS]: fuzzes sorts of the library in BUILD_DIR, for 60 seconds by default.
# Needs clang. A failing input is left in crash-*.
set -euo pipefail
build=$(realpath "$1")
seconds=${2:-60}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/found"

"${CLANGXX:-clang++}" -std=c++20 -O1 -g -fsanitize=fuzzer -I "$root/include" -I "$root/test" \
    "$root/test/fuzz/sort.cpp" -L "$build/src" -lgpualgo "-Wl,-rpath,$build/src" -o "$scratch/fuzz_sort"
"$scratch/fuzz_sort" -max_total_time="$seconds" -timeout=20 -max_len=4096 -print_final_stats=1 "$scratch/found"
