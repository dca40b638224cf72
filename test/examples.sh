#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# examples.sh BUILD_DIR SOURCE_DIR: installs the build into a staging directory, and builds and runs the examples of the
# manual against what lies there. Examples that need a GPU say so, and count as skipped if there is none.
set -euo pipefail
build=$(realpath "$1")
source=$(realpath "$2")
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
unset CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH

nvcc=$(sed -n 's/^CMAKE_CUDA_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
cmake --install "$build" --prefix "$work/prefix" >"$work/log" || { cat "$work/log"; exit 1; }
cmake -S "$source/doc/examples" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER=g++ \
    -DCMAKE_CXX_FLAGS='-Wall -Wextra -Werror' ${nvcc:+-DCMAKE_CUDA_COMPILER="$nvcc"}
cmake --build "$work/build"
ctest --test-dir "$work/build" --output-on-failure | tee "$work/tests"
grep -q 'tests passed, 0 tests failed out of 2[0-9]' "$work/tests" || { echo "examples are missing" >&2; exit 1; }

# The two programs that stand side by side print the same, on a machine that can run both.
cd "$work/build"
[[ -x thrust_original ]] || exit 0
status=0
./thrust_original >original || status=$?
((status == 77)) || diff original <(./thrust_port)
