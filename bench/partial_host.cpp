// SPDX-License-Identifier: Apache-2.0
/// Times merges of partial reductions on the host: partial_host [--json FILE]
#include "results.hpp"

#include <gpualgo/functional.hpp>
#include <gpualgo/partial.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t elements = std::size_t{1} << 20;

/// Where neighbours are cut.
struct cuts {
    char const* name;
    std::size_t step;
};

/// Times merges of neighbours from left to right, and messages.
template <class T, class Value, class Op>
class merges {
public:
    using partial = gpu::partial_reduction<T, Value, Op>;

    explicit merges(std::size_t step) {
        for (std::size_t i = 0; i < elements; i += step)
            parts_.emplace_back(i, x_.begin() + static_cast<std::ptrdiff_t>(i),
                                x_.begin() +
                                    static_cast<std::ptrdiff_t>(std::min(i + step, elements)));
    }

    [[nodiscard]] std::size_t count() const { return parts_.size() - 1; }

    void from_left_to_right() const {
        partial whole;
        for (auto const& part : parts_) whole.merge(part);
        bench::keep(whole.total());
    }
    void messages() const {
        for (std::size_t i = 0; i + 1 < parts_.size(); ++i)
            bench::keep(partial::deserialize(parts_[i].serialize()));
    }

private:
    std::vector<Value> x_ = std::vector<Value>(elements, Value(1));
    std::vector<partial> parts_;
};

template <class T, class Value, class Op>
void measure(bench::json& rows, char const* name) {
    // segments of float have 2048 elements
    for (cuts const c :
         {cuts{"at subtrees", 8192}, cuts{"in segments", 8191}, cuts{"small", 100}}) {
        merges<T, Value, Op> const merge(c.step);
        auto const t = bench::interleaved({{"left to right", [&] { merge.from_left_to_right(); }},
                                           {"bytes", [&] { merge.messages(); }}},
                                          15, 1e-2);
        auto const pairs = static_cast<double>(merge.count());
        auto const microseconds = [&](std::size_t k) { return t[k].seconds / pairs * 1e6; };
        std::printf("%-16s %-12s %.3f us per pair, %.3f to bytes and back\n", name, c.name,
                    microseconds(0), microseconds(1));
        rows.push_back({{"type", name},
                        {"cuts", c.name},
                        {"pairs", merge.count()},
                        {"us_per_pair", record::rounded(microseconds(0))},
                        {"us_to_bytes_and_back", record::rounded(microseconds(1))},
                        {"runs", t[0].runs},
                        {"spread", record::rounded(t[0].spread, 3)}});
    }
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
    bench::json rows = bench::json::array();
    measure<float, float, std::plus<>>(rows, "float");
    measure<double, double, std::plus<>>(rows, "double");
    measure<double, float, std::plus<>>(rows, "float to double");
    measure<float, gpu::half, std::plus<>>(rows, "half to float");
    measure<std::int32_t, std::int32_t, gpu::maximum<>>(rows, "int32 maximum");
    if (!json.empty())
        bench::write_results(json, "partial_host", gpu::device::host(), {argv, argv + argc},
                             bench::json::object(), rows);
}
