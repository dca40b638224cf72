// expect: gpu::find, find_if, any_of, all_of, none_of, equal, mismatch, min, max, top_k: this Policy needs #include <gpualgo/std_execution.hpp>
// expect: Or use gpu::automatic, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/any_of.hpp>
#include <gpualgo/predicates.hpp>

#include <execution>
#include <vector>

bool f(std::vector<int> const& v) {
    return gpu::any_of(std::execution::par, v, gpu::greater_than(1));
}
