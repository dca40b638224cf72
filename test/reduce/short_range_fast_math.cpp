// SPDX-License-Identifier: Apache-2.0
/// Short ranges have the library's bits in programs compiled with -ffast-math, too: such programs
/// leave floats to the library.
#include "support/short_range.hpp"

#include <vector>

TEMPLATE_TEST_CASE("short ranges have the library's bits under -ffast-math", "", float, double) {
    for (auto const kind : test::kinds_of_values<TestType>()) {
        test::compare_short_ranges<TestType, TestType, std::plus<>>(kind);
        test::compare_short_ranges<TestType, TestType, gpu::minimum<>>(kind);
    }
    static_assert(!gpu::detail::is_ieee_program);
}
