#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compile_time.sh INCLUDE_DIR: compile time that the header adds to a client, compared with the same
# client using std::accumulate. Exits with 1 if that is more than half a second, or if a reduction by
# an expression adds more than 250 ms to that.
set -euo pipefail
include=$1
most_milliseconds=500
most_for_expressions=250
runs=5
rounds=4
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT

client() { # header, call
    printf '#include <%s>\n#include <vector>\nint total(std::vector<int> const& x) { return %s; }\n' "$1" "$2"
}
client numeric 'std::accumulate(x.begin(), x.end(), 0)' >"$work/accumulate.cpp"
client gpualgo/gpualgo.hpp 'gpu::reduce(x.begin(), x.end(), 0)' >"$work/reduce.cpp"
on_device() { # operator
    printf '#include <gpualgo/gpualgo.hpp>\n%s\nfloat total(gpu::device_vector<float> const& x) { return gpu::reduce(x, 0.f, %s); }\n' "$2" "$1"
}
on_device 'gpu::maximum<>()' '' >"$work/device.cpp"
on_device 'gpu::max(gpu::placeholders::_1, gpu::placeholders::_2)' '#include <gpualgo/expression.hpp>' >"$work/expression.cpp"

# Appends one CPU time, in milliseconds, to a client's list. Wall-clock time depends on other load.
TIMEFORMAT='%U %S'
compile() {
    { time g++ -std=c++20 -O2 -I "$include" -c "$work/$1.cpp" -o /dev/null; } 2>"$work/time" || { cat "$work/time" >&2; exit 1; }
    awk 'END { printf "%d\n", ($1 + $2) * 1000 }' "$work/time" >>"$work/$1.times"
}
least() { sort -n "$work/$1.times" | head -n 1; }
added() { echo $(($(least "$1") - $(least "$2"))); }

# The minimum is the time with warm caches. Compilations alternate, so that all clients meet the same
# load. Other load can only lengthen them: if a limit is exceeded, another round follows.
for ((round = 0; round < rounds; ++round)); do
    for ((run = 0; run < runs; ++run)); do
        for name in accumulate reduce device expression; do compile "$name"; done
    done
    by_header=$(added reduce accumulate)
    by_expression=$(added expression device)
    ((by_header > most_milliseconds || by_expression > most_for_expressions)) || break
done

echo "std::accumulate $(least accumulate) ms, gpu::reduce $(least reduce) ms: the header adds $by_header ms"
echo "gpu::reduce of a device_vector $(least device) ms, by an expression $(least expression) ms: that adds $by_expression ms"
((by_header <= most_milliseconds)) || { echo "at most $most_milliseconds ms are allowed by the header" >&2; exit 1; }
((by_expression <= most_for_expressions)) || { echo "at most $most_for_expressions ms are allowed by the expression" >&2; exit 1; }
