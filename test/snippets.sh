#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# snippets.sh SOURCE_DIR [--fix]: every block of code in README.md and in the pages is a region of a file that is built and
# run as a test. The line before a block names file and region, `<!-- test/doc/reduce.cpp: strategies -->`. In the file the
# region stands between two lines `//! [region]` or `# [region]`. Blocks of `text` are output, and are not code.
# With --fix the blocks are rewritten from the regions; a marker without a block gets one.
set -euo pipefail
cd "$1"
[[ $# == 1 || ($# == 2 && $2 == --fix) ]] || { echo "usage: snippets.sh SOURCE_DIR [--fix]" >&2; exit 2; }

# Prints a page as it should be.
expand() { # page
    awk '
        function fail(text) { print FILENAME ":" FNR ": " text > "/dev/stderr"; failed = 1; exit 1 }
        function language(file) { return file ~ /\.(cpp|cu|cuh|hpp)$/ ? "cpp" : file ~ /CMakeLists\.txt$/ ? "cmake" : "sh" }
        # Prints the lines of a region, without the indentation that they share.
        function region(file, name,    line, bare, inside, markers, text, n, shared, i) {
            while ((getline line < file) > 0) {
                bare = line
                sub(/^ *(\/\/!|#) */, "", bare)
                if (bare == "[" name "]" && bare != line) { inside = !inside; ++markers; continue }
                if (!inside) continue
                text[++n] = line
                match(line, /^ */)
                if (line != "" && (n == 1 || RLENGTH < shared)) shared = RLENGTH
            }
            close(file)
            if (markers != 2 || n == 0) fail(file " has no region [" name "]")
            for (i = 1; i <= n; ++i) print substr(text[i], shared + 1)
        }
        function block(file, name) { print "```" language(file); region(file, name); print "```" }
        /\\snippet/ { fail("\\snippet shows no code outside of Doxygen") }
        skipping { if (/^```$/) skipping = 0; next }
        output { if (/^```$/) output = 0; print; next }
        pending {
            pending = 0
            block(file, name)
            if (/^```/) { skipping = 1; next }
        }
        /^```(text)$/ { output = 1; print; next }
        /^```/ { fail("a block of code without a marker") }
        /^<!-- [^ ]+: .+ -->$/ {
            file = $2; sub(/:$/, "", file)
            name = $0; sub(/^<!-- [^ ]+: /, "", name); sub(/ -->$/, "", name)
            pending = 1
            ++count
        }
        { print }
        END {
            if (failed) exit 1
            if (pending) block(file, name)
            if (skipping || output) { print FILENAME ": a block without an end" > "/dev/stderr"; exit 1 }
        }' "$1"
}

work=$(mktemp)
trap 'rm -f "$work"' EXIT
stale=0
blocks=0
for page in README.md doc/*.md doc/tutorial/*.md; do
    expand "$page" >"$work"
    blocks=$((blocks + $(grep -cE '^<!-- [^ ]+: .+ -->$' "$page" || true)))
    cmp --quiet "$page" "$work" && continue
    if [[ ${2:-} == --fix ]]; then
        cp "$work" "$page"
    else
        diff --label "$page" --label "its code as it is tested" -u "$page" "$work" || stale=1
    fi
done
((stale == 0)) || { echo "Pages differ from the code that is tested: bash test/snippets.sh . --fix" >&2; exit 1; }
((blocks > 40)) || { echo "Only $blocks blocks of code were found" >&2; exit 1; }
echo "$blocks blocks of code are regions of tests"
