#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# explain.sh TOOL SOURCE_DIR [--fix]: what `gpualgo explain` prints, and that pages show the same tables. With --fix, those of scans, sorts and merges are
# written anew.
set -euo pipefail
tool=$(realpath "$1")
source=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0
export LC_ALL=C.UTF-8 # bars are of ASCII otherwise

# prints PATTERN ARGUMENTS...: the command succeeds and prints a line that matches.
prints() {
    local pattern=$1
    shift
    "$tool" explain "$@" >out || { echo "explain $*: it failed"; failures=$((failures + 1)); return; }
    grep -qE -- "$pattern" out || { echo "explain $*: no line has '$pattern':"; cat out; failures=$((failures + 1)); }
}

prints '^reduce of 16777216 int32$' reduce
prints '^reduce of 1000 float$' reduce --n 1000 --type float
prints '^transform of 200x150 int32$' transform --shape 200x150
prints '^  that diverge +75$' transform --shape 200x150
prints '^  that diverge +1$' transform --n 10000 --block 64
prints '^matmul of 10x30 by 30x20 float$' matmul --shape 10x20x30
prints '^  sectors per request +16.50 ████▏$' matmul --shape 512x512x512 --policy row_on_x
prints '^ +neighbored +interleaved.in\(global\)$' reduce --n 2^20 --compare 'neighbored,interleaved.in(global)'
prints '^barriers +[0-9]+ +[0-9]+$' reduce --n 2^20 --block 512 --compare interleaved,automatic
prints '^shared loads +391359 +-$' reduce --n 2^20 --block 512 --compare 'neighbored,neighbored.in(global)'
prints '^shuffles ' reduce --policy warp_shuffle
prints '^Few blocks ran' reduce --n 2^40
prints '^min_element of 1000 double$' min_element --n 1000 --type double
prints '^transform_reduce of 1000 int8$' transform_reduce --n 1000 --type int8
prints '^  sectors per request +5.00 ' transform --n 2^20 --offset 1
prints '^  sectors per request +8.00 ' transform --n 2^20 --type float --stride 2
LC_ALL=C prints '^  branch efficiency +24.8 % ##$' reduce --n 2^20 --block 512 --policy neighbored

prints '^copy_if of 1000 double$' copy_if --n 1000 --type double
prints '^Every other element is selected.$' count_if --policy warp_shuffle
prints '^atomics +2048 +256$' copy_if --n 2^20 --compare warp_shuffle,automatic
prints '^No block waits: totals of earlier blocks are there in time.$' exclusive_scan --compare automatic,hillis_steele
prints '^ +hillis_steele +blelloch +cg_tile<8> +warp_shuffle +automatic$' inclusive_scan --n 2^16 --compare 'hillis_steele,blelloch,cg_tile<8>,warp_shuffle,automatic'
prints '^ +256 +256 +1.0 .*fetch_add\(counter, count\)' copy_if --n 2^17 --policy warp_shuffle --lines
prints '^Every other element is selected.$' copy_if --n 2^17 --policy warp_shuffle --lines
! "$tool" explain copy_if --policy interleaved >out 2>error || { echo 'interleaved selects'; failures=$((failures + 1)); }
grep -qx 'gpualgo: .*interleaved does not serve copy_if; these do: automatic, warp_shuffle' error || { cat error; failures=$((failures + 1)); }
! "$tool" explain reduce --policy blelloch >out 2>error || { echo 'blelloch reduces'; failures=$((failures + 1)); }

prints '^sort of 1048576 int32$' sort
prints '^sort of 1000 double$' sort --n 1000 --type double
prints '^launches +6$' sort --n 100000 --type float
prints '^Keys are in random order, which is the same in the run of each block.$' sort --n 1000
prints '^merge of 16777216\+16777216 int32$' merge
prints '^merge of 1000\+2000 float$' merge --shape 1000x2000 --type float
prints '^global stores +243$' merge --shape 3000x4680 # of 32 elements each, and three splits of two tiles
prints "^The arrays' elements follow each other at random, alike in each tile.$" merge --n 1000
prints '^ +[0-9]+ +[0-9]+ +[0-9.]+ .* keys\.get\(first \+ middle\)' sort --n 10000 --lines
prints '^ +[0-9]+ +[0-9]+ +[0-9.]+ .* z = staged\.get\(next\)' merge --n 10000 --lines
refuses() { # MESSAGE ARGUMENTS...
    local message=$1
    shift
    ! "$tool" explain "$@" >out 2>error || { echo "explain $*: it succeeds"; failures=$((failures + 1)); }
    grep -qE -- "$message" error || { echo "explain $*: no '$message':"; cat error; failures=$((failures + 1)); }
}
refuses 'more than 1179648 numbers of 4 bytes are sorted by CUB on GPUs' sort --n 2^21
refuses 'sort is explained for elements of 4 or 8 bytes, and int8 has 1' sort --type int8
refuses 'interleaved does not serve merge; these do: automatic' merge --policy interleaved
refuses 'merges are explained for at most 2\^29 elements of each array' merge --n 2^30
refuses "^gpualgo: --shape: '5' is not N1xN2, two numbers" merge --shape 5
refuses '^gpualgo: --shape: sort takes --n' sort --shape 5x5

# 2^30 elements take at most 256 MiB.
python3 - "$tool" <<'PYTHON' || { echo 'explain takes too much memory'; failures=$((failures + 1)); }
import resource, subprocess, sys
for problem in (["reduce", "--compare", "automatic,neighbored.in(global)"], ["copy_if", "--compare", "automatic,warp_shuffle"],
                ["inclusive_scan", "--compare", "automatic,blelloch"], ["merge", "--shape", "536870912x536870912"], ["matmul", "--shape", "32768x32768x32768", "--policy", "row_on_x"]):
    size = [] if "--shape" in problem else ["--n", "2^30"]
    subprocess.run([sys.argv[1], "explain", *problem, *size], check=True, stdout=subprocess.DEVNULL)
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
assert most <= 256 << 10, f"{most} KiB"
PYTHON

# A picture is whole or not there, has the text of the problem in its own syntax, and is the same every time.
picture() {
    "$tool" explain "$@" >out || { echo "explain $*: it failed"; failures=$((failures + 1)); }
}
picture reduce --n 2^20 --block 128 --policy neighbored --svg first.svg
GPUALGO_SEED=17 picture reduce --n 2^20 --block 128 --policy neighbored --svg second.svg
cmp first.svg second.svg || { echo 'the picture depends on the seed'; failures=$((failures + 1)); }
picture reduce --n 1000 --compare 'cg_tile<8>,neighbored_less' --svg compared.svg
picture matmul --shape 64x64x64 --policy shared_tile --svg banks.svg
picture transform --n 100 --block 1000 --svg wide.svg
python3 - <<'PYTHON' || { echo 'the picture is wrong'; failures=$((failures + 1)); }
import xml.etree.ElementTree as tree
def texts(name):
    root = tree.parse(name).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    width, height = float(root.get("width")), float(root.get("height"))
    for shape in root:
        assert 0 <= float(shape.get("x", 0)) <= width and 0 <= float(shape.get("y", 0)) <= height
    return [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
first = texts("first.svg")
assert first[0] == "reduce<neighbored, shared>: the first of 8192 blocks of 128 threads"
assert [note for note in first if note.endswith("lanes")] == [f"{n} of {m} lanes" for n, m in
    ((128, 128), (128, 128), (64, 128), (32, 128), (16, 128), (8, 128), (4, 128), (2, 64), (1, 32), (1, 32), (1, 32))], first
assert "load, 4 sectors" in first
compared = texts("compared.svg")
assert any("cg_tile<8>" in text for text in compared) and any("neighbored_less" in text for text in compared)
assert "load, 32 wavefronts" in texts("banks.svg") and "32" in texts("banks.svg")
assert "100 of 128 lanes, 3 times" not in texts("wide.svg") and "100 of 128 lanes" in texts("wide.svg")
PYTHON
echo old >kept.svg
chmod 600 kept.svg
! "$tool" explain reduce --n 0 --svg kept.svg 2>/dev/null || { echo 'no elements are drawn'; failures=$((failures + 1)); }
[[ $(<kept.svg) == old && $(stat -c %a kept.svg) == 600 ]] || { echo 'a failure changes the old file'; failures=$((failures + 1)); }
! "$tool" explain reduce --svg missing/file.svg >out 2>error || { echo 'a missing folder is no failure'; failures=$((failures + 1)); }
grep -qx "gpualgo: 'missing/file.svg' cannot be written: No such file or directory" error || { cat error; failures=$((failures + 1)); }
! "$tool" explain reduce --svg /dev/null >out 2>error || { echo 'a device is replaced'; failures=$((failures + 1)); }
! ls ./*.svg.* 2>/dev/null || { echo 'temporary files are left'; failures=$((failures + 1)); }

picture copy_if --n 2^17 --policy automatic --svg copied.svg
picture inclusive_scan --n 2^16 --policy automatic --svg scanned.svg
GPUALGO_SEED=3 picture inclusive_scan --n 2^16 --policy automatic --svg again.svg
cmp scanned.svg again.svg || { echo 'the picture of a scan depends on the seed'; failures=$((failures + 1)); }
picture sort --n 100000 --svg sorted.svg
picture merge --n 10000 --svg merged.svg
grep -q 'sort_runs: the first of 22 blocks of 512 threads' sorted.svg || { echo 'no picture of a sort'; failures=$((failures + 1)); }
grep -q 'merge: the first of 6 blocks of 256 threads' merged.svg || { echo 'no picture of a merge'; failures=$((failures + 1)); }
grep -q 'select: the first of 32 blocks of 320 threads' copied.svg || { echo 'no picture of a selection'; failures=$((failures + 1)); }
grep -q 'scan_canonical: the first of 32 blocks of 320 threads' scanned.svg || { echo 'no picture of a scan'; failures=$((failures + 1)); }

# Counts are beside the lines that they belong to.
prints '^ +194560 +194560 +5.4 .*389120.* exchange.put\(rank, op\(exchange.get|^ +194560 +194560 +5.4 .* exchange.put\(rank, op\(exchange.get' \
    reduce --n 2^20 --block 512 --policy neighbored --lines
prints '^ +4194304 +0 +32.0 +4194304 / 32.0 .*a\.get\(problem\.a\.at\(row, k\)\)' matmul --shape 512x512x512 --policy row_on_x --lines
! grep -q ' $' out || { echo 'spaces at the end of a line'; failures=$((failures + 1)); }

"$tool" explain reduce --n 2^20 --block 512 --compare neighbored,interleaved --json >out
python3 - <<'PYTHON' || { echo 'the JSON is wrong'; failures=$((failures + 1)); }
import json
found = json.load(open("out"))
assert found["problem"] == "reduce of 1048576 int32" and found["context"]["command"][1] == "explain"
neighbored, interleaved = found["rows"]
assert [row["policy"] for row in found["rows"]] == ["neighbored", "interleaved"]
first = neighbored["launches"][0]
assert first["kernel"] == "reduce<neighbored, shared>" and first["grid"] == [2048, 1] and first["extrapolated"]
fold = max(first["lines"], key=lambda line: line["counts"]["divergent_steps"])
assert fold["file"] == "gpualgo/kernel/reduce/neighbored.hpp"
assert fold["counts"]["divergent_steps"] == fold["counts"]["steps"] == 2048 * 95
for launch in neighbored["launches"] + interleaved["launches"]:
    for key in "steps", "divergent_steps", "barriers":
        assert launch["counts"][key] == sum(line["counts"][key] for line in launch["lines"])
    assert sum(launch["counts"]["active_lanes"]) == launch["counts"]["steps"]
PYTHON

"$tool" explain copy_if --n 2^20 --compare automatic,warp_shuffle --json >out
python3 - <<'PYTHON' || { echo 'the JSON of a selection is wrong'; failures=$((failures + 1)); }
import json
automatic, by_warps = json.load(open("out"))["rows"]
assert automatic["notes"] == ["Every other element is selected.", "No block waits: totals of earlier blocks are there in time."]
assert by_warps["notes"] == ["Every other element is selected."]
launch = by_warps["launches"][1]
assert launch["kernel"] == "select_by_warps" and launch["counts"]["atomics"] == launch["warps"] == 2048
assert [line["counts"]["atomics"] for line in launch["lines"] if line["counts"]["atomics"]] == [2048]
PYTHON

"$tool" explain sort --n 20000 --json >out
python3 - <<'PYTHON' || { echo 'the JSON of a sort is wrong'; failures=$((failures + 1)); }
import json
found = json.load(open("out"))
assert found["problem"] == "sort of 20000 int32"
(row,) = found["rows"]
assert row["notes"] == ["Keys are in random order, which is the same in the run of each block."]
assert [(launch["kernel"], launch["grid"][0]) for launch in row["launches"]] == [("sort_runs", 5)] + 3 * [("merge_pairs", 18)]
for launch in row["launches"]:
    assert launch["counts"]["global_stores"]["bytes_used"] == 80000
PYTHON

# Memory for 2^30 elements: at most 256 MiB, but for that of sanitizers.
grep -qE '__[at]san_init' "$tool" || python3 - "$tool" <<'PYTHON' || { echo 'too much memory'; failures=$((failures + 1)); }
import os, subprocess, sys
for algorithm in "reduce", "transform_reduce", "min_element", "transform", "count_if", "copy_if", "partition_copy", "inclusive_scan":
    process = subprocess.Popen([sys.argv[1], "explain", algorithm, "--n", "2^30"], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, algorithm
    assert used.ru_maxrss <= 256 << 10, f"{algorithm}: {used.ru_maxrss} KiB"
PYTHON

# The page shows what the tool prints.
"$tool" explain reduce --n 2^20 --block 512 --compare neighbored,neighbored_less,interleaved >expected
sed -n '/^```text$/,/^```$/p' "$source/doc/explain.md" | sed '1d;$d' | diff expected - || { echo 'doc/explain.md has another table'; failures=$((failures + 1)); }

# So does the table of scans.
"$tool" explain inclusive_scan --n 2^20 --compare 'hillis_steele,blelloch,cg_tile<32>,warp_shuffle,automatic' --json >out
python3 - "$source/doc/scan.md" "${3:-}" <<'PYTHON' || { echo 'doc/scan.md has other counts'; failures=$((failures + 1)); }
import json, pathlib, re, sys
page = pathlib.Path(sys.argv[1])
rows = ""
for row in json.load(open("out"))["rows"]:
    counts = [launch["counts"] for launch in row["launches"]]
    sectors = sum(c["global_loads"]["sectors"] + c["global_stores"]["sectors"] for c in counts)
    rows += f"| `{row['policy']}` | {len(counts)} | {sectors} | {sum(c['barriers'] for c in counts)} |\n"
table = re.compile(r"(?<=\| barriers \|\n\|---\|---\|---\|---\|\n)(\|.*\n)+")
if sys.argv[2] == "--fix":
    page.write_text(table.sub(lambda _: rows, page.read_text()))
assert table.search(page.read_text())[0] == rows, rows
PYTHON

# And that of sorts and merges.
"$tool" explain sort --n 2^20 --type float --json >sort
"$tool" explain merge --n 2^20 --type float --json >merge
python3 - "$source/doc/explain.md" "${3:-}" <<'PYTHON' || { echo 'doc/explain.md has other counts of sorts and merges'; failures=$((failures + 1)); }
import json, pathlib, re, sys
page = pathlib.Path(sys.argv[1])
launches = {name: json.load(open(name))["rows"][0]["launches"] for name in ("sort", "merge")}
names = [f"`{launch['kernel']}`" for launch in launches["sort"]]
names[1] += ", runs of 4608"
names[-1] += ", the last one"
shown = [(names[i], launches["sort"][i]) for i in (0, 1, -1)] + [(f"`{launch['kernel']}`", launch) for launch in launches["merge"]]
rows = ""
for name, launch in shown:
    counts = launch["counts"]
    loads, shared = counts["global_loads"], counts["shared_loads"]
    degree = f"{shared['wavefronts'] / (shared['wavefronts'] - shared['conflicts']):.2f}" if shared["requests"] else "-"
    rows += (f"| {name} | {launch['grid'][0]} | {counts['steps']} | {counts['divergent_steps'] / counts['steps']:.1%} | "
             f"{loads['sectors'] / loads['requests']:.2f} | {degree} |\n").replace("%", " %")
table = re.compile(r"(?<=\| degree \|\n\|---\|---\|---\|---\|---\|---\|\n)(\|.*\n)+")
if sys.argv[2] == "--fix":
    page.write_text(table.sub(lambda _: rows, page.read_text()))
assert table.search(page.read_text())[0] == rows, rows
last = launches["sort"][-1]
searches = [line["counts"]["global_loads"]["sectors"] for line in last["lines"] if line["file"] == "gpualgo/kernel/sorted/merge.hpp"]
assert round(sum(searches) / last["counts"]["global_loads"]["sectors"], 1) == 0.7 and "two thirds of all sectors" in page.read_text()
PYTHON

((failures == 0)) || exit 1
