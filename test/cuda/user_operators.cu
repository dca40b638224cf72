// SPDX-License-Identifier: Apache-2.0
#include "user_operators.hpp"

#include "support/user_types.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/cuda.cuh>
#include <gpualgo/equal.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/remove.hpp>
#include <gpualgo/stencil.hpp>
#include <gpualgo/views.hpp>

#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <type_traits>

namespace user {
namespace {

template <class T>
std::vector<T> values(std::size_t n) {
    std::vector<T> made;
    made.reserve(n);
    for (std::size_t i = 0; i < n; ++i) made.push_back(value<T>(i));
    return made;
}

/// Compares a reduction on a device with std::accumulate.
template <class Policy, class Value, class T, class Op>
bool agrees(gpu::device on, std::size_t n, T const& init, Op op, gpu::report& ran) {
    auto const x = values<Value>(n);
    gpu::device_vector<Value> const y(x, on);
    return gpu::reduce(Policy().report_to(ran), y.begin(), y.end(), init, op) ==
           std::accumulate(x.begin(), x.end(), init, op);
}

/// Compares transform_reduce of one and of two ranges with the standard library's.
template <class Policy, class Value, class T, class F>
bool transforms(gpu::device on, std::size_t n, T const& init, F f, gpu::report& ran) {
    auto const x = values<Value>(n + 1);
    gpu::device_vector<Value> const y(x, on);
    auto const both = [f] __host__ __device__(Value const& a, Value const& b) {
        return f(a) + f(b);
    };
    T const sum = std::transform_reduce(x.begin(), x.end() - 1, init, std::plus<>(), f);
    T const sum_of_both =
        std::transform_reduce(x.begin(), x.end() - 1, x.begin() + 1, init, std::plus<>(), both);
    return gpu::transform_reduce(Policy().report_to(ran), y.begin(), y.end() - 1, init,
                                 std::plus<>(), f) == sum &&
           gpu::transform_reduce(Policy().report_to(ran), y.begin(), y.end() - 1, y.begin() + 1,
                                 init, std::plus<>(), both) == sum_of_both;
}

/// Compares reduce_into with std::accumulate: on a stream, into the second of two elements.
template <class Policy, class Value, class T, class Op>
bool leaves(gpu::device on, std::size_t n, T const& init, Op op, gpu::report& ran) {
    auto const x = values<Value>(n);
    gpu::device_vector<Value> const y(x, on);
    gpu::device_vector<T> out(2, init, on);
    gpu::stream const stream(on);
    gpu::reduce_into(Policy().on(stream).report_to(ran), y.begin(), y.end(), out.begin() + 1, init,
                     op);
    stream.synchronize();
    T const before = out[0];
    T const total = out[1];
    return before == init && total == std::accumulate(x.begin(), x.end(), init, op);
}

/// Sums bytes with a function object.
template <class Policy, std::size_t N>
experiment of_bytes() {
    return {std::string(Policy::name) + ", " + std::to_string(N) + " bytes",
            [](gpu::device on, std::size_t n, gpu::report& ran) {
                return agrees<Policy, bytes<N>>(on, n, value<bytes<N>>(n), add_bytes(), ran);
            }};
}

/// Whether a predicate says the same of two elements.
template <class Predicate>
struct chosen_alike {
    Predicate predicate;
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b) const {
        return predicate(a) == predicate(b);
    }
};

/// Searches by a lambda, and compares with the standard library.
template <class T, class Predicate>
bool finds(gpu::device_vector<T> const& in, std::vector<T> const& x, Predicate predicate) {
    auto const place = std::find_if(x.begin(), x.end(), predicate) - x.begin();
    auto const other = std::find_if_not(x.begin(), x.end(), predicate) - x.begin();
    chosen_alike<Predicate> const alike{predicate};
    auto const n = static_cast<std::ptrdiff_t>(x.size());
    if (n > 1) {
        auto const expected = std::mismatch(x.begin() + 1, x.end(), x.begin(), alike);
        if (gpu::mismatch(in.begin() + 1, in.end(), in.begin(), alike).second - in.begin() !=
            expected.second - x.begin())
            return false;
    }
    return gpu::find_if(gpu::automatic, in, predicate) - in.begin() == place &&
           gpu::find_if_not(in, predicate) - in.begin() == other &&
           gpu::any_of(in, predicate) == (place < n) && gpu::equal(in, in, alike);
}

/// Selects by a lambda, and compares with the standard library.
template <class Policy, class T, class Predicate>
bool selects(gpu::device on, std::size_t n, Predicate predicate, gpu::report& ran) {
    auto const x = values<T>(n);
    gpu::device_vector<T> const in(x, on);
    gpu::device_vector<T> selected(x, on), others(x, on);
    auto const policy = Policy().report_to(ran);
    auto const ends = gpu::partition_copy(policy, in, selected, others, predicate);
    auto a = selected.to_host(), b = others.to_host();
    a.resize(static_cast<std::size_t>(ends.first - selected.begin()));
    b.resize(static_cast<std::size_t>(ends.second - others.begin()));
    std::vector<T> c, d;
    std::partition_copy(x.begin(), x.end(), std::back_inserter(c), std::back_inserter(d),
                        predicate);
    bool const is_ordered =
        std::is_same_v<Policy, gpu::policy::automatic> || on == gpu::device::host();
    bool const agrees = is_ordered ? a == c && b == d : a.size() == c.size();
    auto const count = static_cast<std::ptrdiff_t>(c.size());
    if constexpr (std::is_same_v<Policy, gpu::policy::automatic>) {
        gpu::device_vector<T> kept(in);
        auto const end = gpu::remove_if(policy, kept, predicate);
        auto left = kept.to_host();
        left.resize(static_cast<std::size_t>(end - kept.begin()));
        if (left != d) return false;
    }
    return agrees && finds(in, x, predicate) && gpu::count_if(policy, in, predicate) == count &&
           gpu::copy_if(policy, in, selected, predicate) - selected.begin() == count &&
           gpu::remove_copy_if(policy, in, others, predicate) - others.begin() ==
               static_cast<std::ptrdiff_t>(d.size());
}

} // namespace

std::vector<experiment> experiments() {
    using namespace gpu::policy;
    return {of_bytes<automatic, 1>(),
            of_bytes<automatic, 3>(),
            of_bytes<automatic, 12>(),
            of_bytes<automatic, 16>(),
            of_bytes<automatic, 36>(),
            of_bytes<automatic, 64>(),
            of_bytes<neighbored, 7>(),
            of_bytes<neighbored_less, 24>(),
            of_bytes<interleaved, 33>(),
            of_bytes<bank_conflict_free, 48>(),
            of_bytes<cg_tile<8>, 40>(),
            of_bytes<warp_shuffle, 5>(),
            of_bytes<warp_shuffle, 64>(),
            {"automatic, selection of integers by a lambda",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 auto const is_chosen = [] __host__ __device__(int x) { return x % 3 == 1; };
                 return selects<automatic, int>(on, n, is_chosen, ran);
             }},
            {"automatic, selection of structures by a lambda",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 auto const is_chosen = [] __host__ __device__(bytes<12> const& x) {
                     return x.byte[0] % 2 == 0;
                 };
                 return selects<automatic, bytes<12>>(on, n, is_chosen, ran);
             }},
            {"warp_shuffle, selection of numbers by a lambda",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 auto const is_chosen = [] __host__ __device__(double x) { return x * x > 2; };
                 return selects<warp_shuffle, double>(on, n, is_chosen, ran);
             }},
            {"automatic, a number that is never without a value",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 return agrees<automatic, number>(on, n, number(-1), std::plus<>(), ran);
             }},
            {"interleaved, a number that is never without a value",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 return agrees<interleaved, number>(on, n, number(-1), std::plus<>(), ran);
             }},
            {"automatic, elements that are counted and added",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 return agrees<automatic, short>(on, n, count_and_sum(7, 5), std::plus<>(), ran);
             }},
            {"cg_tile<32>, elements that are counted and added",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 return agrees<cg_tile<32>, short>(on, n, count_and_sum(7, 5), std::plus<>(), ran);
             }},
            {"automatic, elements that convert implicitly to a total",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 return agrees<automatic, small_number>(on, n, 7LL, std::plus<long long>(), ran);
             }},
            {"automatic, what a lambda makes of elements",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 auto const square = [] __host__ __device__(number x) {
                     return number(x.value() * x.value());
                 };
                 return transforms<automatic, number>(on, n, number(-1), square, ran);
             }},
            {"interleaved, what a lambda makes of elements",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 auto const first = [] __host__ __device__(bytes<5> const& x) {
                     return long{x.byte[0]};
                 };
                 return transforms<interleaved, bytes<5>>(on, n, -1L, first, ran);
             }},
            {"automatic, a number that stays on the device",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 return leaves<automatic, number>(on, n, number(-1), std::plus<>(), ran);
             }},
            {"neighbored, bytes that stay on the device",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 return leaves<neighbored, bytes<7>>(on, n, value<bytes<7>>(n), add_bytes(), ran);
             }},
            {"automatic, a lambda", [](gpu::device on, std::size_t n, gpu::report& ran) {
                 unsigned const mask = 0xff;
                 return agrees<automatic, unsigned>(
                     on, n, 3U,
                     [mask] __host__ __device__(unsigned a, unsigned b) { return (a + b) & mask; },
                     ran);
             }}};
}

std::vector<experiment> experiments_of_thrust() {
    return {{"a device_vector, a precompiled operator",
             [](gpu::device, std::size_t n, gpu::report& ran) {
                 auto const x = values<int>(n);
                 thrust::device_vector<int> const y(x.begin(), x.end());
                 return gpu::reduce(gpu::automatic.report_to(ran), y, 3) ==
                        std::accumulate(x.begin(), x.end(), 3);
             }},
            {"a device_vector's iterators, a lambda",
             [](gpu::device, std::size_t n, gpu::report& ran) {
                 auto const x = values<unsigned>(n);
                 thrust::device_vector<unsigned> const y(x.begin(), x.end());
                 auto const op = [] __host__ __device__(unsigned a, unsigned b) {
                     return (a + b) & 0xff;
                 };
                 return gpu::reduce(gpu::interleaved.report_to(ran), y.begin(), y.end(), 3U, op) ==
                        std::accumulate(x.begin(), x.end(), 3U, op);
             }},
            {"a device_vector, a precompiled transform",
             [](gpu::device, std::size_t n, gpu::report& ran) {
                 auto const x = values<int>(n);
                 thrust::device_vector<int> const y(x.begin(), x.end());
                 return gpu::transform_reduce(gpu::automatic.report_to(ran), y, 3L, std::plus<>(),
                                              gpu::square<>()) ==
                            std::transform_reduce(x.begin(), x.end(), 3L, std::plus<>(),
                                                  [](long a) { return a * a; }) &&
                        gpu::transform_reduce(gpu::interleaved.report_to(ran), y.begin(), y.end(),
                                              y.begin(), 3L) ==
                            std::transform_reduce(x.begin(), x.end(), x.begin(), 3L);
             }},
            {"two device_vectors, one of them ours, what a lambda makes of them",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 auto const x = values<int>(n);
                 thrust::device_vector<int> const y(x.begin(), x.end());
                 gpu::device_vector<int> const z(x, on);
                 auto const f = [] __host__ __device__(int a, int b) { return 3 * a - b; };
                 return gpu::transform_reduce(gpu::automatic.report_to(ran), y, z, 1, std::plus<>(),
                                              f) ==
                        std::transform_reduce(x.begin(), x.end(), x.begin(), 1, std::plus<>(), f);
             }},
            {"means of device_vectors",
             [](gpu::device, std::size_t n, gpu::report& ran) {
                 auto const x = values<float>(n);
                 auto const y = values<long>(n); // not exact in double
                 double const of_y = gpu::mean(gpu::automatic.report_to(ran),
                                               thrust::device_vector<long>(y.begin(), y.end()));
                 float const of_x = gpu::mean(thrust::device_vector<float>(x.begin(), x.end()));
                 return n == 0 ? of_x != of_x && of_y != of_y
                               : of_x == gpu::mean(x) && of_y == gpu::mean(y);
             }},
            {"an empty part of a device_vector, on a device and on a stream",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 auto const x = values<unsigned>(n);
                 thrust::device_vector<unsigned> const y(x.begin(), x.end());
                 gpu::stream const stream(on);
                 auto const op = [] __host__ __device__(unsigned a, unsigned b) {
                     return (a + b) & 0xff;
                 };
                 auto const gives_init = [&](auto const& policy) {
                     return gpu::reduce(policy, y.end(), y.end(), 3U) == 3 &&
                            gpu::reduce(policy, y.end(), y.end(), 3U, op) == 3 &&
                            gpu::transform_reduce(policy, y.end(), y.end(), y.end(), 3U) == 3;
                 };
                 return gives_init(gpu::automatic.on(on)) &&
                        gives_init(gpu::automatic.on(stream)) &&
                        gives_init(gpu::interleaved.on(stream)) &&
                        gpu::reduce(gpu::automatic.report_to(ran), y, 3U) ==
                            std::accumulate(x.begin(), x.end(), 3U);
             }},
            {"from a device_vector into another one",
             [](gpu::device, std::size_t n, gpu::report& ran) {
                 auto const x = values<unsigned>(n);
                 thrust::device_vector<unsigned> const y(x.begin(), x.end());
                 thrust::device_vector<unsigned> out(2, 0U);
                 auto const op = [] __host__ __device__(unsigned a, unsigned b) {
                     return (a + b) & 0xff;
                 };
                 gpu::reduce_into(gpu::automatic, y.begin(), y.end(), out.begin(), 3U);
                 gpu::reduce_into(gpu::interleaved.report_to(ran), y.begin(), y.end(),
                                  out.begin() + 1, 3U, op);
                 return out[0] == std::accumulate(x.begin(), x.end(), 3U) &&
                        out[1] == std::accumulate(x.begin(), x.end(), 3U, op);
             }},
            {"device_ptrs into a device_vector, bytes",
             [](gpu::device on, std::size_t n, gpu::report& ran) {
                 auto const x = values<bytes<3>>(n);
                 gpu::device_vector<bytes<3>> y(x, on);
                 thrust::device_ptr<bytes<3>> const first(y.data());
                 auto const init = value<bytes<3>>(n);
                 return gpu::reduce(gpu::warp_shuffle.report_to(ran), first,
                                    first + static_cast<std::ptrdiff_t>(n), init, add_bytes()) ==
                        std::accumulate(x.begin(), x.end(), init, add_bytes());
             }}};
}

int sum_by_device_lambda(gpu::device_vector<int> const& x) {
    return gpu::reduce(gpu::automatic, x, 1, [] __device__(int a, int b) { return a + b; });
}

int sum_of_squares(gpu::device_vector<int> const& x) {
    using gpu::placeholders::_1;
    return gpu::reduce(gpu::views::transformed(x, _1 * _1), 0);
}

float dot_on_host(std::vector<float> const& x, std::vector<float> const& y) {
    return gpu::transform_reduce(x, y, 0.5f);
}

} // namespace user
