#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# streams.sh TOOL DATA: `gpualgo reduce` as a part of pipelines: standard input, pipes, several files; the bare number, values separated by
# commas, the order of rows and the number of runs.
set -euo pipefail
tool=$(realpath "$1")
data=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GPUALGO_DEVICE=host GPUALGO_STRICT='' LC_ALL=C

stop() {
    echo "$1"
    exit 1
}
# is EXPECTED ARGUMENTS...: the bare number that the tool prints
is() {
    local expected=$1 found
    shift
    found=$("$tool" reduce -q "$@") || stop "reduce -q $*: it failed"
    [[ $found == "$expected" ]] || stop "reduce -q $*: '$found', not '$expected'"
}

# From 1 to 6, twice 1 to 7, and bytes; see numpy_files.py.
is 21 "$data/int32_columns.npy"
is 21 - <"$data/int32_columns.npy"
cat "$data/int32_columns.npy" | is 21 -
is 21 <(cat "$data/int32_columns.npy")
is 6 - --op maximum --accumulator double <"$data/float_columns.npy"
printf '\x01\x02\x03' >raw
is 6 - --type uint8 <raw
is 6 /dev/stdin --type uint8 <raw
is 6 <(cat raw) --type uint8
is 0 - --type uint8 </dev/null
printf '\x00\x00' | cat "$data/int32_columns.npy" - | "$tool" reduce -q - 2>error && stop 'a stream that is too long is taken'
grep -q 'standard input: .* but .* follow the header: the file is too long' error || stop "a stream that is too long: $(<error)"
mkfifo pipe
cat "$data/double_columns.npy" >pipe &
is 21 pipe
wait
# Nothing is called for no elements, and takes no time.
"$tool" reduce - --type uint8 --json </dev/null >row
grep -q '"ms": null.*"gbps": null, "result": 0,' row || stop "the time of an empty stream: $(<row)"
# The simulated device has no times.
"$tool" reduce - --type uint8 --device simulated --json <raw >row
grep -q '"ms": null' row || stop "a time of the simulated device: $(<row)"
head -c 300000001 /dev/zero | tr '\0' '\1' | is 300000001 - --type int8 --accumulator int64 # buffers that grow, many short reads
"$tool" matmul - "$data/version_3.npy" --device host --policy automatic --json <"$data/float_columns.npy" | grep -q '"m": 3, "n": 3, "k": 2' ||
    stop 'a matrix from standard input'

# Streams of 1.5 GB take little memory, as raw numbers and as NPY.
python3 - "$tool" <<'PYTHON'
import resource, struct, subprocess, sys
def total(header, block, blocks, *options):
    tool = subprocess.Popen([sys.argv[1], "reduce", "-q", "-", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    tool.stdin.write(header)
    for _ in range(blocks):
        tool.stdin.write(block)
    return tool.communicate()[0].decode().strip()
block = b"\1" * 1_500_007
if total(b"", block, 1000, "--type", "uint8", "--accumulator", "uint64") != str(1000 * len(block)):
    sys.exit("the sum of a large stream is wrong")
text = b"{'descr': '<i2', 'fortran_order': False, 'shape': (75000350,), }"
text += b" " * (-(10 + len(text) + 1) % 64) + b"\n"
if total(b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text, block, 100, "--accumulator", "int64") != str(257 * 75000350):
    sys.exit("the sum of a large NPY stream is wrong")
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
if most > 500_000:
    sys.exit(f"a stream takes {most} KiB")
PYTHON

# Several files are one array: in the order of the command line, also beside standard input.
is 6 raw --type uint8
is 12 raw raw --type uint8
is 18 raw - raw --type uint8 <raw
is 42 "$data/double_columns.npy" "$data/double_columns.npy"
printf '\x09' >one
is 15 raw one --type uint8
"$tool" reduce "$data/float.npy" "$data/float_columns.npy" --json | grep -q '"n": 13,' || stop 'the number of elements of two files'
python3 - <<'PYTHON'
import random, struct
random.seed(1)
numbers = [random.uniform(-1, 1) * 10 ** random.randint(-3, 3) for _ in range(20000)]
for name, part in ("whole", numbers), ("front", numbers[:7777]), ("back", numbers[7777:]):
    with open(name, "wb") as file:
        file.write(struct.pack(f"{len(part)}f", *part))
PYTHON
is "$("$tool" reduce -q whole --type float)" front back --type float # the same bits
[[ $("$tool" reduce -q back front --type float) != $("$tool" reduce -q whole --type float) ]] || stop 'the order of files does not show'

# One line; counts as people write them.
line=$("$tool" reduce --n 1e3)
[[ $line =~ ^'sum of 1000 random int32 = 128471  (automatic on host, '[0-9.]+' ms)'$ ]] || stop "the answer: $line"
for n in 1024 1Ki 2^10 1.024k; do [[ $("$tool" reduce --n "$n" --type int64) == 'sum of 1024 random int64 = '* ]] || stop "--n $n"; done
"$tool" reduce --n 1000 --check | grep -q ', agrees with the reference)$' || stop '--check does not tell'
"$tool" matmul --shape 2^3x1e1x8 --policy automatic --device host --json | grep -q '"m": 8, "n": 10, "k": 8' || stop 'counts in a shape'

# Comma-separated values: as many fields in every line, and those of JSON.
"$tool" reduce --n 1000 --policy all --csv >rows.csv
"$tool" reduce --n 1000 --policy all --json >rows.json
python3 - <<'PYTHON'
import csv, json, sys
with open("rows.csv", newline="") as file:
    rows = list(csv.DictReader(file))
with open("rows.json") as file:
    expected = json.load(file)["rows"]
if list(rows[0]) != list(expected[0]) or len(rows) != len(expected):
    sys.exit("the fields or rows are not those of JSON")
for row, other in zip(rows, expected):
    if None in row or None in row.values():
        sys.exit(f"a line has too many fields or too few: {row}")
    for key in "policy", "device", "kernel":
        if row[key] != other[key]:
            sys.exit(f"{key} is {row[key]}, not {other[key]}")
    if row["result"] != str(other["result"]) or (row["ms"] == "") != (other["ms"] is None):
        sys.exit(f"{row} is not {other}")
PYTHON

# Runs, and the order of rows.
"$tool" reduce --n 1000 --policy all --runs 7 --warmup 2 --sort time --json >rows.json
"$tool" reduce --n 1000 --policy all --sort strategy --json >named.json
python3 - <<'PYTHON'
import json, sys
with open("rows.json") as file:
    rows = json.load(file)["rows"]
times = [row["ms"] for row in rows if row["ms"] is not None]
if any(row["runs"] != 7 or not row["min"] <= row["ms"] or row["deviation"] is None for row in rows if row["ms"] is not None):
    sys.exit("there are not seven runs of each strategy, or they have no statistics")
if len(times) < 3 or times != sorted(times) or any(row["ms"] is not None for row in rows[len(times):]):
    sys.exit("the fastest is not first, or rows without times are not last")
with open("named.json") as file:
    names = [row["policy"] for row in json.load(file)["rows"]]
if names != sorted(names):
    sys.exit("the rows are not sorted by name")
PYTHON
"$tool" reduce --n 1000 --policy all --runs 7 | grep -qE ' ms +min +dev ' || stop 'the table has no statistics'
"$tool" reduce --n 1000 --runs 7 | grep -q 'median of 7: min' || stop 'the answer has no statistics'
"$tool" devices --json | python3 -c '
import json, sys
found = json.load(sys.stdin)
names = [d["device"] for d in found["devices"]]
sys.exit(found["preferred"] != "host" or names[:1] != ["host"] or "simulated" not in names or sum(d["preferred"] for d in found["devices"]) != 1)
' || stop 'the devices as JSON'

# A part of the input is told from all of it.
"$tool" reduce --n 300000 --policy all >table
grep -qE '^interleaved.in\(shared\) +1024x256 +262144 +yes$' table || stop 'rows for a part do not show their size'
grep -q "^result: $("$tool" reduce -q --n 300000)\$" table || stop 'the result is not in the table'
! grep -q "$("$tool" reduce -q --n 262144)" table || stop 'the result for a part is beside that for all'
(($(wc -L <table) <= 80)) || stop 'the table is wider than 80 columns'

# Without data there is no bare number: standard input is read if it is named.
! message=$(printf '' | "$tool" reduce -q 2>&1) || stop 'a bare number of nothing'
[[ $message == *"--quiet needs a file, '-' for standard input, or --n"* ]] || stop "the message: $message"
