#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# calls.sh BUILD_DIR sort|reduce_by_key [SECONDS]: fuzzes calls of the library in BUILD_DIR, for 60
# seconds by default. Needs clang. A failing input is left in crash-*.
set -euo pipefail
build=$(realpath "$1")
name=$2
seconds=${3:-60}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/found"

"${CLANGXX:-clang++}" -std=c++20 -O1 -g -fsanitize=fuzzer -I "$root/include" -I "$root/test" \
    "$root/test/fuzz/$name.cpp" -L "$build/src" -lgpualgo "-Wl,-rpath,$build/src" -o "$scratch/fuzz_$name"
"$scratch/fuzz_$name" -max_total_time="$seconds" -timeout=60 -max_len=4096 -print_final_stats=1 "$scratch/found"
