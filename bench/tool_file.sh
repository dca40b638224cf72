#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tool_file.sh TOOL [GIBIBYTES]: how fast `gpualgo reduce` reads a raw file of a warm page cache, against std::reduce(par_unseq) over the same
# mapping in the same process, their calls taken in turns. Prints JSON; of three runs the one with the middle ratio.
# The file is a hole, which takes no room on the disk: what is read are its pages in the cache, as those of any file.
set -euo pipefail
tool=$(realpath "$1")
gibibytes=${2:-4}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
truncate -s "${gibibytes}G" "$work/raw"

# "RATE RATE RATIO" of one run, of the library and of the standard library.
measure() {
    cat "$work/raw" >/dev/null # into the cache, if it has left it
    "$tool" reduce "$work/raw" --type "$1" --device host --json | awk -F '"gbps": ' '
        /"policy": "automatic"/ { ours = $2 + 0 }
        /"policy": "std::reduce/ { theirs = $2 + 0 }
        END { if (!ours || !theirs) exit 1; printf "%.2f %.2f %.3f\n", ours, theirs, ours / theirs }'
}

device=$("$tool" devices | sed -nE 's/^[* ] host +(.*), [0-9.]+ of .*/\1/p')
printf '{"benchmark": "tool_file", "device": "%s", "version": "%s", "bytes": %d, "rows": [' "$device" "$("$tool" --version | cut -d ' ' -f 2)" $((gibibytes << 30))
separator=''
for type in int8 int32 float double; do
    read -r ours theirs ratio < <(for _ in 1 2 3; do measure "$type"; done | sort -n -k 3 | sed -n 2p)
    printf '%s\n{"type": "%s", "ratio": %s, "gpualgo": %s, "par_unseq": %s}' "$separator" "$type" "$ratio" "$ours" "$theirs"
    separator=,
done
printf '\n]}\n'
