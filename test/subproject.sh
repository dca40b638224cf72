#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# subproject.sh SOURCE_DIR: builds a program that includes the library's sources in its own project.
set -euo pipefail
source=$(realpath "$1")
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT

# -O0: the program is built, not measured.
cmake -S "$source/test/consumer/subproject" -B "$work" -G Ninja -DGPUALGO_SOURCE_DIR="$source" -DGPUALGO_CUDA=OFF -DCMAKE_CXX_FLAGS=-O0 >"$work/log" || { cat "$work/log"; exit 1; }
! grep -E '^GPUALGO_BUILD_(TESTS|TOOLS|BENCHMARKS|DOCS):.*=ON' "$work/CMakeCache.txt" || { echo "a part of another project builds more than the library" >&2; exit 1; }
cmake --build "$work" --target consumer
"$work/consumer"

# For a static library, configuration must fail and say why, rather than install a library that
# cannot be linked.
! cmake -S "$source" -B "$work/static" -G Ninja -DGPUALGO_CUDA=OFF -DBUILD_SHARED_LIBS=OFF >"$work/log" 2>&1 || { echo "a static library is configured" >&2; exit 1; }
grep -q 'There is no static libgpualgo' "$work/log" || { cat "$work/log"; exit 1; }
