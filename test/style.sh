#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# style.sh SOURCE_DIR: the rules that every file of the project keeps. A line for each breach; exits with 1 if there is one.
set -euo pipefail
cd "$1"

mapfile -t files < <(find CMakeLists.txt include src test bench doc .ci -type f \
    \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' -o -name '*.c' -o -name '*.sh' -o -name '*.cmake' -o -name '*.in' -o -name CMakeLists.txt -o -name run \))
mapfile -t headers < <(printf '%s\n' "${files[@]}" | grep -E '\.(hpp|cuh)$')
((${#headers[@]} > 0)) || { echo "there are no headers under $1"; exit 1; }

breaches=0
breach() {
    echo "$1"
    breaches=$((breaches + 1))
}

lengths=()
for file in "${files[@]}"; do
    lines=$(wc -l <"$file")
    lengths+=("$lines")
    ((lines <= 400)) || breach "$file: $lines lines; at most 400"
    head -n 5 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || breach "$file: no SPDX line at the top"
    ! grep -nP '\t' "$file" || breach "$file: a tab"
    ! grep -nE ' +$' "$file" || breach "$file: a space at the end of a line"
done
for header in "${headers[@]}"; do
    # Doxygen skips a header without it, in silence.
    grep -q '^/// @file$' "$header" || breach "$header: no @file"
    grep -q '^#pragma once$' "$header" || breach "$header: no #pragma once"
done

median=$(printf '%s\n' "${lengths[@]}" | sort -n | sed -n "$(((${#lengths[@]} + 1) / 2))p")
((median <= 150)) || breach "half of the files have more than $median lines; 150 are enough"

macros=$(cat "${files[@]}" | grep -cE '^[[:space:]]*#[[:space:]]*define' || true)
total=$(cat "${files[@]}" | wc -l)
((macros * 500 <= total)) || breach "$macros #defines in $total lines; at most 2 in 1000"

((breaches == 0)) || exit 1
echo "${#files[@]} files, $median lines in the median, $macros macros in $total lines"
