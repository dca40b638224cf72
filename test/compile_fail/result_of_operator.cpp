// expect: gpu::reduce: op(a, b) must be convertible to the type of init
// SPDX-License-Identifier: Apache-2.0
// A result that a cast alone would convert.
#include <gpualgo/gpualgo.hpp>

#include <vector>

struct result {
    explicit operator int() const;
};

int f(std::vector<int> const& v) {
    return gpu::reduce(v, 0, [](int, int) { return result(); });
}
