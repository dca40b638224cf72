#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# style.sh SOURCE_DIR: checks the style rules of all files. Prints a line for each violation; exits
# with 1 if there is one.
set -euo pipefail
cd "$1"

mapfile -t files < <(find CMakeLists.txt include src test bench doc .ci -type f \
    \( -name '*.hpp' -o -name '*.cuh' -o -name '*.cpp' -o -name '*.cu' -o -name '*.c' -o -name '*.sh' -o -name '*.py' -o -name '*.cmake' -o -name '*.in' -o \
    -name '*.map' -o -name CMakeLists.txt -o -name run \))

awk '
    function breach(text) { print text; ++breaches }
    function finish() {
        lengths[++files] = lines
        if (lines > 400) breach(file ": " lines " lines; at most 400")
        if (!licensed) breach(file ": no SPDX line at the top")
        if (file !~ /\.(hpp|cuh)$/) return
        ++headers
        if (!described) breach(file ": no @file: Doxygen skips it in silence")
        if (!once) breach(file ": no #pragma once")
    }
    FNR == 1 { if (file != "") finish(); file = FILENAME; lines = licensed = described = once = 0 }
    { ++lines; ++total }
    FNR <= 5 && /SPDX-License-Identifier: Apache-2\.0/ { licensed = 1 }
    $0 == "/// @file" { described = 1 }
    $0 == "#pragma once" { once = 1 }
    /\t/ { breach(FILENAME ":" FNR ": a tab") }
    length($0) > 100 && !/^\/\/ (expect|and|options): / && FILENAME ~ /\.(hpp|cuh|cpp|cu|c)$/ { breach(FILENAME ":" FNR ": " length($0) " columns; at most 100") }
    / $/ { breach(FILENAME ":" FNR ": a space at the end of the line") }
    FILENAME ~ /^(src|include)\// && /(^|[^a-z_])getenv/ { breach(FILENAME ":" FNR ": getenv; programs with privileges need secure_getenv") }
    /^[ ]*#[ ]*define/ { ++macros }
    END {
        finish()
        if (headers == 0) breach("there are no headers")
        for (i in lengths) if (lengths[i] > 150) ++long_ones
        if (2 * long_ones > files) breach(long_ones " of " files " files have more than 150 lines")
        if (macros * 500 > total) breach(macros " macros in " total " lines; at most 2 in 1000")
        if (breaches) exit 1
        print files " files, " long_ones + 0 " of more than 150 lines, " macros " macros in " total " lines"
    }' "${files[@]}"

# Comments are plain English.
python3 test/comments.py include src test bench

# Releases of clang-format differ; ours is Debian 12's.
if clang-format --version 2>/dev/null | grep --quiet 'version 14\.'; then
    clang-format --dry-run -Werror $(printf '%s\n' "${files[@]}" | grep -E '\.(hpp|cuh|cpp|cu)$')
fi

# Text has rules of its own.
python3 test/prose.py .
