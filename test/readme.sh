#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# readme.sh SOURCE_DIR: checks that every code block in README.md and in the pages of doc/ is a
# region of a file that is built and run as a test. The line before a block names file and region.
# In the file the region is enclosed by two lines `//! [region]` or `# [region]`. Blocks of `text`
# are output or drawings, not code. (Doxygen itself finds the regions of \snippet.)
set -euo pipefail
cd "$1"

# Prints a region without its common indentation.
region() { # file, name
    awk -v marker="[$2]" '
        { line = $0; sub(/^ *(\/\/!|#) */, "", line) }
        line == marker && $0 != line { inside = !inside; ++markers; next }
        inside { text[++n] = $0; match($0, /^ */); if ($0 != "" && (n == 1 || RLENGTH < shared)) shared = RLENGTH }
        END {
            if (markers != 2 || n == 0) exit 1
            for (i = 1; i <= n; ++i) print substr(text[i], shared + 1)
        }' "$1"
}

# Writes every block of a page to a numbered file: first the marker before it, then its lines.
blocks=$(mktemp --directory)
trap 'rm -rf "$blocks"' EXIT
cut() { # page
    rm -f "$blocks"/*
    awk -v blocks="$blocks" '
        /^```/ && inside { inside = 0; close(file); next }
        /^```/ { inside = 1; output = ($0 == "```text"); if (!output) { file = sprintf("%s/%03d", blocks, ++count); print previous > file }; next }
        inside && !output { print > file }
        { previous = $0 }' "$1"
}

checked=0
for page in README.md doc/*.md; do
    cut "$page"
    for block in "$blocks"/*; do
        [[ -e $block ]] || continue # no blocks
        [[ $(head -n 1 "$block") =~ ^'<!-- '(.+)': '(.+)' -->'$ ]] || { echo "$page: a block of code without a marker:"; cat "$block"; exit 1; }
        file=${BASH_REMATCH[1]}
        name=${BASH_REMATCH[2]}
        region "$file" "$name" >"$blocks/region" || { echo "$file: no region [$name]"; exit 1; }
        diff <(tail -n +2 "$block") "$blocks/region" || { echo "$page (<) and $file, [$name] (>) differ"; exit 1; }
        rm "$blocks/region"
        checked=$((checked + 1))
    done
    [[ $page != README.md ]] || ((checked > 0)) || { echo "README.md has no code"; exit 1; }
done
echo "$checked blocks of code are regions of tests"
