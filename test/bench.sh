#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh PROGRAM: checks that a benchmark writes valid JSON, whatever its note contains, and
# records the circumstances of the measurement.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
note=$'a "quoted" \\ note\nof two lines, not all of it UTF-8: \xff'
"$1" --max 16 --json "$work/results.json" --note "$note" >/dev/null
python3 - "$work/results.json" <<'PYTHON'
import json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    found = json.load(file)
assert found["note"] == 'a "quoted" \\ note\nof two lines, not all of it UTF-8: \ufffd', found["note"]
assert found["context"]["command"][1:3] == ["--max", "16"] and found["context"]["date"].endswith("Z"), found["context"]
assert found["rows"] and all(row["runs"] > 1 and row["spread"]["gpu::reduce"] >= 0 for row in found["rows"]), found["rows"]
PYTHON
! "$1" --max 16 --json "$work/missing/results.json" >/dev/null 2>&1
