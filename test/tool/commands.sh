#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# commands.sh TOOL: the overview, suggestions, bare products, and strategies and devices that a command insists on.
set -euo pipefail
tool=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GPUALGO_DEVICE='' GPUALGO_STRICT='' LC_ALL=C
failures=0

# gives CODE PATTERN ARGUMENTS...: how the tool ends, and a line of its output or its message.
gives() {
    local expected=$1 pattern=$2 code=0
    shift 2
    "$tool" "$@" >out 2>&1 || code=$?
    [[ $code == "$expected" ]] && grep -qE -- "$pattern" out && return
    echo "$*: ended with $code, not $expected, or no line has '$pattern':"
    head -c 2000 out
    failures=$((failures + 1))
}

for command in devices reduce scan sort histogram matmul explain verify cache; do
    gives 0 "^  $command {$((11 - ${#command}))}[a-z]" # descriptions are one column
    gives 0 "^  $command +[a-z]" help
    gives 0 "^Usage: gpualgo $command" help "$command"
done
gives 2 "no command 'redcue'; did you mean reduce\?" help redcue

gives 2 "interleavd not in \{.*\}; did you mean interleaved\?$" reduce --policy interleavd
gives 2 "did you mean interleaved\.in\(global\)\?$" reduce --policy 'interleaved.in(globl)'
gives 2 "pluss not in \{.*\}; did you mean plus\?$" reduce --op pluss
gives 2 "flaot not in \{.*\}; did you mean float\?$" matmul --shape 2x2x2 --type flaot
gives 2 "no option '--tipe'; did you mean --type\?" reduce --n 10 --tipe float
gives 2 "did you mean reduce\?$" explain reduec
gives 2 "did you mean neighbored\?$" explain reduce --compare interleaved,neigbored
gives 2 "quantum not in \{[^}]*\}$" reduce --policy quantum

# Bare products, of whole numbers and of fractions.
python3 - <<'PYTHON'
import struct
def write(name, descr, shape, values):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(10 + len(header) + 1) % 64) + b"\n"
    code = {"<f4": "f", "|i1": "b"}[descr]
    open(name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack(f"<{len(values)}{code}", *values))
write("a.npy", "<f4", (2, 3), [1, 2, 3, 4, 5, 6.5])
write("b.npy", "<f4", (3, 2), [1, 0, 0, 1, 2, 0.5])
write("c.npy", "|i1", (2, 2), [100, 100, -1, 0])
PYTHON
for device in host simulated; do
    "$tool" matmul a.npy b.npy --device "$device" --quiet >out
    diff - out <<<$'7 3.5\n17 8.25' || { echo "another product on $device"; failures=$((failures + 1)); }
done
"$tool" matmul c.npy c.npy -q --policy row_on_y --device simulated >out
diff - out <<<$'9900 10000\n-100 -100' || failures=$((failures + 1))
gives 2 'one product' matmul a.npy b.npy -q --policy all
gives 2 'excludes' matmul a.npy b.npy -q --csv
[[ $("$tool" matmul --shape 64x0x3 -q | wc -c) == 0 ]] || { echo 'a product without columns has elements'; failures=$((failures + 1)); }

# The host is no vendor.
for command in 'reduce --n 100' 'reduce --n 100 -q' 'matmul --shape 2x2x2'; do
    # shellcheck disable=SC2086 # words
    gives 1 '^gpualgo: --policy vendor needs a GPU, and the device is the host' $command --policy vendor --device host
done
for command in 'reduce --n 100' 'reduce --n 100 -q' 'scan --n 100 -q' 'sort --n 100 --json' 'matmul --shape 2x2x2'; do
    # shellcheck disable=SC2086 # words
    GPUALGO_DEVICE=simulated gives 1 '^gpualgo: .*no vendor library' $command --policy vendor
done
gives 1 '^gpualgo: --policy tensor_core needs a GPU' matmul --shape 2x2x2 --policy tensor_core --device host

# The cache of kernels: only its entries are removed.
folder=$(mktemp -d)
export GPUALGO_CACHE_DIR=$folder
printf 1234 >"$folder/0123.cubin"
printf 12 >"$folder/notes.txt"
gives 0 "^$folder: 1 kernels, 4 bytes$" cache
gives 0 '"entries": 1' cache --json
gives 0 "^$folder: removed 1 kernels, 4 bytes$" cache --clear
gives 0 "^$folder: 0 kernels, 0 bytes$" cache
[[ $(ls "$folder") == notes.txt ]] || { echo 'cache --clear removes other files' >&2; failures=$((failures + 1)); }
GPUALGO_CACHE_DIR= gives 0 '^no cache: GPUALGO_CACHE_DIR is empty' cache
GPUALGO_CACHE_DIR= gives 0 '"folder": null' cache --json
rm -r "$folder"
unset GPUALGO_CACHE_DIR

# Without a GPU nothing falls back to the host, and a device that is named is none to fall back to.
if grep -q '^[* ] cuda:' <<<"$("$tool" devices)"; then exit "$((failures > 0))"; fi
export GPUALGO_STRICT=1
gives 1 '^gpualgo: .*GPUALGO_STRICT=1 forbids falling back to the host' reduce --n 100
gives 1 '^gpualgo: .*GPUALGO_STRICT=1 forbids falling back to the host' matmul --shape 2x2x2
gives 0 '^none is preferred: .*GPUALGO_STRICT=1' devices
gives 0 '"preferred": null' devices --json
gives 0 'sum of 100 ' reduce --n 100 --device host
GPUALGO_DEVICE=host gives 0 'sum of 100 ' reduce --n 100
gives 0 '^reduce of 100 int32$' explain reduce --n 100
((failures == 0)) || exit 1
