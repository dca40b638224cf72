#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""counters.py: a profiler's counters of the kernels beside those of the model.

counters.py --metrics: prints the metrics that Nsight Compute is to read, separated by commas.
counters.py PLAN.json COUNTERS.csv OUT.json: joins the calls that bench_counters wrote with the launches that were profiled.
counters.py --store OUT.json: makes it bench/results/counters_h100.json, and the table test/explain/counters_h100.hpp of it.
counters.py --check: fails if the table is not that of the file.
"""
import csv
import json
import pathlib
import re
import sys

METRICS = {
    "global load requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global load sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global store requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global store sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "shared loads": "smsp__inst_executed_op_shared_ld.sum",
    "shared load wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared stores": "smsp__inst_executed_op_shared_st.sum",
    "shared store conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "divergent branches": "smsp__sass_branch_targets_threads_divergent.sum",
}
BESIDES = {  # kept in the file, but not in the table
    "shared load conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "uniform %": "smsp__sass_average_branch_targets_threads_uniform.pct",
    "warp instructions": "smsp__inst_executed.sum",
    "thread instructions": "smsp__thread_inst_executed.sum",
    "registers": "launch__registers_per_thread",
    "ns": "gpu__time_duration.sum",
}
SPACES = {"shared": 0, "global": 1, "registers": 2}
BODIES = {  # kernels whose bodies have other names
    "clear": "clear_words",
    "count": "count_selected<0>",
    "count_by_warps": "count_selected<1>",
    "select": "select_stable<0",
    "partition": "select_stable<1",
    "select_by_warps": "select_by_warps<0>",
    "partition_by_warps": "select_by_warps<1>",
    "precede": "precede_blocks",
}
SOURCE = pathlib.Path(__file__).resolve().parents[1]
STORED, TABLE = SOURCE / "bench/results/counters_h100.json", SOURCE / "test/explain/counters_h100.hpp"


def volume(text):
    """"(512, 1, 1)": 512"""
    product = 1
    for extent in re.findall(r"\d+", text):
        product *= int(extent)
    return product


def number(text):
    value = float(text.replace(",", ""))
    return int(value) if value.is_integer() else value


def profiled(path):
    """The launches in order. The profiler's messages begin with ==, and the first row has units."""
    lines = [line for line in pathlib.Path(path).read_text().splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(lines))
    launches = [row for row in rows if row["ID"].strip()]
    if not launches:
        sys.exit(f"{path} has no launches: {''.join(pathlib.Path(path).read_text().splitlines()[-3:])}")
    missing = [metric for metric in [*METRICS.values(), *BESIDES.values()] if metric not in launches[0]]
    if missing:
        sys.exit(f"{path} has no {', '.join(missing)}")
    return [
        {"grid": volume(row["Grid Size"]), "block": volume(row["Block Size"]), "name": row["Kernel Name"]}
        | {counter: number(row[metric]) for counter, metric in [*METRICS.items(), *BESIDES.items()]}
        for row in launches
    ]


def body_of(kernel):
    """A kernel's body as the profiler names it: "reduce<neighbored, shared>" is reduce<policy::neighbored, 0>."""
    match = re.fullmatch(r"(\w+)<(.+), (\w+)>", kernel)
    if not match or match[3] not in SPACES:
        return BODIES.get(kernel, kernel)
    name, policy, space = match.groups()
    return f"scan_by_blocks<policy::{policy}>" if name == "scan" else f"{name}<policy::{policy}, {SPACES[space]}>"


def is_launch_of(launch, expected):
    """Whether a profiled launch is that of a plan: shapes alone do not tell kernels apart.

    Some demanglers of the profiler leave the namespace gpu out."""
    body = re.escape(body_of(expected["kernel"]))
    is_body = re.match(rf"void (gpu::)?run_body<(gpu::)?kernel::{body}(?!\w)", launch["name"])
    return bool(is_body) and (launch["grid"], launch["block"]) == (expected["grid"], expected["block"])


def place_of(call, launches, start):
    """Where the launches of a call stand; other kernels may precede them, such as copies."""
    expected = call["launches"]
    for at in range(start, min(start + 8, len(launches) - len(expected) + 1)):
        if all(map(is_launch_of, launches[at:], expected)):
            return at
    return None


def joined(plan, launches):
    rows, at = [], 0
    for call in plan["rows"]:
        found = place_of(call, launches, at)
        if found is None:
            print(f"{call['algorithm']} by {call['policy']} ({call['space']}): other launches than the model's; left out", file=sys.stderr)
            continue
        for expected, launch in zip(call["launches"], launches[found:]):
            names = {key: call[key] for key in ("algorithm", "policy", "space")} | {key: expected[key] for key in ("kernel", "grid", "block")}
            rows.append(names | {"profiled": launch["name"]} | {counter: launch[counter] for counter in [*METRICS, *BESIDES]} | {"model": expected["model"]})
        at = found + len(call["launches"])
    return rows


def compare(rows):
    """Prints the counters that differ by more than 2 %."""
    for row in rows:
        for counter in METRICS:
            model, hardware = row["model"][counter], row[counter]
            if abs(model - hardware) * 50 > hardware:
                print(f"{row['algorithm']}, {row['policy']} ({row['space']}), {row['kernel']}, grid {row['grid']}: {counter} {hardware}, model {model}")


def text_of(stored):
    """One line per row, as all results."""
    head = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in stored.items() if key != "rows")
    return "{" + head + ',\n"rows": [\n  ' + ",\n  ".join(map(json.dumps, stored["rows"])) + "\n]}\n"


def table(stored):
    rows = "".join(
        "    {" + ", ".join(f'"{row[key]}"' for key in ("algorithm", "policy", "space", "kernel")) + f", {row['grid']}, {row['block']},\n"
        "     {" + ", ".join(str(row[counter]) for counter in METRICS) + "}},\n"
        for row in stored["rows"]
    )
    names = "".join(f'    "{counter}",\n' for counter in METRICS)
    return f"""// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counters that Nsight Compute read on an H100, as sums over a launch. Written by
/// bench/counters.py from bench/results/counters_h100.json.
///
/// Ranges have 2^20 int32, of which selections take every other one. Blocks of reductions have 512
/// threads. Matrices are 512 by 512 floats, if an algorithm does not name other sizes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace test {{

// clang-format off

/// The counters, in the order of their values in a row.
inline constexpr std::array<std::string_view, {len(METRICS)}> counter_names{{
{names}}};

/// One launch.
struct counter_row {{
    std::string_view algorithm;
    std::string_view policy;
    std::string_view space;
    std::string_view kernel;
    std::uint32_t grid;
    std::uint32_t block;
    std::array<std::uint64_t, {len(METRICS)}> values;
}};

inline constexpr counter_row counters_h100[] = {{
{rows}}};

// clang-format on

}} // namespace test
"""


match sys.argv[1:]:
    case ["--metrics"]:
        print(",".join([*METRICS.values(), *BESIDES.values()]))
    case ["--store", path]:
        new = json.loads(pathlib.Path(path).read_text())
        if pathlib.Path(path).resolve() != STORED:
            STORED.write_text(pathlib.Path(path).read_text())
        TABLE.write_text(table(new))
    case ["--check"]:
        if TABLE.read_text() != table(json.loads(STORED.read_text())):
            sys.exit(f"{TABLE} is not that of {STORED}: python3 bench/counters.py --store {STORED}")
    case [plan_path, csv_path, out_path]:
        plan = json.loads(pathlib.Path(plan_path).read_text())
        rows = joined(plan, profiled(csv_path))
        compare(rows)
        plan["rows"] = rows
        if "context" in plan:  # directories say nothing
            plan["context"]["command"] = [pathlib.Path(argument).name for argument in plan["context"]["command"]]
        pathlib.Path(out_path).write_text(text_of(plan))
        print(f"{len(rows)} launches in {out_path}")
    case _:
        sys.exit(__doc__)
