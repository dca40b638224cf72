#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh [SECONDS [DIRECTORY]]: fuzzes the parser of NPY headers, for 60 seconds by default. Needs
# clang.
# Starts from the corpus and from files that NumPy wrote; new inputs go to DIRECTORY, if given. A
# failing input is left in crash-*.
# To renew the corpus, build as below and run: fuzz_npy -set_cover_merge=1 NEW_CORPUS DIRECTORY
set -euo pipefail
seconds=${1:-60}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
found=${2:-$scratch/found}
mkdir -p "$found"

"${CLANGXX:-clang++}" -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I "$root/src" \
    "$root/test/fuzz/npy.cpp" "$root/src/tool/npy.cpp" "$root/src/tool/npy_dictionary.cpp" -lfmt -o "$scratch/fuzz_npy"
"$scratch/fuzz_npy" -max_total_time="$seconds" -timeout=60 -max_len=2048 -print_final_stats=1 "$found" "$root/test/fuzz/corpus/npy" "$root/test/tool/data"
