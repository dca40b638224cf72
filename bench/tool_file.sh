#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tool_file.sh TOOL [GIBIBYTES]: how fast `gpualgo reduce` reads a raw file from a warm page cache,
# against std::reduce(par_unseq) over the same mapping in the same process, in alternating calls.
# Prints JSON; of three runs, the one with the median ratio.
# The file is sparse and takes no disk space; its pages in the cache are like those of any file.
set -euo pipefail
tool=$(realpath "$1")
gibibytes=${2:-4}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
truncate -s "${gibibytes}G" "$work/raw"

for type in int8 int32 float double; do
    for run in 1 2 3; do
        cat "$work/raw" >/dev/null # into the page cache, if it was evicted
        "$tool" reduce "$work/raw" --type "$type" --device host --policy all --json >"$work/$type.$run.json"
    done
done

python3 - "$work" "$((gibibytes << 30))" <<'PYTHON'
import json, sys

def rates(run):
    """The rates of the library and of the standard library, and their ratio."""
    by_policy = {row["policy"]: row["gbps"] for row in run["rows"]}
    ours, theirs = by_policy["automatic"], by_policy["std::reduce(par_unseq)"]
    return ours / theirs, ours, theirs

rows = []
for type in "int8", "int32", "float", "double":
    runs = []
    for k in 1, 2, 3:
        with open(f"{sys.argv[1]}/{type}.{k}.json", encoding="utf-8") as file:
            runs.append(json.load(file))
    ratio, ours, theirs = sorted(map(rates, runs))[1]
    rows.append({"type": type, "ratio": round(ratio, 3), "gpualgo": round(ours, 2), "par_unseq": round(theirs, 2)})
context = runs[-1]["context"]
head = {"benchmark": "tool_file", "device": context["cpu"], "version": context["version"], "bytes": int(sys.argv[2]), "context": context}
lines = ",\n  ".join(json.dumps(row) for row in rows)
print(json.dumps(head)[:-1] + ', "rows": [\n  ' + lines + "\n]}")
PYTHON
