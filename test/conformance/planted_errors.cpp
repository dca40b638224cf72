// SPDX-License-Identifier: Apache-2.0
/// The conformance cases detect every plausible misreading of the definition: it is evaluated with
/// one planted error, and some results must differ.
#include "conformance/golden.hpp"
#include "conformance/oracle.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

using gpu::kernel::segmentation;

enum class trap {
    none,
    zero_for_absent,       ///< a partial row is padded with zeros
    rows_by_address,       ///< rows begin at aligned addresses
    native_nan,            ///< NaNs are kept as the processor computes them
    flushed_subnormals,    ///< subnormal results become zero
    neighbours_in_a_row,   ///< lanes fold with their neighbours first, not by halves
    segments_in_turn,      ///< partials of segments are added one after the other
    longer_segments,       ///< twice as many rows
    one_after_the_other,   ///< a plain loop
    init_in_the_first_lane ///< init is folded first, not last
};

template <class T>
class flawed {
public:
    flawed(trap planted, std::size_t offset) : planted_(planted), offset_(offset) {}

    [[nodiscard]] T total(std::vector<T> x, std::size_t value_size, T init) const {
        if (planted_ == trap::init_in_the_first_lane) x[0] = plus(init, x[0]);
        T const all =
            planted_ == trap::one_after_the_other ? in_turn(x) : by_segments(x, value_size);
        T const result = planted_ == trap::init_in_the_first_lane ? all : plus(init, all);
        return planted_ == trap::native_nan ? result : gpu::kernel::quieted(result);
    }

private:
    [[nodiscard]] T plus(T a, T b) const {
        T const sum = a + b;
        return planted_ == trap::flushed_subnormals && std::fpclassify(sum) == FP_SUBNORMAL
                   ? std::copysign(T(0), sum)
                   : sum;
    }

    [[nodiscard]] T in_turn(std::vector<T> const& x) const {
        T sum = x[0];
        for (std::size_t i = 1; i < x.size(); ++i) sum = plus(sum, x[i]);
        return sum;
    }

    [[nodiscard]] T by_segments(std::vector<T> const& x, std::size_t value_size) const {
        segmentation const shape(value_size);
        std::size_t const size = shape.size() * (planted_ == trap::longer_segments ? 2 : 1);
        std::size_t const head =
            planted_ == trap::rows_by_address ? size - offset_ % shape.vector : size;
        std::vector<T> totals;
        for (std::size_t s = 0, m = head; s < x.size(); s += m, m = size) {
            auto const begin = x.begin() + static_cast<std::ptrdiff_t>(s);
            totals.push_back(segment(
                {begin, begin + static_cast<std::ptrdiff_t>(std::min(m, x.size() - s))}, shape));
        }
        if (planted_ == trap::segments_in_turn) return in_turn(totals);
        return gpu::kernel::fold_adjacent(totals, [this](T a, T b) { return plus(a, b); });
    }

    [[nodiscard]] T segment(std::vector<T> const& x, segmentation shape) const {
        bool const padded = planted_ == trap::zero_for_absent;
        std::size_t const live = padded ? shape.lanes : std::min(x.size(), shape.lanes);
        std::vector<T> lane(live, T(0));
        std::vector<bool> is_used(live, padded);
        for (std::size_t i = 0; i < x.size(); ++i) {
            std::size_t const l = i % shape.lanes;
            lane[l] = is_used[l] ? plus(lane[l], x[i]) : x[i];
            is_used[l] = true;
        }
        for (std::size_t step = 1; step < shape.lanes; step *= 2) {
            bool const inwards = planted_ == trap::neighbours_in_a_row;
            std::size_t const distance = inwards ? step : shape.lanes / 2 / step;
            for (std::size_t l = 0; l + distance < live; l += inwards ? 2 * distance : 1) {
                if (!inwards && l >= distance) break;
                if (!is_used[l + distance]) continue;
                lane[l] = is_used[l] ? plus(lane[l], lane[l + distance]) : lane[l + distance];
                is_used[l] = true;
            }
        }
        return lane[0];
    }

    trap planted_;
    std::size_t offset_;
};

/// Number of sums over type T whose result changes with an error planted, in the golden set and
/// more numbers of its kinds.
template <class T>
std::size_t differences(trap planted) {
    using namespace gpu::detail;
    std::size_t different = 0;
    for (auto const& c : conformance::cases(conformance::golden_seed, conformance::golden_each)) {
        if (c.value != index_of<T, types> || c.accumulator != c.value ||
            c.operation != index_of<gpu::kernel::plus, operators>)
            continue;
        conformance::input const numbers(c);
        std::vector<T> x(c.n);
        T init;
        std::memcpy(x.data(), numbers.first(), c.n * sizeof(T));
        std::memcpy(&init, numbers.init(), sizeof(T));
        T const result = flawed<T>(planted, c.offset).total(x, sizeof(T), init);
        conformance::result_bits bits = 0;
        std::memcpy(&bits, &result, sizeof(T));
        different += bits != conformance::expected(c, numbers);
    }
    return different;
}

/// Number of sums of products, of one segment at most, whose result changes if an fma replaces a
/// product and a sum.
std::size_t differences_by_fma() {
    conformance::random_bits random(1);
    std::size_t different = 0;
    for (std::size_t const n : {129u, 300u, 2048u}) {
        std::vector<float> products, fused(128); // lanes
        for (std::size_t i = 0; i < n; ++i) {
            float const a = conformance::number<float>(conformance::flavour::near_one, random),
                        b = conformance::number<float>(conformance::flavour::near_one, random);
            products.push_back(a * b);
            float& lane = fused[i % 128];
            lane = i < 128 ? a * b : std::fma(a, b, lane);
        }
        float const contracted = gpu::kernel::canonical<float>(fused.begin(), fused.size(),
                                                               sizeof(float), gpu::kernel::plus());
        float const defined =
            gpu::kernel::canonical<float>(products.begin(), n, sizeof(float), gpu::kernel::plus());
        different +=
            std::bit_cast<std::uint32_t>(contracted) != std::bit_cast<std::uint32_t>(defined);
    }
    return different;
}

} // namespace

TEMPLATE_TEST_CASE("without a planted error nothing differs", "", float, double) {
    CHECK(differences<TestType>(trap::none) == 0);
}

TEMPLATE_TEST_CASE("every planted error shows in the golden set", "", float, double) {
    using enum trap;
    auto const planted = GENERATE(zero_for_absent, rows_by_address, native_nan, flushed_subnormals,
                                  neighbours_in_a_row, segments_in_turn, longer_segments,
                                  one_after_the_other, init_in_the_first_lane);
    INFO("trap " << static_cast<int>(planted));
    CHECK(differences<TestType>(planted) > 0);
}

TEST_CASE("contraction into an fma changes sums of products") { CHECK(differences_by_fma() > 0); }
