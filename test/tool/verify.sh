#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# verify.sh TOOL SOURCE_DIR: every device has the bits of the definition, and their digest is the one that is written down; other
# seeds have other digests.
set -euo pipefail
tool=$1 source=$2
fail() {
    echo "$1"
    exit 1
}

text=$("$tool" verify) || fail "verify failed: $text"
digest=$(sed -nE 's/^digest +([0-9a-f]{16})$/\1/p' <<<"$text")
[[ -n $digest ]] || fail "no digest is printed: $text"
for page in README.md doc/canonical_order.md; do
    grep -q "$digest" "$source/$page" || fail "$page does not have the digest $digest"
done
for device in host simulated; do
    grep -qE "^$device +all [0-9]{4,} results" <<<"$text" || fail "nothing is said of $device: $text"
done

json=$("$tool" verify --seed 2 --json) || fail "another seed failed: $json"
[[ $json == *'"digest": "'* && $json == *'"device": "host", "wrong": 0'* ]] || fail "the object: $json"
[[ $json != *"$digest"* ]] || fail "another seed has the same digest"
! "$tool" verify --seed many 2>/dev/null || fail "a seed that is no number was taken"
