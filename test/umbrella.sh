#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# umbrella.sh SOURCE_DIR: gpualgo.hpp includes every public header but those that it names itself.
# All public headers for g++ compile, each alone and together in one file.
set -euo pipefail
include=$(realpath "$1")/include
cd "$include/gpualgo"
for header in *.hpp *.cuh; do
    [[ $header != gpualgo.hpp ]] || continue
    included=$(grep -cxF "#include <gpualgo/$header>" gpualgo.hpp || true)
    named=$(grep -cE "^/// .*gpualgo/${header//./\\.} " gpualgo.hpp || true)
    ((included + named == 1)) || { echo "gpualgo.hpp neither includes nor names $header, or does both"; exit 1; }
done

all=$(mktemp --suffix=.cpp)
trap 'rm -f "$all"' EXIT
for header in *.hpp; do
    [[ $header == mpi.hpp ]] || echo "#include <gpualgo/$header>" >>"$all"
done
compile=("${CXX:-g++}" -std=c++20 -Wall -Wextra -Werror -fsyntax-only "-I$include" -x c++)
"${compile[@]}" "$all"
sed 's/#include <\(.*\)>/\1/' "$all" | xargs -P "$(nproc)" -I{} "${compile[@]}" -include {} /dev/null
