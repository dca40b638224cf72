#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the charts of README.md and of the pages from the measurements in bench/results.

plot.py           writes doc/images/*.svg; needs matplotlib (Debian's python3-matplotlib)
plot.py --check   fails if a chart, or a table of README.md, is not that of the measurements; needs Python alone

Each chart carries a hash of what it draws: of the numbers, and of this program.
"""
import hashlib
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
IMAGES = ROOT / "doc" / "images"

SIZES_ON_GPU, SIZES_ON_CPU = (14, 20, 24, 28), (4, 10, 16, 20, 24, 28)  # as powers of two

OURS, PEER = "#1f6feb", "#57606a"


def measured(name):
    return json.loads((RESULTS / name).read_text())


def strategies():
    """Bandwidth of each strategy on a GPU: the best exchange medium of each, and the best tile."""
    data = measured("demo_h200.json")
    best = {}
    for row in data["rows"]:
        if row["device"] != data["device"]:
            continue
        name = re.sub(r"\.in\(.*\)", "", row["policy"])
        name = re.sub(r"cg_tile<.*>", "cg_tile<N>", name)
        best[name] = max(best.get(name, 0), row["gbps"])
    return {"n": data["n"], "type": data["type"], "GB/s": sorted(best.items(), key=lambda b: b[1])}


ELEMENT_BYTES = 4  # of float


def rate(n, seconds):
    return round(n * ELEMENT_BYTES / seconds / 1e9, 4)


def powers_of_two(rows):
    return [row for row in rows if row["type"] == "float" and row["n"] & (row["n"] - 1) == 0]


def sizes():
    """Rates of sums of float over the number of elements, on a GPU and on a CPU, beside those of others."""
    gpu, cpu = measured("reduce_cuda_h200.json"), measured("reduce_host_16_cores.json")
    on_gpu, on_cpu = {}, {}
    names = {
        ("kernel", "gpualgo"): "gpu::reduce, kernel",
        ("kernel", "peer"): "cub::DeviceReduce, kernel",
        ("call", "gpualgo"): "gpu::reduce, whole call",
        ("call", "peer"): "thrust::reduce, whole call",
    }
    for row in powers_of_two(gpu["rows"]):
        for who in ("gpualgo", "peer"):
            if row["l2"] == "warm" and (row["what"], who) in names:
                line = on_gpu.setdefault(names[row["what"], who], [])
                line.append((row["n"], rate(row["n"], row[who] * 1e-6)))
    names = {
        "gpu::reduce": "gpu::reduce",
        "accumulate": "std::accumulate",
        "unseq": "std::reduce(unseq)",
        "par_unseq": "std::reduce(par_unseq)",
        "tbb": "tbb::parallel_reduce",
    }
    for row in powers_of_two(cpu["rows"]):
        for key, name in names.items():
            on_cpu.setdefault(name, []).append((row["n"], rate(row["n"], row[key])))
    return {"NVIDIA H200": on_gpu, "CPU of 16 cores": on_cpu}


def draw_strategies(figure, data):
    axes = figure.add_subplot()
    names = [name for name, _ in data["GB/s"]]
    rates = [rate / 1000 for _, rate in data["GB/s"]]
    colours = [PEER if name == "vendor" else OURS for name in names]
    bars = axes.barh([name.replace("vendor", "vendor (CUB)") for name in names], rates, color=colours)
    axes.bar_label(bars, fmt="%.2f", padding=4)
    axes.set_xlim(0, 1.12 * max(rates))
    axes.set_xlabel(f"TB/s, sum of 2^{data['n'].bit_length() - 1} elements of {data['type']} on an H200")
    axes.spines[["top", "right"]].set_visible(False)


LINES = {
    "gpu::reduce, kernel": (OURS, "-", "o"),
    "gpu::reduce, whole call": (OURS, "--", "o"),
    "gpu::reduce": (OURS, "-", "o"),
    "cub::DeviceReduce, kernel": ("#cf222e", "-", "s"),
    "thrust::reduce, whole call": ("#bf8700", "--", "^"),
    "std::accumulate": (PEER, ":", "v"),
    "std::reduce(unseq)": (PEER, "--", "d"),
    "std::reduce(par_unseq)": ("#bf8700", "-", "^"),
    "tbb::parallel_reduce": ("#cf222e", "-", "s"),
}


def draw_sizes(figure, data):
    for position, (device, lines) in enumerate(data.items()):
        axes = figure.add_subplot(1, 2, position + 1)
        for name, points in lines.items():
            colour, style, marker = LINES[name]
            order = 3 if name.startswith("gpu") else 2
            axes.plot(*zip(*points), color=colour, linestyle=style, marker=marker, markersize=4, label=name, zorder=order)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_title(device)
        axes.set_xlabel("elements of float")
        axes.set_ylabel("GB/s")
        axes.grid(color="#d0d7de", linewidth=0.5)
        axes.legend(fontsize=8, loc="lower right")


CHARTS = {
    "strategies": (strategies, draw_strategies, (7.6, 3.6)),
    "sizes": (sizes, draw_sizes, (9.6, 4.2)),
}


def microseconds(time):
    return f"{time:.1f}" if time < 100 else f"{time:.0f}"


def tables():
    """The rows of README.md that have measurements of reductions."""
    gpu, cpu = measured("reduce_cuda_h200.json"), measured("reduce_host_16_cores.json")
    for kind, label in (("float", "`float`, microseconds (warm L2 cache)"), ("int8 to int32", "`int8` to `int32`, microseconds")):
        rows = {row["n"]: row for row in gpu["rows"] if (row["what"], row["type"], row["l2"]) == ("kernel", kind, "warm")}
        rows = [rows[1 << size] for size in SIZES_ON_GPU]
        yield [label] + [microseconds(row["gpualgo"]) for row in rows]
        yield ["times as fast as CUB"] + [f"{row['peer'] / row['gpualgo']:.2f}" for row in rows]
    for kind in ("int8", "int32", "int64", "float", "double"):
        rows = {row["n"]: row for row in cpu["rows"] if row["type"] == kind}
        yield [f"`{kind}`"] + [f"{min(rows[1 << size]['ratios']):.2f}" for size in SIZES_ON_CPU]


def stamp(data):
    program = pathlib.Path(__file__).read_bytes()
    return hashlib.sha256(program + json.dumps(data).encode()).hexdigest()


def write(name, path):
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "gpualgo", "font.size": 10})
    from matplotlib.figure import Figure

    extract, draw, size = CHARTS[name]
    data = extract()
    figure = Figure(figsize=size, layout="constrained", facecolor="white")
    draw(figure, data)
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
    # without spaces at the ends of lines, and with fonts that other machines have
    lines = [line.rstrip() for line in path.read_text().splitlines()]
    text = "\n".join(lines).replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")
    path.write_text(f"{text}\n<!-- bench/plot.py, {stamp(data)} -->\n")


def main():
    stale = 0
    readme = (ROOT / "README.md").read_text()
    for row in tables():
        line = f"| {' | '.join(row)} |"
        if line not in readme:
            print(f"README.md should have the row {line}")
            stale += 1
    for name in CHARTS:
        path = IMAGES / f"{name}.svg"
        if "--check" not in sys.argv[1:]:
            write(name, path)
        elif not path.exists() or f", {stamp(CHARTS[name][0]())} -->" not in path.read_text():
            print(f"{path.relative_to(ROOT)} is not drawn from today's bench/results: run bench/plot.py")
            stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
