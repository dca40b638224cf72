#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# json.sh TOOL BLAS DATA: what the tool prints with --json is JSON, also if paths have quotes, backslashes, line feeds and bytes
# that are not UTF-8; it says in what circumstances it was measured; numbers of 64 bits are exact.
set -euo pipefail
tool=$(realpath "$1")
blas=$(realpath "$2")
data=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GPUALGO_DEVICE='' GPUALGO_STRICT='' GPUALGO_BLAS=''

stop() {
    echo "$1"
    cat out
    exit 1
}

# prints EXPRESSION COMMAND...: the command has to print JSON, for which the expression of Python holds; `path` is $path.
prints() {
    local expression=$1
    shift
    "$@" >out || stop "$*: it failed"
    python3 -m json.tool out >/dev/null || stop "$*: that is no JSON"
    path=$path python3 - "$expression" <<'PYTHON' || stop "$*: not $expression"
import datetime, json, math, os, sys
path = os.fsencode(os.environ["path"]).decode(errors="replace")
with open("out", encoding="utf-8") as file:
    found = json.load(file)
rows, context = found.get("rows"), found["context"]
when = datetime.datetime.strptime(context["date"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
age = (datetime.datetime.now(datetime.timezone.utc) - when).total_seconds()
if not -5 < age < 600:
    sys.exit(f"the date is {age} seconds ago")
for key in "version", "cpu", "gpu", "driver", "cuda_driver", "cuda_toolkit", "compiler", "command":
    if key not in context:
        sys.exit(f"the context has no {key}")
sys.exit(0 if eval(sys.argv[1]) else 1)
PYTHON
}

# Paths of a file and of a library, and a path in what the tool was called with.
for path in 'a"b' 'a\b' 'a\' $'a\nb' $'a\tb\x01\x7f' $'a\xff\xc3(b' 'ä"€' "'"; do
    mkdir -p -- "$path"
    cp "$data/float_columns.npy" "$path/numbers.npy"
    cp "$blas" "$path/blas.so"
    prints 'rows[0]["result"] == 21 and context["command"][2] == path + "/numbers.npy"' "$tool" reduce "$path/numbers.npy" --device host --policy automatic --json
    prints 'rows[0]["kernel"] == f"cblas_sgemm (./{path}/blas.so)" and context["command"][1] == "matmul"' \
        env "GPUALGO_BLAS=./$path/blas.so" "$tool" matmul --shape 20x20x20 --type float --device host --policy automatic --json
done
path=''
prints 'found["digest"] == "6c5818506b7cebb9" and not any(d["wrong"] for d in found["devices"])' "$tool" verify --json

# Runs and their spread; none on the simulated device.
prints 'context["runs"] == rows[0]["runs"] == 5 and 0 <= rows[0]["spread"] <= context["spread"] and context["cpu"]' \
    "$tool" reduce --n 1000 --device host --policy automatic --runs 5 --json
prints 'context["runs"] == 0 and context["spread"] is rows[0]["spread"] is rows[0]["ms"] is rows[0]["gbps"] is None' \
    "$tool" reduce --n 1000 --device simulated --policy automatic --json

# Numbers: 2^63 - 1, -2^63, 2^64 - 1, and what is none in JSON.
reduced() { prints "rows[0]['result'] == $1" "$tool" reduce numbers --type "$2" --op "$3" --device host --policy automatic --json; }
printf '\xff\xff\xff\xff\xff\xff\xff\x7f' >numbers
reduced 9223372036854775807 int64 plus
printf '\x00\x00\x00\x00\x00\x00\x00\x80' >numbers
reduced -9223372036854775808 int64 plus
printf '\xff\xff\xff\xff\xff\xff\xff\xff' >numbers
reduced 18446744073709551615 uint64 plus
printf '\x00\x00\x80\x7f' >numbers
reduced '"inf"' float plus
printf '\x00\x00\xc0\x7f' >numbers
reduced '"nan"' float plus
printf '\x00\x00\x00\x80' >numbers
reduced '0 and math.copysign(1, rows[0]["result"]) == -1' float maximum
printf '\xcd\xcc\xcc\x3d' >numbers
reduced 0.1 float plus

# The bins of a histogram, their edges and counts.
printf '\x67\xc6\x69\x73\x51' >numbers
counted() { prints "found['bins'] == 4 and found['edges'] == $1 and found['counts'] == $2" "$tool" histogram numbers --bins 4 "${@:3}" --json; }
counted '[0, 64, 128, 192, 256]' '[0, 4, 0, 1]' --type uint8 --lower 0 --upper 256
prints 'all(type(x) is int for x in [found["bins"], *found["edges"], *found["counts"]])' \
    "$tool" histogram numbers --type uint8 --bins 3 --device simulated --json
printf '\x00\x00\x00\x00\xcd\xcc\xcc\x3d\x00\x00\xc0\x7f' >numbers # 0, 0.1 and a NaN
counted '[-0.5, -0.25, 0, 0.25, 0.5]' '[0, 0, 2, 0]' --type float --lower -0.5 --upper 0.5
