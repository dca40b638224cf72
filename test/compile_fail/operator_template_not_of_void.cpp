// expect: success
// SPDX-License-Identifier: Apache-2.0
// Operators that are templates need not be templates of void, too, as std::plus is.
#include <gpualgo/gpualgo.hpp>

#include <vector>

struct meters {
    using number = double;
    double count;
};

template <class T>
    requires(sizeof(T) > 1)
struct sum {
    T operator()(T a, T b) const { return {a.count + b.count}; }
};

template <class T, class Number = typename T::number>
struct sum_of_numbers {
    T operator()(T a, T b) const { return {Number(a.count) + Number(b.count)}; }
};

meters total(std::vector<meters> const& x) {
    return {gpu::reduce(x, meters{}, sum<meters>()).count +
            gpu::reduce(gpu::automatic, x, meters{}, sum_of_numbers<meters>()).count};
}
