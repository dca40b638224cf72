#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check.sh COMPILER INCLUDE_DIR FILE: the file must not compile, with one error, which holds the words after each `// expect:`;
# words after `// and:` must be anywhere in the compiler's output. With `// expect: success` it must compile. `// options:` are the
# compiler's, after -std=c++20.
set -euo pipefail
compiler=$1 include=$2 file=$3

words() { sed -n "s|^// $1: ||p" "$file"; }
expected=$(words expect)
[ -n "$expected" ] || { echo "$file does not say what to expect"; exit 1; }

status=0
read -ra options <<<"$(words options)"
output=$("$compiler" -std=c++20 "${options[@]}" -fsyntax-only -Wall -Wextra "-I$include" "$file" 2>&1) || status=$?
fail() {
    echo "$file: $1. The compiler says:"
    echo "$output"
    exit 1
}

if [ "$expected" = success ]; then
    [ "$status" -eq 0 ] && [ -z "$output" ] || fail "should compile without a word"
    exit 0
fi
[ "$status" -ne 0 ] || fail "should not compile"
errors=$(grep -E '(^|[ :])error: ' <<<"$output" || true)
[ "$(wc -l <<<"$errors")" -eq 1 ] || fail "should have one error"
while IFS= read -r fragment; do
    grep -qF -- "$fragment" <<<"$errors" || fail "the error should say '$fragment'"
done <<<"$expected"
while IFS= read -r fragment; do
    [ -z "$fragment" ] || grep -qF -- "$fragment" <<<"$output" || fail "should say '$fragment'"
done <<<"$(words and)"
