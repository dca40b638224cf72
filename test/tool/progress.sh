#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# progress.sh TOOL: on a terminal the tool prints its progress on stderr and erases it in the end, and tables have colours unless NO_COLOR
# is set; a file gets neither. Bars are of ASCII unless the locale is of UTF-8.
set -euo pipefail
tool=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset NO_COLOR
export TERM=xterm GPUALGO_DEVICE=host

stop() {
    echo "$1"
    exit 1
}
# script makes a terminal, and writes down what appears on it.
seen_of() { script --quiet --return --command "$1" "$work/seen" >/dev/null </dev/null; }
compared='reduce --n 1000 --policy all --device host'

seen_of "'$tool' $compared >'$work/table'"
grep -q '1 of 3: automatic on host, 1000 elements' "$work/seen" || stop 'nothing is seen on a terminal'
grep -qE '[ 0-9]{3} %, [0-9]+ s left: ' "$work/seen" || stop 'neither percent nor the time left is seen on a terminal'
grep -q '100 %, 0 s left: timing' "$work/seen" || stop 'the progress does not come to its end'
erased=$'\r\e[K'
[[ $(grep -v '^Script' "$work/seen") == *"$erased" ]] || stop 'the last line is left on the terminal'
! grep -q $'\e' "$work/table" || stop 'a file gets colours'
"$tool" $compared >"$work/table" 2>"$work/error"
[[ ! -s $work/error ]] || stop 'a file gets progress'

coloured=$'\e\\[1;32m'
seen_of "'$tool' $compared 2>/dev/null"
grep -q "$coloured" "$work/seen" || stop 'the fastest row has no colour on a terminal'
seen_of "NO_COLOR=1 '$tool' $compared 2>/dev/null"
! grep -q $'\e' "$work/seen" || stop 'NO_COLOR has no effect'
seen_of "TERM=dumb '$tool' $compared 2>/dev/null"
! grep -q $'\e' "$work/seen" || stop 'a terminal without colours gets some'
seen_of "NO_COLOR= '$tool' $compared 2>/dev/null"
grep -q "$coloured" "$work/seen" || stop 'an empty NO_COLOR has an effect'

LC_ALL=C "$tool" $compared | grep -q '####' || stop 'there are no bars of ASCII'
LC_ALL=C.UTF-8 "$tool" $compared | grep -q '████' || stop 'there are no bars of Unicode'
