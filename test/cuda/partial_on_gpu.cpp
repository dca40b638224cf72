// SPDX-License-Identifier: Apache-2.0
/// Partial reductions, groups and sharded vectors on all GPUs of the machine. Without one, nothing
/// is tested.
#include "on_gpu.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/complex.hpp>
#include <gpualgo/detail/partial_source.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/sharded_vector.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <thread>
#include <vector>

using test::same_bits;

namespace {

std::optional<gpu::device_group> all_gpus() {
    for (gpu::device const d : gpu::devices())
        if (d.kind() == gpu::device_kind::cuda) return gpu::device_group::all_gpus();
    WARN("no GPU here: nothing is tested");
    return {};
}

template <class T>
std::vector<T> numbers(std::size_t n) {
    std::mt19937 generator(11);
    std::vector<T> x(n);
    for (auto& v : x) v = static_cast<T>(static_cast<float>(generator() % 2001) * 0.37F - 370);
    return x;
}

/// Parts of device memory at odd places of a larger range.
template <class T, class Value, class Op>
void compare_parts(gpu::device device, std::size_t n) {
    auto const x = numbers<Value>(n);
    gpu::device_vector<Value> const v(x, device);
    T const expected = gpu::reduce(gpu::automatic, x, T(3), Op());
    for (std::size_t const cut : {std::size_t{0}, std::size_t{1}, n / 3, n - n / 5, n}) {
        auto const middle = static_cast<std::ptrdiff_t>(cut);
        gpu::partial_reduction<T, Value, Op> whole(0, v.begin(), v.begin() + middle);
        whole.merge({cut, v.begin() + middle, v.end()});
        INFO("n = " << n << ", cut at " << cut);
        REQUIRE(same_bits(whole.total(T(3)), expected));
    }
}

} // namespace

TEST_CASE("partial reductions on a GPU have the bits of the host") {
    auto const gpus = all_gpus();
    if (!gpus) return;
    for (std::size_t const n :
         std::vector<std::size_t>{1000, 2048 * 16, 2048 * 33 + 1, 5'000'001, 100'000'003}) {
        compare_parts<float, float, std::plus<>>((*gpus)[0], n);
        compare_parts<double, float, std::plus<>>((*gpus)[0], n);
        compare_parts<std::int32_t, std::int32_t, gpu::maximum<>>((*gpus)[0], n);
    }
    compare_parts<float, gpu::bfloat16, std::plus<>>((*gpus)[0], 3'000'001);
    compare_parts<std::int64_t, std::int8_t, std::plus<>>((*gpus)[0], 3'000'001);
    compare_parts<double, double, gpu::minimum<>>((*gpus)[0], 3'000'001);
}

TEST_CASE("partial reductions see earlier work of the default stream, again and again") {
    auto const gpus = all_gpus();
    if (!gpus) return;
    gpu::device_vector<float> v(std::size_t{1} << 22, 0.0F, (*gpus)[0]);
    for (int i = 0; i < 200; ++i) {
        v.assign(v.size(), static_cast<float>(i));
        gpu::partial_reduction<float> const whole(0, v.begin(), v.end());
        REQUIRE(whole.total() == static_cast<float>(i) * static_cast<float>(v.size()));
    }
}

TEST_CASE("ranges of the host go to all GPUs in chunks") {
    auto const gpus = all_gpus();
    if (!gpus) return;
    auto const x = numbers<float>(90'000'001);
    gpu::pinned_vector<float> const locked(x.begin(), x.end());
    float const expected = gpu::reduce(x, 0.5F);
    auto const one = gpu::automatic.on((*gpus)[0]);
    auto const all = gpu::automatic.on(*gpus);
    for (int i = 0; i < 3; ++i) {
        CHECK(same_bits(gpu::reduce(one, x, 0.5F), expected));
        CHECK(same_bits(gpu::reduce(one, locked, 0.5F), expected));
        CHECK(same_bits(gpu::reduce(all, x, 0.5F), expected));
        CHECK(same_bits(gpu::reduce(all, locked, 0.5F), expected));
    }
    CHECK(same_bits(gpu::transform_reduce(all, x.begin(), x.end(), locked.begin(), 0.5F),
                    gpu::transform_reduce(x.begin(), x.end(), x.begin(), 0.5F)));
    std::vector<std::complex<float>> z(5'000'000);
    for (std::size_t i = 0; i < z.size(); ++i) z[i] = {x[i], x[i + 1]};
    CHECK(same_bits(gpu::reduce(one, z), gpu::reduce(z)));
    CHECK(same_bits(gpu::reduce(one, z, std::complex<float>(1), std::multiplies<>()),
                    gpu::reduce(z, std::complex<float>(1), std::multiplies<>())));
}

TEST_CASE("all GPUs find extrema of a range of the host") {
    auto const gpus = all_gpus();
    if (!gpus) return;
    auto const all = gpu::automatic.on(*gpus);
    auto x = numbers<float>(30'000'001); // eight chunks, with equal extrema in all of them
    gpu::pinned_vector<float> const locked(x.begin(), x.end());
    CHECK(gpu::min_element(all, x) == gpu::min_element(x));
    CHECK(gpu::max_element(all, x.begin(), x.end()) == gpu::max_element(x));
    CHECK(gpu::minmax_element(all, x) == gpu::minmax_element(x));
    CHECK(gpu::minmax_element(all, locked).second - locked.begin() ==
          gpu::minmax_element(x).second - x.begin());
    x[99] = std::numeric_limits<float>::quiet_NaN();
    x[20'000'003] = -std::numeric_limits<float>::infinity();
    CHECK(gpu::minmax_element(all, x, std::greater<>()) ==
          gpu::minmax_element(x, std::greater<>()));
    auto const integers = numbers<std::int64_t>(5'000'001);
    CHECK(gpu::min_element(all, integers) == gpu::min_element(integers));
    gpu::device_vector<float> const v(x, (*gpus)[gpus->size() - 1]);
    CHECK(gpu::max_element(all, v) - v.begin() == gpu::max_element(x) - x.begin());
}

TEST_CASE("sources of elements go to all GPUs") {
    auto const gpus = all_gpus();
    if (!gpus) return;
    auto const x = numbers<float>(30'000'001);
    std::size_t position = 0;
    auto read = [&](void* to, std::size_t bytes) {
        std::size_t const n = std::min(bytes, x.size() * sizeof(float) - position);
        std::memcpy(to, reinterpret_cast<char const*>(x.data()) + position, n);
        position += n;
        return n;
    };
    auto const whole = gpu::detail::reduce_source<gpu::partial_reduction<float>>(
        gpus->ids(), 0, std::uint64_t{1} << 60, read);
    CHECK(same_bits(whole.total(), gpu::reduce(x)));
}

TEST_CASE("sharded vectors on all GPUs") {
    auto const gpus = all_gpus();
    if (!gpus) return;
    for (std::size_t const n : std::vector<std::size_t>{0, 1, 2049, 10'000'019}) {
        auto const x = numbers<float>(n);
        gpu::sharded_vector v(x, *gpus);
        CHECK(v.to_host() == x);
        CHECK(same_bits(gpu::reduce(v, 0.5F), gpu::reduce(x, 0.5F)));
        CHECK(same_bits(gpu::transform_reduce(v, v, 0.5F),
                        gpu::transform_reduce(x.begin(), x.end(), x.begin(), 0.5F)));
        CHECK(gpu::min_element(v) == static_cast<std::size_t>(gpu::min_element(x) - x.begin()));
        v.fill(2);
        CHECK(gpu::reduce(v) == 2 * static_cast<float>(n));
    }
}

TEST_CASE("one thread per GPU") {
    auto const gpus = all_gpus();
    if (!gpus) return;
    auto const x = numbers<float>(10'000'001);
    float const expected = gpu::reduce(x);
    std::vector<int> equal(gpus->size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < gpus->size(); ++i)
        threads.emplace_back([&, i] {
            gpu::device_vector<float> const v(x, (*gpus)[i]);
            for (int k = 0; k < 50; ++k)
                equal[i] += same_bits(gpu::partial_reduction<float>(0, v.begin(), v.end()).total(),
                                      expected);
        });
    for (auto& thread : threads) thread.join();
    for (int const count : equal) CHECK(count == 50);
}
