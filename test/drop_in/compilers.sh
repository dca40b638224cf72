#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compilers.sh LIBRARY SOURCE_DIR COMPILER...: compiles and runs programs that use all headers.
# Every available compiler must accept them without a warning in C++20, and the first one also in
# C++23 and with the standard library's checks. No version is tried twice.
set -euo pipefail
library=$(realpath "$1") source=$(realpath "$2")
shift 2
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Werror)

declare -A tried
dialects=(-std=c++20 -std=c++2b '-std=c++20 -D_GLIBCXX_DEBUG')
for compiler in "$@"; do
    command -v "$compiler" >/dev/null || { echo "there is no $compiler"; continue; }
    version=$("$compiler" -dumpversion)
    [[ ! -v tried[$version] ]] || continue
    tried[$version]=yes
    # clang's warnings do not depend on optimisation, which takes it most of the time
    if [[ $compiler == *clang* ]]; then level=-O0; else level=-O1; fi
    for options in "${dialects[@]}"; do
        echo "$compiler $options"
        for program in portable algorithms; do
            # shellcheck disable=SC2086 # several options
            "$compiler" $options "${warnings[@]}" $level "-I$source/include" "$source/test/drop_in/$program.cpp" -o "$work/$program" \
                "$library" "-Wl,-rpath,$(dirname "$library")"
            "$work/$program"
        done
    done
    dialects=(-std=c++20)
done
