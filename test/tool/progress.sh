#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# progress.sh TOOL: on a terminal the tool says what it is at, and takes it away; a file gets none of that.
set -euo pipefail
tool=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# script makes a terminal, and writes down what appears on it.
script --quiet --return --command "'$tool' reduce --n 1000 --policy automatic --device host >'$work/table'" "$work/seen" >/dev/null </dev/null
grep -q '1 of 1: automatic on host, 1000 elements' "$work/seen" || { echo 'nothing is seen on a terminal'; exit 1; }
erased=$'\r\e[K'
[[ $(grep -v '^Script' "$work/seen") == *"$erased" ]] || { echo 'the last line is left on the terminal'; exit 1; }
"$tool" reduce --n 1000 --policy automatic --device host >"$work/table" 2>"$work/error"
[[ ! -s $work/error ]] || { echo 'a file gets progress'; exit 1; }
