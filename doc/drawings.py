#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of the pages as SVG.

drawings.py           writes doc/images/*.svg
drawings.py --check   fails if a figure there is another one
"""
import html
import pathlib
import sys

IMAGES = pathlib.Path(__file__).resolve().parent / "images"

ACTIVE, SOURCE, IDLE, HOLE = "#1f6feb", "#b6d4fe", "#f6f8fa", "#ffe2b8"
LINE, TEXT, QUIET = "#8c959f", "#1f2328", "#57606a"
CELL = 36


class Figure:
    """Shapes on a white card. Coordinates are pixels."""

    def __init__(self, width, height, description):
        self.head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" font-family="DejaVu Sans, Verdana, sans-serif" font-size="13">'
        )
        self.shapes = [
            f"<title>{html.escape(description)}</title>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M0 0L8 4L0 8z" fill="{QUIET}"/></marker></defs>',
            f'<rect width="{width}" height="{height}" rx="6" fill="#ffffff"/>',
        ]

    def text(self, x, y, text, colour=TEXT, anchor="middle", size=13, bold=False):
        weight = ' font-weight="bold"' if bold else ""
        self.shapes.append(
            f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}" font-size="{size}"{weight}>{html.escape(text)}</text>'
        )

    def box(self, x, y, width, height, fill=IDLE, text="", colour=TEXT, size=13, radius=0):
        self.shapes.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{fill}" stroke="{LINE}"/>'
        )
        if text:
            self.text(x + width / 2, y + height / 2 + 4.5, text, colour, size=size)

    def cell(self, x, y, text="", fill=IDLE, width=CELL, height=CELL):
        self.box(x, y, width, height, fill, text, "#ffffff" if fill == ACTIVE else TEXT, 12)

    def arrow(self, x1, y1, x2, y2):
        self.shapes.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{QUIET}" stroke-width="1.3" marker-end="url(#tip)"/>')

    def line(self, x1, y1, x2, y2):
        self.shapes.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{QUIET}" stroke-width="1.3"/>')

    def svg(self):
        return "\n".join([self.head, *self.shapes, "</svg>", ""])


def fold(description, strides, pairs, label, notes, values=lambda i: str(i)):
    """Eight elements that fold to one. pairs(stride) gives (thread, target); its source is a stride further on."""
    left, top, step = 108, 34, 74
    figure = Figure(700, top + step * len(strides) + 16 + CELL, description)
    for i in range(8):
        figure.text(left + CELL * i + CELL / 2, top - 10, values(i), QUIET, size=12)
    figure.text(left - 12, top - 10, "element", QUIET, "end", 12)
    for row, stride in enumerate(strides):
        y = top + step * row
        chosen = pairs(stride)
        thread = {target: t for t, target in chosen}
        figure.text(left - 12, y + 23, f"stride {stride}", TEXT, "end")
        for i in range(8):
            fill = ACTIVE if i in thread else SOURCE if i - stride in thread else IDLE
            figure.cell(left + CELL * i, y, label(thread[i], i) if i in thread else "", fill)
        for _, target in chosen:
            x = left + CELL * target + CELL / 2
            figure.arrow(x + CELL * stride, y + CELL, x + 4, y + step - 1)
            figure.arrow(x, y + CELL, x, y + step - 1)
        figure.text(left + 8 * CELL + 18, y + 23, notes[row], QUIET, "start", 12)
    y = top + step * len(strides)
    figure.cell(left, y, "sum", SOURCE)
    for i in range(1, 8):
        figure.cell(left + CELL * i, y)
    return figure


def by_thread(thread, _):
    return f"t{thread}"


def neighbored():
    return fold(
        "neighbored: thread t adds its neighbour if t is a multiple of twice the stride",
        (1, 2, 4),
        lambda stride: [(t, t) for t in range(0, 8, 2 * stride)],
        by_thread,
        ("half of the lanes of every warp work", "a quarter; every warp takes part", "one lane of eight"),
    )


def neighbored_less():
    return fold(
        "neighbored_less: the same pairs, added by contiguous threads",
        (1, 2, 4),
        lambda stride: [(t, 2 * stride * t) for t in range(4 // stride)],
        by_thread,
        ("threads 0 to 3: whole warps work or rest", "threads 0 and 1, 4 elements apart", "thread 0"),
    )


def interleaved():
    return fold(
        "interleaved: contiguous threads add contiguous elements, and the stride halves",
        (4, 2, 1),
        lambda stride: [(t, t) for t in range(stride)],
        by_thread,
        ("contiguous threads, contiguous elements", "threads 0 and 1", "thread 0"),
    )


def canonical_lanes():
    return fold(
        "The lanes of a segment fold by halves",
        (4, 2, 1),
        lambda stride: [(t, t) for t in range(stride)],
        lambda _, lane: f"l{lane}",
        ("0+4, 1+5, 2+6, 3+7", "(0+4)+(2+6), (1+5)+(3+7)", "the total of the segment"),
    )


def bank_conflict_free():
    figure = Figure(700, 130, "bank_conflict_free: a hole after every 32 elements moves the next row to other banks")
    elements = ["0", "1", "…", "31", "hole", "32", "33", "…", "63", "hole", "64", "…"]
    banks = ["0", "1", "…", "31", "0", "1", "2", "…", "0", "1", "2", "…"]
    for y, name, row in ((24, "element", elements), (72, "bank", banks)):
        figure.text(78, y + 23, name, QUIET, "end")
        for i, text in enumerate(row):
            fill = HOLE if elements[i] == "hole" else SOURCE if elements[i] in ("0", "32", "64") and y > 50 else IDLE
            figure.cell(90 + 48 * i, y, text, fill, 48)
    return figure


def canonical_segment():
    figure = Figure(700, 268, "A segment: 16 rows of 128 lanes; each lane is summed from the first row to the last")
    columns = ("lane 0", "lane 1", "lane 2", "…", "lane 127")
    rows = (
        ("row 0", "x0", "x1", "x2", "…", "x127"),
        ("row 1", "x128", "x129", "x130", "…", "x255"),
        ("…", "…", "…", "…", "…", "…"),
        ("row 15", "x1920", "x1921", "x1922", "…", "x2047"),
    )
    for i, name in enumerate(columns):
        figure.text(134 + 90 * i, 26, name, QUIET, size=12)
    for r, (name, *elements) in enumerate(rows):
        figure.text(78, 59 + 40 * r, name, QUIET, "end")
        for i, element in enumerate(elements):
            figure.cell(90 + 90 * i, 36 + 40 * r, element, SOURCE if i == 0 else IDLE, 88)
    for i in (0, 1, 2, 4):
        figure.arrow(134 + 90 * i, 194, 134 + 90 * i, 214)
    figure.text(134, 232, "((x0 + x128) + …) + x1920", TEXT, size=12)
    figure.text(90, 256, "one total per lane; segment 1 begins with x2048", QUIET, "start", 12)
    return figure


def canonical_segments():
    figure = Figure(700, 290, "The totals of segments fold in adjacent pairs; an odd last one moves up")

    def node(x, y, text):
        figure.box(x - 68, y, 136, 32, SOURCE if y > 200 else IDLE, text, radius=4, size=12)

    x = [80, 220, 360, 500, 620]
    for i in range(5):
        figure.box(x[i] - 28, 16, 56, 32, IDLE, f"s{i}", radius=4, size=12)
    for target, source in ((150, (0, 1)), (430, (2, 3)), (620, (4,))):
        for s in source:
            figure.arrow(x[s], 48, target, 87)
    node(150, 88, "s0 + s1")
    node(430, 88, "s2 + s3")
    figure.box(592, 88, 56, 32, IDLE, "s4", radius=4, size=12)
    figure.arrow(150, 120, 290, 159)
    figure.arrow(430, 120, 290, 159)
    figure.arrow(620, 120, 620, 159)
    figure.box(200, 160, 180, 32, IDLE, "(s0 + s1) + (s2 + s3)", radius=4, size=12)
    figure.box(592, 160, 56, 32, IDLE, "s4", radius=4, size=12)
    figure.arrow(290, 192, 455, 231)
    figure.arrow(620, 192, 455, 231)
    figure.box(340, 232, 230, 32, SOURCE, "((s0 + s1) + (s2 + s3)) + s4", radius=4, size=12)
    return figure


def grid(figure, x, y, rows, columns, chosen, cell=22, fill=ACTIVE):
    for r in range(rows):
        for c in range(columns):
            figure.box(x + cell * c, y + cell * r, cell, cell, fill if chosen(r, c) else IDLE)


def matmul_rows():
    figure = Figure(720, 340, "row_on_x and row_on_y: what the lanes of a warp read and write in a step of k")
    strategies = (
        ("row_on_x: lanes are rows", (lambda r, c: c == 0, lambda r, c: (r, c) == (0, 0), lambda r, c: c == 0), (32, 1, 32)),
        ("row_on_y: lanes are columns", (lambda r, c: (r, c) == (0, 0), lambda r, c: r == 0, lambda r, c: r == 0), (1, 4, 4)),
    )
    for s, (title, chosen, sectors) in enumerate(strategies):
        y = 26 + 160 * s
        figure.text(20, y, title, TEXT, "start", bold=True)
        for m, name in enumerate("ABC"):
            x = 60 + 220 * m
            figure.text(x - 20, y + 62, name, TEXT, bold=True)
            grid(figure, x, y + 14, 4, 4, chosen[m])
            count = f"{sectors[m]} sector" + ("s" if sectors[m] > 1 else "")
            figure.text(x + 44, y + 122, f"{count} {'written' if name == 'C' else 'read'}", QUIET, size=12)
    return figure


def matmul_banks():
    figure = Figure(720, 232, "A column of a tile of 32 by 32 elements: all in one bank, or with padding each in its own")
    tiles = (("shared_tile", lambda r, c: c == 0, "32 lanes, one bank: 32 turns"), ("bank_conflict_free", lambda r, c: r == c, "32 lanes, 32 banks: 1 turn"))
    for t, (name, chosen, note) in enumerate(tiles):
        x = 90 + 340 * t
        figure.text(x, 24, name, TEXT, "start", bold=True)
        figure.text(x - 10, 52, "bank", QUIET, "end", 12)
        for c, bank in enumerate(("0", "1", "2", "3", "…", "31")):
            figure.text(x + 14 + 28 * c, 52, bank, QUIET, size=12)
        for r in range(4):
            figure.text(x - 10, 79 + 28 * r, f"row {r}", QUIET, "end", 12)
        grid(figure, x, 60, 4, 6, chosen, 28)
        figure.text(x, 196, note, TEXT, "start", 12)
        if t == 1:
            figure.text(x, 216, "a hole of one bank after each row", QUIET, "start", 12)
    return figure


def matmul_registers():
    figure = Figure(720, 288, "register_tile: 16 reads make 64 products")
    grid(figure, 160, 60, 8, 8, lambda r, c: True, 24, SOURCE)
    grid(figure, 160, 24, 1, 8, lambda r, c: True, 24)
    grid(figure, 124, 60, 8, 1, lambda r, c: True, 24)
    figure.text(364, 41, "8 elements of B, in registers", QUIET, "start", 12)
    figure.text(116, 160, "8 elements of A", QUIET, "end", 12)
    figure.text(364, 150, "64 elements of C, in registers:", TEXT, "start", 12)
    figure.text(364, 170, "16 reads from shared memory make 64 products", TEXT, "start", 12)
    return figure


def layers():
    figure = Figure(720, 500, "The layers, from a program down to the kernel bodies")

    def layer(y, name, what, x=150, width=420):
        figure.box(x, y, width, 46, IDLE, radius=4)
        figure.text(x + width / 2, y + 19, name, TEXT, bold=True)
        figure.text(x + width / 2, y + 37, what, QUIET, size=12)

    layer(14, "a program", "compiled by plain g++")
    layer(84, "include/gpualgo", "public templates: check at compile time, deduce, pack a request")
    layer(154, "include/gpualgo/abi", "lists of types and operators, requests, the exported functions")
    layer(238, "src/entry.cpp, src/call, src/reduce ...", "checks the request, chooses the device, stages the range")
    for y in (60, 130, 284):
        figure.arrow(360, y, 360, y + 23)
    figure.arrow(360, 200, 360, 237)
    figure.shapes.append(f'<line x1="20" y1="219" x2="700" y2="219" stroke="{ACTIVE}" stroke-width="2" stroke-dasharray="7 4"/>')
    figure.text(700, 212, "the shared library", ACTIVE, "end", 12)
    for x, name, what in ((20, "src/host", "all cores, oneTBB"), (260, "src/simulated", "fibers, every access checked"), (500, "src/cuda", "streams, pools, launches")):
        layer(334, name, what, x, 200)
    figure.line(120, 308, 600, 308)
    for x in (120, 360, 600):
        figure.arrow(x, 308, x, 333)
        figure.arrow(x, 380, x, 433)
    layer(434, "include/gpualgo/kernel", "kernel bodies over a context, and the canonical order", 20, 680)
    return figure


DRAWINGS = {
    "neighbored": neighbored,
    "neighbored_less": neighbored_less,
    "interleaved": interleaved,
    "bank_conflict_free": bank_conflict_free,
    "canonical_segment": canonical_segment,
    "canonical_lanes": canonical_lanes,
    "canonical_segments": canonical_segments,
    "matmul_rows": matmul_rows,
    "matmul_banks": matmul_banks,
    "matmul_registers": matmul_registers,
    "layers": layers,
}


def main():
    stale = 0
    for name, draw in DRAWINGS.items():
        path = IMAGES / f"{name}.svg"
        if "--check" not in sys.argv[1:]:
            path.write_text(draw().svg())
        elif not path.exists() or path.read_text() != draw().svg():
            print(f"doc/images/{path.name} is not as drawn: run doc/drawings.py")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
