#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# reduce.sh BUILD_DIR [SECONDS [DIRECTORY]]: fuzzes the host's reductions for 60 seconds by default.
# Compares objects in BUILD_DIR, compiled by g++, with the definition, compiled by clang. Starts
# from the corpus; new inputs go to DIRECTORY, if given. A failing input is left in crash-*.
set -euo pipefail
build=$(realpath "$1")
seconds=${2:-60}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
found=${3:-$scratch/found}
mkdir -p "$found"

objects=("$build"/src/CMakeFiles/gpualgo_objects.dir/{host/reduce/*,host/{parallel,thread_supply}}.cpp.o)
"${CLANGXX:-clang++}" -std=c++20 -O1 -g -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I "$root/include" -I "$root/src" \
    "$root/test/fuzz/reduce.cpp" "$root/src/conformance/oracle.cpp" "$root/src/conformance/reduction_case.cpp" "${objects[@]}" -ltbb -o "$scratch/fuzz_reduce"
"$scratch/fuzz_reduce" -max_total_time="$seconds" -timeout=60 -max_len=512 -print_final_stats=1 "$found" "$root/test/fuzz/corpus/reduce"
