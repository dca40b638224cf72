// SPDX-License-Identifier: Apache-2.0
/// Benchmarks sorts and scans of host ranges by lambdas against the standard library's.
///   bench_lambda_sort_host [--json FILE]
///
/// Calls with few elements take others each time: a processor would learn the branches of a small
/// sort that is repeated.
#include "pair_of_host.hpp"
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/sort.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <execution>
#include <numeric>
#include <random>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using bench::compare;
using bench::json;
using bench::pair;

using entry = std::pair<int, int>;

constexpr auto add = [](auto a, auto b) { return a + b; };
constexpr auto before = [](auto const& a, auto const& b) {
    if constexpr (std::same_as<std::remove_cvref_t<decltype(a)>, entry>) return a.first < b.first;
    else return a < b;
};

/// Random elements, which are handed out in parts of n.
template <class T>
class supply {
public:
    explicit supply(std::size_t n) : all_(std::max<std::size_t>(1, 1'000'000 / n) * n), part_(n) {
        std::mt19937 random(1);
        for (auto& x : all_) {
            if constexpr (std::same_as<T, entry>) x = {static_cast<int>(random() >> 1), 1};
            else x = static_cast<T>(random() >> 1);
        }
    }
    /// @return a copy of the next n elements
    std::span<T> next() {
        if (begin_ == all_.size()) begin_ = 0;
        std::copy_n(all_.begin() + static_cast<std::ptrdiff_t>(begin_), part_.size(),
                    part_.begin());
        begin_ += part_.size();
        return part_;
    }

private:
    std::vector<T> all_, part_;
    std::size_t begin_ = 0;
};

/// Rows of one type and number of elements.
template <class T>
void add_rows(json& rows, std::size_t n, char const* sort, char const* stable_sort,
              char const* scan) {
    using std::execution::par;
    supply<T> elements(n);
    std::vector<T> out(n);
    int const rounds = 15;
    auto const ours = [&] { gpu::sort(elements.next(), before); };
    auto const row = [&](pair const& both, bool in_thread) {
        rows.push_back(compare(both, n, in_thread, rounds));
    };
    row({sort, ours,
         [&] {
             auto x = elements.next();
             std::sort(x.begin(), x.end(), before);
         }},
        true);
    row({stable_sort, ours,
         [&] {
             auto x = elements.next();
             std::stable_sort(x.begin(), x.end(), before);
         }},
        true);
    row({sort, [&] { gpu::sort(gpu::automatic, elements.next(), before); },
         [&] {
             auto x = elements.next();
             std::sort(par, x.begin(), x.end(), before);
         }},
        false);
    if constexpr (!std::same_as<T, entry>) {
        row({scan,
             [&] {
                 gpu::inclusive_scan(elements.next(), out, add);
                 bench::keep(out[0]);
             },
             [&] {
                 auto x = elements.next();
                 std::inclusive_scan(x.begin(), x.end(), out.begin(), add);
                 bench::keep(out[0]);
             }},
            true);
        row({scan,
             [&] {
                 gpu::inclusive_scan(gpu::automatic, elements.next(), out, add);
                 bench::keep(out[0]);
             },
             [&] {
                 auto x = elements.next();
                 std::inclusive_scan(par, x.begin(), x.end(), out.begin(), add);
                 bench::keep(out[0]);
             }},
            false);
    }
}

} // namespace

int main(int count, char** arguments) {
    json rows = json::array();
    for (std::size_t const n : {16UL, 100UL, 1000UL, 65'539UL, 1'000'003UL}) {
        add_rows<std::uint32_t>(rows, n, "sort of uint32", "stable_sort of uint32",
                                "inclusive_scan of uint32");
        add_rows<double>(rows, n, "sort of double", "stable_sort of double",
                         "inclusive_scan of double");
        add_rows<entry>(rows, n, "sort of pairs of int32", "stable_sort of pairs of int32", "");
    }
    if (count == 3 && std::string_view(arguments[1]) == "--json")
        bench::write_results(arguments[2], "lambda_sort_host", gpu::device::host(),
                             {arguments, arguments + count}, {{"flags", GPUALGO_BENCH_FLAGS}},
                             std::move(rows));
}
