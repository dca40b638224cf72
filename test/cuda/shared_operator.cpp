// SPDX-License-Identifier: Apache-2.0
/// The operator that kernels of named strategies share.
#include "cuda/queue.hpp"

#include "support/same_bits.hpp"

#include <gpualgo/complex.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <limits>
#include <vector>

using namespace gpu::detail;

namespace {

template <class T>
std::vector<T> some_values() {
    if constexpr (gpu::kernel::is_complex<T>) {
        return {T(0, 0), T(3, -2), T(-5, 7)};
    } else {
        using limits = std::numeric_limits<T>;
        std::vector<T> found{T(0), T(1), T(2), T(-1), T(100), limits::lowest(), limits::max()};
        if constexpr (limits::has_quiet_NaN)
            found.insert(found.end(), {T(-0.), limits::quiet_NaN(), limits::infinity()});
        return found;
    }
}

/// @return whether the shared operator of kernels on T was asked to be Op
template <class T, class Op>
bool compare() {
    if constexpr (!compiled<gpu::policy::neighbored, T, T, Op> ||
                  (!gpu::kernel::is_complex<T> && std::is_same_v<Op, gpu::kernel::plus>))
        return false;
    else {
        using kernel_t = kernel_type<Op, T>;
        using computed = cuda_queue::named_type<kernel_t>;
        shared_operator const shared = cuda_queue::named_operation<kernel_t>(Op{});
        for (auto const a : some_values<kernel_t>())
            for (auto const b : some_values<kernel_t>()) {
                CAPTURE(shared.number, sizeof(T));
                auto const result = shared(static_cast<computed>(a), static_cast<computed>(b));
                REQUIRE(test::same_bits(static_cast<kernel_t>(result), Op{}(a, b)));
            }
        return true;
    }
}

template <class T, class... Ops>
std::size_t compare_all(type_list<Ops...>) {
    return (std::size_t{compare<T, Ops>()} + ...);
}

template <class... Ts>
std::size_t compare_types(type_list<Ts...>) {
    return (compare_all<Ts>(operators()) + ...);
}

} // namespace

TEST_CASE("the operator that named strategies share is each listed one") {
    // all but plus of 8 types of integers; on floats there are none by bits; complex: two
    REQUIRE(compare_types(types()) == 8 * 8 + 2 * 5 + 2 * 2);
}
