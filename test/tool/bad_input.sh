#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bad_input.sh TOOL DATA: what the command line tool cannot do, it says in one line on stderr, and ends with 1 or 2.
set -euo pipefail
tool=$(realpath "$1")
data=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GPUALGO_DEVICE='' GPUALGO_STRICT='' LC_ALL=C
failures=0
input=/dev/null

# complains CODE PATTERN COMMAND...: the command has to end with the code, print nothing, and say what matches in one line.
complains() {
    local expected=$1 pattern=$2 code=0
    shift 2
    timeout 60 "$@" >out 2>error <"$input" || code=$?
    if [[ $code == "$expected" && ! -s out && $(wc -l <error) == 1 ]] && grep -q -- "^gpualgo: .*$pattern" error; then return; fi
    echo "$*: ended with $code, not $expected, or has not said '$pattern' in one line:"
    head -c 2000 out error
    failures=$((failures + 1))
}
refuses() { complains "$1" "$2" "$tool" "${@:3}"; }

# The command line.
refuses 2 "no command 'nonsense' (subcommands: devices, reduce, scan, sort, histogram, matmul, explain, verify, cache)" nonsense
refuses 2 "no command 'redcue'; did you mean reduce?" redcue
refuses 2 'did you mean matmul?' matmull --shape 2x2x2
refuses 2 'did you mean devices?' --json device
refuses 2 "reduce has no option '--polcy'; did you mean --policy? ('gpualgo reduce --help' lists its options)$" reduce --polcy all
for command in devices reduce scan sort histogram matmul explain verify cache; do
    for option in --frob --frob=5; do refuses 2 "$command has no option '--frob' ('gpualgo $command --help' lists its options)\$" "$command" $option; done
done
refuses 2 "reduce has no option '--first' " reduce --n 100 --first --second
refuses 2 "sort has no option '-Z' " sort -Z --n 100
refuses 2 "devices takes no argument 'twice' ('gpualgo devices --help' lists its options)$" devices twice
refuses 2 "no option '--frob' before a command ('gpualgo help' lists the commands)$" --frob
for n in 0 -1 many 18446744073709551617 1e13 1.5 1.5e0 2^41 2^ ^2 1e 1Q 1MiB 3,4; do refuses 2 "--n: '$n' is no number from 1 to" reduce "--n=$n"; done
for runs in 0 many 1e7; do refuses 2 '--runs' reduce --n 100 --runs "$runs"; done
refuses 2 '--warmup' reduce --n 100 --warmup few
refuses 2 '--sort: speed.*time.*strategy' reduce --n 100 --sort speed
refuses 2 'excludes' reduce --n 100 --json --csv
refuses 2 'excludes' reduce --n 100 --json -q
refuses 2 'quiet prints one result' reduce --n 100 -q --policy all
refuses 2 '--type: complex.*int32.*bfloat16' reduce --type complex
refuses 2 '--op: minus.*plus.*logical_or' reduce --op minus
refuses 2 '--policy: fastest.*automatic.*warp_shuffle' reduce --policy fastest
refuses 2 '--policy: row_on_x' reduce --policy row_on_x
refuses 2 'mars.*host, simulated, cuda' reduce --device mars
refuses 2 'cuda:-1' reduce --device cuda:-1
refuses 2 'cuda:1x' reduce --device cuda:1x
for block in 0 1025 -1 99999999999 many; do refuses 2 '--block' reduce --n 100 --block "$block"; done
refuses 2 'automatic' reduce --n 100 --policy automatic --block 64
# What cannot be explained.
refuses 2 'algorithm is required' explain
refuses 2 'foo not in {reduce,' explain foo
refuses 2 'row_on_x does not serve reduce; these do: automatic, ' explain reduce --policy row_on_x
refuses 2 'interleaved does not serve min_element; these do: automatic$' explain min_element --policy interleaved
refuses 2 '--policy: vendor not in' explain reduce --policy vendor
for n in 0 2^41 2^64 -1 many 2^ ^2 1x; do refuses 2 "'$n' is no number from 1 to 1099511627776" explain reduce "--n=$n"; done
refuses 2 'has no elements' explain matmul --shape 8x0x8
refuses 2 'at most 2^40 elements' explain transform --shape 2^20x2^21
refuses 2 'at most 2^26 products' explain matmul --shape 2^15x1x2^15
refuses 2 'takes --shape MxNxK' explain matmul
refuses 2 "'2x2' is not MxNxK" explain matmul --shape 2x2
refuses 2 "'2x2x2' is not WIDTHxHEIGHT" explain transform --shape 2x2x2
refuses 2 'reduce takes --n' explain reduce --shape 2x2
refuses 2 'exclude each other' explain transform --shape 100x100 --n 5
refuses 2 '64x17 was given; a block has 1 to 1024' explain transform --shape 100x100 --block 64x17
refuses 2 'not a number of threads' explain reduce --block 64x1
refuses 2 'automatic chooses its own' explain reduce --block 64
refuses 2 'shared_tile takes 64, 256 or 1024' explain matmul --shape 8x8x8 --policy shared_tile --block 100
refuses 2 '--type: matmul has no matrices of int64; float, ' explain matmul --shape 8x8x8 --type int64
refuses 2 'complex64 has no order' explain min_element --type complex64
refuses 2 '--policy excludes --compare' explain reduce --policy neighbored --compare interleaved
refuses 2 '--compare: a not in' explain reduce --compare a,b
refuses 2 '--op: bit_and does not take float; plus, .* are allowed' reduce --type float --op bit_and
refuses 2 '--accumulator: .*int32 cannot be int8; int32, int64, double' reduce --type int32 --accumulator int8
refuses 2 'excludes' reduce "$data/float.npy" --n 5
refuses 1 'n = 100, .*no vendor library' reduce --n 100 --policy vendor --device simulated
refuses 2 'n = 100, .*block_size(64)' reduce --n 100 --block 64
refuses 1 'cuda:99' reduce --n 100 --device cuda:99
refuses 1 'do not fit into the host.s memory' reduce --n 1099511627776 --type double
complains 2 'host, simulated, cuda' env GPUALGO_DEVICE=mars "$tool" reduce --n 100

# Files that are not what they should be. The manifest says of each what NumPy called it.
count=0
while IFS=$'\t' read -r name kind what _; do
    [[ $kind == refused ]] || continue
    refuses 1 "$name.*$what" reduce "$data/$name"
    refuses 1 "$name.*$what" matmul "$data/$name" "$data/float_columns.npy"
    count=$((count + 1))
done <"$data/manifest.txt"
((count > 10)) || { echo "the manifest lists $count files to refuse"; failures=$((failures + 1)); }
head -c 150 "$data/float.npy" >truncated.npy
refuses 1 'truncated' reduce truncated.npy
for bytes in 0 5 8 9 40; do
    head -c "$bytes" "$data/float.npy" >start.npy
    refuses 1 'start.npy' reduce start.npy
done
{ cat "$data/float.npy"; echo more; } >long.npy
refuses 1 'too long' reduce long.npy
sed 's/(7,)/(9,)/' "$data/float.npy" >lies.npy
refuses 1 'lies.npy.*36 bytes.*28' reduce lies.npy
{ printf '\x93NUMPY\x01\x00\xff\x7f'; tail -c +11 "$data/float.npy"; } >length.npy
refuses 1 'length.npy.*header has 32767 bytes, but only 146' reduce length.npy
echo 'these are not the numbers' >text.npy
refuses 1 'no NPY file' reduce text.npy
refuses 1 'double.npy.*double, not float' reduce "$data/double.npy" --type float
refuses 2 '--op: maximum does not take complex64; plus, multiplies are allowed' reduce "$data/complex64.npy" --op maximum
refuses 2 '--accumulator: totals of complex128 cannot be complex64; complex128 are allowed' reduce "$data/complex128.npy" --accumulator complex64
refuses 1 'complex64.npy.*complex64, not double' reduce "$data/complex64.npy" --type double
refuses 1 'complex64 are not\|complex64; .*allowed' matmul "$data/complex64_columns.npy" "$data/complex64_columns.npy"
refuses 1 'no elements.*minimum' reduce "$data/empty.npy" --op minimum
head -c 10 /dev/zero >raw
refuses 1 '10 bytes.*4 of float' reduce raw --type float
refuses 1 '--type.*int8' reduce raw

# Files that cannot be read, and what is no file.
refuses 1 "'missing.npy' cannot be opened: No such file" reduce missing.npy
refuses 1 "No such file" reduce ''
refuses 1 'a directory' reduce "$work"
refuses 1 "standard input: .*--type" reduce -
printf '\x93NUMPY' >magic
input=magic refuses 1 'standard input: the file ends before its header' reduce -
few=(bash -c 'ulimit -v 1200000 && exec "$@"' few) # kibibytes, of which a sanitizer needs more
if "${few[@]}" "$tool" --version >/dev/null 2>&1; then
    input=/dev/zero complains 1 'standard input does not fit into the host.s memory: [0-9]* bytes were read' "${few[@]}" "$tool" reduce - --type int8 --check
fi
refuses 2 "standard input.*once" reduce - --type int8 -
refuses 2 "standard input.*once" matmul - -
refuses 1 "float.npy' holds float, but .*double.npy' holds double" reduce "$data/float.npy" "$data/double.npy"
refuses 1 'missing.npy' reduce "$data/float.npy" missing.npy
refuses 1 'a device' reduce /dev/zero --type float
refuses 1 'no size' reduce /proc/self/status --type int8
cp "$data/float.npy" secret.npy
chmod 0 secret.npy
if ((EUID != 0)); then
    refuses 1 'secret.npy.*Permission denied' reduce secret.npy
else # root may read everything: as nobody
    chmod 755 .
    as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    if "${as_nobody[@]}" "$tool" --version >/dev/null 2>&1; then complains 1 'secret.npy.*Permission denied' "${as_nobody[@]}" "$tool" reduce secret.npy; fi
fi

# Matrices.
refuses 2 'two files' matmul
refuses 2 'two files' matmul "$data/float_columns.npy"
refuses 2 'two files' matmul "$data/float_columns.npy" "$data/float_columns.npy" --shape 2x2x2
for shape in 3 3x4 3x4x5x6 3x4xx x x3x4 -1x2x3 3x4x9999999999 axbxc ''; do refuses 2 '--shape.*MxNxK' matmul --shape "$shape"; done
refuses 1 'do not fit into the host.s memory' matmul --shape 2147483648x2147483648x2147483648
refuses 2 '--type: uint8.*float' matmul --shape 2x2x2 --type uint8
refuses 2 '--policy: .*row_on_x' matmul --shape 2x2x2 --policy fastest
refuses 2 'shared_tile' matmul --shape 2x2x2 --policy shared_tile --block 48 --device simulated
refuses 1 'one_number.npy. has 0 dimensions' matmul "$data/one_number.npy" "$data/double_columns.npy"
refuses 1 'float.npy. has 1 dimension;' matmul "$data/float.npy" "$data/float_columns.npy"
refuses 1 'raw file' matmul raw raw --type int8
refuses 1 'holds uint8; .*allowed' matmul "$data/uint8_columns.npy" "$data/uint8_columns.npy"
refuses 1 'holds float.*holds double' matmul "$data/float_columns.npy" "$data/double_columns.npy"
refuses 1 '3x2.*3x2.*as many columns' matmul "$data/float_columns.npy" "$data/float_columns.npy"
refuses 1 'no vendor library' matmul --shape 8x8x8 --policy vendor --device simulated

# Output that cannot be written.
refuses 1 'missing/c.npy.*No such file' matmul "$data/float_columns.npy" "$data/version_3.npy" -o missing/c.npy
refuses 1 'no regular file' matmul "$data/float_columns.npy" "$data/version_3.npy" -o /dev/null
mkfifo pipe
ln -s /dev/fd/1 standard_output # a link to a pipe that has no path
ln -s loop loop
refuses 1 'no regular file' scan --n 10 -o pipe
"$tool" scan --n 10 -o standard_output 2>error | cat >out || true
if [[ ! -L standard_output ]] || ! grep -q 'no regular file' error; then
    echo 'a link to standard output has been replaced'
    failures=$((failures + 1))
fi
refuses 1 "'loop' cannot be written: Too many levels of symbolic links" scan --n 10 -o loop
ln -s made link
"$tool" scan --n 10 -o link >out
[[ -L link && -f made ]] || { echo 'a link to a missing file has been replaced'; failures=$((failures + 1)); }
[[ -c /dev/null ]] || { echo "/dev/null has been replaced"; failures=$((failures + 1)); }
if "$tool" devices >/dev/full 2>error || ! grep -q '^gpualgo: ' error; then
    echo "a full disk is no failure"
    failures=$((failures + 1))
fi

# A file that becomes shorter while it is read: as soon as the tool has mapped it, and long before it has made all passes over it.
truncate -s 8G shrinking
"$tool" reduce shrinking --type double --op maximum --device host --policy all >out 2>error </dev/null &
reader=$!
until grep -q shrinking "/proc/$reader/maps" 2>/dev/null || ! kill -0 "$reader" 2>/dev/null; do sleep 0.005; done
truncate -s 4096 shrinking
code=0
wait "$reader" || code=$?
if [[ $code != 1 || -s out ]] || ! grep -qx "gpualgo: 'shrinking' became shorter, or its disk failed, while it was read" error; then
    echo "a file that shrinks: ended with $code, or has not said so:"
    head -c 2000 out error
    failures=$((failures + 1))
fi

((failures == 0)) || { echo "$failures failures"; exit 1; }
