#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tutorial.py WORK SOURCE_DIR [--fix]: compares the pages of the tutorial with what was printed and drawn into WORK.

A page NAME.md has two blocks of text: what the program prints, and what the command prints. Its drawing is
doc/tutorial/images/NAME.svg, which must be XML. The times of strategies on a GPU, in milliseconds, are those of the
file that the page names; of scans only one page has times. Programs have less than 60 lines, and pages less than 150.
"""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

work, source = (pathlib.Path(argument) for argument in sys.argv[1:3])
fix = "--fix" in sys.argv[3:]
pages = sorted(page for page in (source / "doc" / "tutorial").glob("*.md") if page.stem != "README")
breaches = []


def check_text(page):
    wanted = [(work / f"{page.stem}.{kind}").read_text() for kind in ("output", "table")]
    given = re.findall(r"^```text\n(.*?)^```$", page.read_text(), re.M | re.S)
    if len(given) != 2:
        breaches.append(f"{page.name}: {len(given)} blocks of text, not 2")
    elif given != wanted and fix:
        left = iter(wanted)
        page.write_text(re.sub(r"^```text\n.*?^```$", lambda _: f"```text\n{next(left)}```", page.read_text(), flags=re.M | re.S))
    elif given != wanted:
        breaches.append(f"{page.name}: the program or the tool prints something else")


def check_drawing(page):
    drawn, kept = work / f"{page.stem}.svg", source / "doc" / "tutorial" / "images" / f"{page.stem}.svg"
    xml.etree.ElementTree.parse(drawn)
    if f"(images/{kept.name})" not in page.read_text():
        breaches.append(f"{page.name} does not show {kept.name}")
    if fix:
        kept.write_bytes(drawn.read_bytes())
    elif not kept.exists() or kept.read_bytes() != drawn.read_bytes():
        breaches.append(f"{kept.name} is not what the tool draws")


def measured():
    """Milliseconds by strategy: of sums and of scans of 2^24 int32, and of products of 1024 by 1024 float."""
    sums = json.loads((source / "bench/results/demo_h200.json").read_text())["rows"]
    products = json.loads((source / "bench/results/matmul_cuda_h200.json").read_text())["rows"]
    product = next(row for row in products if row["type"] == "float" and row["n"] == 1024)
    scans = json.loads((source / "bench/results/scan_cuda_h200.json").read_text())["rows"]
    wanted = {"what": "graph", "algorithm": "inclusive_scan", "type": "int32", "n": 2**24, "offset": 0}
    scan = next(row for row in scans if wanted.items() <= row.items())  # in microseconds
    return {
        "scan": {"automatic": scan["gpualgo"] / 1000, "vendor": scan["peer"] / 1000},
        "reduce": {row["policy"]: row["ms"] for row in sums if row["device"] == "cuda:0"},
        "matmul": {name: 1000 * found["seconds"] for name, found in product.items() if isinstance(found, dict)},
    }


def check_times(page, times):
    algorithm = page.stem.split("_")[0] if page.stem != "README" else "reduce"
    file = {"reduce": "demo_h200.json", "matmul": "matmul_cuda_h200.json", "scan": "scan_cuda_h200.json"}[algorithm]
    row = r"^\| `([^`]+)` \| ([\d.]+) \|$"
    if fix:
        true = lambda found: times[algorithm].get(found[1])
        new = lambda found: found[0] if true(found) is None else f"| `{found[1]}` | {true(found):.3f} |"
        page.write_text(re.sub(row, new, page.read_text(), flags=re.M))
    rows = re.findall(row, page.read_text(), re.M)
    if algorithm == "scan" and not rows and page.stem != "scan_5_automatic":
        return
    if len(rows) < 2:
        breaches.append(f"{page.name}: only {len(rows)} times")
    if f"bench/results/{file}" not in page.read_text():
        breaches.append(f"{page.name} does not name {file}")
    for name, quoted in rows:
        true = times[algorithm].get(name)
        if true is None or f"{true:.3f}" != quoted:
            breaches.append(f"{page.name}: {name} takes {true} ms, not {quoted}")


times = measured()
programs = sorted((source / "doc" / "examples" / "tutorial").glob("*.cpp"))
if [p.stem for p in programs] != [p.stem for p in pages] or len(pages) != 18:
    breaches.append(f"programs {[p.stem for p in programs]} and pages {[p.stem for p in pages]}")
for page in pages:
    check_text(page)
    check_drawing(page)
    check_times(page, times)
contents = source / "doc" / "tutorial" / "README.md"
index = contents.read_text()
check_times(contents, times)
breaches += [f"the index does not link to {page.name}" for page in pages if f"({page.name})" not in index]
breaches += [f"{path.name} has {lines} lines" for path, most in [*((p, 60) for p in programs), *((p, 150) for p in pages)] if (lines := len(path.read_text().splitlines())) >= most]
print(*breaches, sep="\n", end="\n" if breaches else "")
if breaches and not fix:
    sys.exit("To write pages and drawings anew: test/doc/tutorial.sh ... --fix")
print(f"{len(pages)} steps")
