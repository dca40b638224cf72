#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compile_cost.sh INCLUDE_DIR [RUNS]: memory that g++ allocates for clients of the library, and for the
# same client of std::accumulate. Exits with 1 if the header adds too much. The memory is the same in
# each run and on each machine, as CPU time is not: that is printed for RUNS compilations per client.
set -euo pipefail
include=$1
runs=${2:-0}
most_by_header=90     # megabytes
most_by_expression=24
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT

client() { # header, call
    printf '#include <%s>\n#include <vector>\nint total(std::vector<int> const& x) { return %s; }\n' "$1" "$2"
}
client numeric 'std::accumulate(x.begin(), x.end(), 0)' >"$work/accumulate.cpp"
client gpualgo/gpualgo.hpp 'gpu::reduce(x.begin(), x.end(), 0)' >"$work/reduce.cpp"
on_device() { # operator, directive that includes its header
    printf '#include <gpualgo/gpualgo.hpp>\n%s\nfloat total(gpu::device_vector<float> const& x) { return gpu::reduce(x, 0.f, %s); }\n' "$2" "$1"
}
on_device 'gpu::maximum<>()' '' >"$work/device.cpp"
on_device 'gpu::max(gpu::placeholders::_1, gpu::placeholders::_2)' '#include <gpualgo/expression.hpp>' >"$work/expression.cpp"
clients=(accumulate reduce device expression)

compile() { # client, option
    LC_ALL=C g++ -std=c++20 -O2 "${@:2}" -I "$include" -c "$work/$1.cpp" -o /dev/null 2>&1
}
declare -A megabytes
for name in "${clients[@]}"; do
    report=$(compile "$name" -ftime-report) || { echo "$report" >&2; exit 1; }
    # The last line is " TOTAL : user system wall memory".
    megabytes[$name]=$(awk '$1 == "TOTAL" && $NF ~ /M$/ { print int($NF) }' <<<"$report")
    [[ ${megabytes[$name]} ]] || { echo "g++ reports no memory" >&2; exit 1; }
done

# Prints what a client needs more than another, and fails if that is more than a limit.
compare() { # client, other client, sentence, limit
    local more=$((megabytes[$1] - megabytes[$2]))
    echo "$3 adds $more MB to ${megabytes[$2]} MB"
    ((more <= $4)) || { echo "at most $4 MB are allowed" >&2; return 1; }
}
failed=0
compare reduce accumulate 'gpu::reduce in place of std::accumulate' "$most_by_header" || failed=1
compare expression device 'an expression in place of a listed operator' "$most_by_expression" || failed=1

# Compilations alternate, so that all clients meet the same load. That can only lengthen them: the
# least of a client's times is the best estimate.
TIMEFORMAT='%U %S'
for ((run = 0; run < runs; ++run)); do
    for name in "${clients[@]}"; do
        { time compile "$name"; } 2>&1 | awk '{ printf "%d\n", ($1 + $2) * 1000 }' >>"$work/$name.times"
    done
done
((runs == 0)) || for name in "${clients[@]}"; do
    echo "$name: $(sort -n "$work/$name.times" | head -n 1) ms"
done
exit "$failed"
