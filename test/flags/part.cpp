// SPDX-License-Identifier: Apache-2.0
/// One part of the program, compiled several times with different flags.
#include "computations.hpp"

#include <list>
#include <utility>

namespace {

/// Calls the operators directly on pairs of elements.
template <class T>
void call_directly(std::string const& type, test::two_ranges<T> const& in, results& all) {
    for (std::size_t i = 0; i < in.x.size(); ++i)
        for (auto const& [a, b] : {std::pair(in.x[i], in.y[i]), std::pair(in.y[i], in.x[i])}) {
            note(all, type + " direct minimum", gpu::minimum<>()(a, b));
            note(all, type + " direct maximum", gpu::maximum<T>()(a, b));
        }
}

results compute_here(test::inputs const& in) {
    auto const copy = []<class T>(std::vector<T> const& x) {
        return std::list<T>(x.begin(), x.end());
    };
    results all = compute(in, gpu::automatic, copy);
    auto const vectors = compute(
        in, gpu::automatic, [](auto const& x) -> auto const& { return x; });
    all.insert(all.end(), vectors.begin(), vectors.end());
    call_directly("float", in.floats, all);
    call_directly("double", in.doubles, all);
    call_directly("half", in.halves, all);
    call_directly("bfloat16", in.bfloats, all);
    return all;
}

bool const is_part = (test::parts().push_back({GPUALGO_TEST_FLAGS, &compute_here}), true);

} // namespace
