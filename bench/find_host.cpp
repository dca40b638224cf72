// SPDX-License-Identifier: Apache-2.0
/// Searches on the host against the standard library's par_unseq: find_host [--json FILE]. Matches
/// at the end, early, or none.
#include "find_rows.hpp"

#include <gpualgo/equal.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/top_k.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <execution>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

using bench::find_row;
using bench::keep;
using std::execution::par_unseq;

template <class T>
void find_rows(std::vector<find_row>& rows, char const* type, std::size_t n) {
    std::vector<T> x(n, T{1});
    std::vector<T> const y = x;
    auto const is_seven = [](T a) { return a == T{7}; };
    for (auto const& [where, place] :
         {std::pair(", no match", n), std::pair(", match at 1000", std::size_t{1000})}) {
        if (place < n) x[place] = T{7};
        std::size_t const read = (place < n ? place + 1 : n) * sizeof(T);
        find_row found{std::string("find_if") + where, type, n, read};
        found.contenders = {
            {"gpualgo", [&] { keep(gpu::find_if(gpu::automatic, x, gpu::equals(T{7}))); }},
            {"gpualgo, lambda", [&] { keep(gpu::find_if(gpu::automatic, x, is_seven)); }},
            {"std::par_unseq",
             [&] { keep(std::find_if(par_unseq, x.begin(), x.end(), is_seven)); }},
            {"std", [&] { keep(std::find_if(x.begin(), x.end(), is_seven)); }}};
        found.run();
        find_row equal{std::string("equal") + where, type, n, 2 * read};
        equal.contenders = {
            {"gpualgo", [&] { keep(gpu::equal(gpu::automatic, x, y)); }},
            {"std::par_unseq", [&] { keep(std::equal(par_unseq, x.begin(), x.end(), y.begin())); }},
            {"std", [&] { keep(std::equal(x.begin(), x.end(), y.begin())); }}};
        equal.run();
        rows.push_back(std::move(found));
        rows.push_back(std::move(equal));
    }
}

void top_rows(std::vector<find_row>& rows, std::size_t n) {
    std::vector<std::uint32_t> x(n);
    std::uint32_t state = 1;
    for (auto& number : x) number = state = state * 1664525 + 1013904223;
    for (std::size_t const k : {std::size_t{10}, std::size_t{1000}, n / 10}) {
        std::vector<std::uint32_t> out(k);
        find_row row{"top_k, k = " + std::to_string(k), "uint32", n, n * sizeof(std::uint32_t)};
        row.contenders = {{"gpualgo", [&] { gpu::top_k(gpu::automatic, x, k, out); }},
                          {"std::partial_sort_copy", [&] {
                               std::partial_sort_copy(x.begin(), x.end(), out.begin(), out.end(),
                                                      std::greater<>());
                           }}};
        row.run();
        rows.push_back(std::move(row));
    }
}

} // namespace

int main(int argc, char** argv) {
    std::vector<find_row> rows;
    for (std::size_t const n : {std::size_t{10'000}, std::size_t{1} << 20, std::size_t{1} << 26})
        find_rows<float>(rows, "float", n);
    find_rows<std::int8_t>(rows, "int8", std::size_t{1} << 26);
    find_rows<double>(rows, "double", std::size_t{1} << 25);
    top_rows(rows, std::size_t{1} << 22);
    bench::write_find_rows(argc, argv, "find_host", gpu::device::host(), rows);
}
