#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# subproject.sh SOURCE_DIR: builds a program that has the library's sources as a part of its own project.
set -euo pipefail
source=$(realpath "$1")
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT

cmake -S "$source/test/consumer/subproject" -B "$work" -G Ninja -DGPUALGO_SOURCE_DIR="$source" -DGPUALGO_CUDA=OFF >"$work/log" || { cat "$work/log"; exit 1; }
! grep -E '^GPUALGO_BUILD_(TESTS|TOOLS|BENCHMARKS|DOCS):.*=ON' "$work/CMakeCache.txt" || { echo "a part of another project builds more than the library" >&2; exit 1; }
cmake --build "$work" --target consumer
"$work/consumer"
