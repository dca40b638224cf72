// SPDX-License-Identifier: Apache-2.0
/// Reductions by key of host ranges against a loop, and against oneTBB in chunks of whole runs:
/// reduce_by_key_host [--json FILE]. They alternate in one process.
#include "find_rows.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/reduce_by_key.hpp>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using bench::keep;

template <class Key, class Value>
struct pairs {
    std::vector<Key> keys;
    std::vector<Value> values;
};

/// Reduces the runs of some pairs, in order.
/// @return the number of runs
template <class Key, class Value>
std::size_t reduce_by_loop(Key const* keys, Value const* values, std::size_t n, Key* keys_out,
                           Value* totals) {
    std::size_t runs = 0;
    for (std::size_t i = 0; i < n; ++runs) {
        Key const key = keys[i];
        Value total = values[i];
        for (++i; i < n && keys[i] == key; ++i) total = static_cast<Value>(total + values[i]);
        keys_out[runs] = key;
        totals[runs] = total;
    }
    return runs;
}

/// Counts the runs of chunks, and then reduces these. Chunks end with a run.
template <class Key, class Value>
std::size_t reduce_by_tbb(pairs<Key, Value> const& x, pairs<Key, Value>& out) {
    std::size_t const n = x.keys.size();
    std::size_t const chunks = std::min<std::size_t>(
        n / 4096 + 1, 8 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
    std::vector<std::size_t> begins(chunks + 1, n), runs(chunks + 1);
    tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
        std::size_t i = n * c / chunks;
        while (i > 0 && i < n && x.keys[i] == x.keys[i - 1]) ++i;
        begins[c] = i;
    });
    tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
        std::size_t count = begins[c] < begins[c + 1] ? 1u : 0u;
        for (std::size_t i = begins[c] + 1; i < begins[c + 1]; ++i)
            count += x.keys[i] != x.keys[i - 1] ? 1u : 0u;
        runs[c + 1] = count;
    });
    for (std::size_t c = 0; c < chunks; ++c) runs[c + 1] += runs[c];
    tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
        reduce_by_loop(x.keys.data() + begins[c], x.values.data() + begins[c],
                       begins[c + 1] - begins[c], out.keys.data() + runs[c],
                       out.values.data() + runs[c]);
    });
    return runs[chunks];
}

template <class Key, class Value>
void measure(std::vector<bench::find_row>& rows, char const* type) {
    for (std::size_t const n :
         {std::size_t{1000}, (std::size_t{1} << 16) + 3, (std::size_t{1} << 22) + 3})
        for (std::size_t const length : {std::size_t{1}, std::size_t{8}, std::size_t{500}, n}) {
            pairs<Key, Value> x, out{std::vector<Key>(n), std::vector<Value>(n)};
            std::mt19937 engine(1);
            for (Key key = 0; x.keys.size() < n; ++key)
                x.keys.insert(x.keys.end(), length == n ? n : 1 + engine() % (2 * length - 1), key);
            x.keys.resize(n);
            for (std::size_t i = 0; i < n; ++i) x.values.push_back(static_cast<Value>(i % 17));
            bench::find_row row{"runs of " + (length == n ? "all" : std::to_string(length)), type,
                                n, n * (sizeof(Key) + sizeof(Value))};
            row.contenders = {{"gpualgo",
                               [&] {
                                   keep(gpu::reduce_by_key(gpu::automatic, x.keys, x.values,
                                                           out.keys, out.values));
                               }},
                              {"loop",
                               [&] {
                                   keep(reduce_by_loop(x.keys.data(), x.values.data(), n,
                                                       out.keys.data(), out.values.data()));
                               }},
                              {"oneTBB", [&] { keep(reduce_by_tbb(x, out)); }}};
            row.run();
            rows.push_back(std::move(row));
        }
}

} // namespace

int main(int argc, char** argv) {
    std::vector<bench::find_row> rows;
    measure<std::int32_t, float>(rows, "int32, float");
    measure<std::int32_t, std::int32_t>(rows, "int32, int32");
    measure<std::int64_t, double>(rows, "int64, double");
    bench::write_find_rows(argc, argv, "reduce_by_key_host", gpu::device::host(), rows);
}
