// SPDX-License-Identifier: Apache-2.0
/// The operators of the host's loops agree with the operators that define the order, after
/// `quieted`.
#include "values.hpp"

#include <gpualgo/detail/lane_operator.hpp>

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

using namespace gpu::detail;
namespace kernel = gpu::kernel;

namespace {

template <class T>
std::vector<T> notable_values() {
    using limits = std::numeric_limits<T>;
    std::vector<T> all{T(0), T(1), T(2), limits::max(), limits::min(), limits::lowest()};
    if constexpr (std::is_floating_point_v<T>) {
        for (T const x : {limits::denorm_min(), limits::infinity(), limits::quiet_NaN(),
                          limits::signaling_NaN(), test::any_nan<T>(0x123456789)})
            all.push_back(x);
        for (std::size_t i = 0, n = all.size(); i < n; ++i) all.push_back(-all[i]);
    }
    return all;
}

template <class T>
auto integer_of(T x) {
    using integer = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    return std::bit_cast<integer>(x);
}

} // namespace

TEMPLATE_TEST_CASE("an operator on lanes gives the operator's bits, except for payloads", "",
                   std::int32_t, std::int64_t, float, double) {
    auto const compare = []<class Op>(Op op) {
        for (TestType const a : notable_values<TestType>())
            for (TestType const b : notable_values<TestType>()) {
                INFO(Op::name << " of " << a << " and " << b);
                CHECK(integer_of(kernel::quieted(lane_operator<Op>()(a, b))) ==
                      integer_of(kernel::quieted(op(a, b))));
            }
    };
    compare(kernel::plus());
    compare(kernel::minimum());
    compare(kernel::maximum());
}
