#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tutorial.py WORK SOURCE_DIR [--fix]: compares the pages of the tutorial with what was printed and drawn into WORK.

A page NAME.md has two blocks of text: what the program prints, and what the command prints. Its drawing is
doc/tutorial/images/NAME.svg, which must be XML. The times of strategies on a GPU, in milliseconds, are those of the
file that the page names. Programs have less than 60 lines, and pages less than 150.
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
    """Milliseconds by strategy: of sums of 2^24 int32, and of products of 1024 by 1024 float."""
    sums = json.loads((source / "bench/results/demo_h200.json").read_text())["rows"]
    products = json.loads((source / "bench/results/matmul_cuda_h200.json").read_text())["rows"]
    product = next(row for row in products if row["type"] == "float" and row["n"] == 1024)
    return {
        "reduce": {row["policy"]: row["ms"] for row in sums if row["device"] == "cuda:0"},
        "matmul": {name: 1000 * found["seconds"] for name, found in product.items() if isinstance(found, dict)},
    }


def check_times(page, times):
    rows = re.findall(r"^\| `([^`]+)` \| ([\d.]+) \|$", page.read_text(), re.M)
    if len(rows) < 2:
        breaches.append(f"{page.name}: only {len(rows)} times")
    algorithm = "matmul" if page.stem.startswith("matmul") else "reduce"
    file = "demo_h200.json" if algorithm == "reduce" else "matmul_cuda_h200.json"
    if f"bench/results/{file}" not in page.read_text():
        breaches.append(f"{page.name} does not name {file}")
    for name, quoted in rows:
        true = times[algorithm].get(name)
        if true is None or f"{true:.3f}" != quoted:
            breaches.append(f"{page.name}: {name} takes {true} ms, not {quoted}")


times = measured()
programs = sorted((source / "doc" / "examples" / "tutorial").glob("*.cpp"))
if [p.stem for p in programs] != [p.stem for p in pages] or len(pages) != 13:
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
