// SPDX-License-Identifier: Apache-2.0
/// Ranges whose location only CUDA knows, and empty ones, which have none: the whole library on a
/// fake runtime. Kernels do nothing there, and results are their init.
#include "fake_runtime.hpp"

#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <compare>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <vector>

namespace {

/// An iterator of another library over GPU memory, like Thrust's.
template <class T>
class foreign_pointer {
public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using pointer = T*;
    using iterator_category = std::random_access_iterator_tag;

    foreign_pointer() = default;
    explicit foreign_pointer(T* address) : address_(address) {}
    [[nodiscard]] T* get() const { return address_; }

    reference operator*() const { return *address_; }
    reference operator[](difference_type n) const { return address_[n]; }
    foreign_pointer& operator+=(difference_type n) {
        address_ += n;
        return *this;
    }
    foreign_pointer& operator-=(difference_type n) { return *this += -n; }
    foreign_pointer& operator++() { return *this += 1; }
    foreign_pointer& operator--() { return *this -= 1; }
    foreign_pointer operator++(int) { return foreign_pointer(address_++); }
    foreign_pointer operator--(int) { return foreign_pointer(address_--); }
    friend foreign_pointer operator+(foreign_pointer i, difference_type n) { return i += n; }
    friend foreign_pointer operator+(difference_type n, foreign_pointer i) { return i += n; }
    friend foreign_pointer operator-(foreign_pointer i, difference_type n) { return i -= n; }
    friend difference_type operator-(foreign_pointer a, foreign_pointer b) {
        return a.address_ - b.address_;
    }
    friend auto operator<=>(foreign_pointer, foreign_pointer) = default;

private:
    T* address_ = nullptr;
};

using foreign = foreign_pointer<int>;

gpu::device gpu_36() { return gpu::device::cuda(36); }

} // namespace

template <class T>
struct gpu::detail::foreign_device_iterator<foreign_pointer<T>> {
    static auto from(foreign_pointer<T> i) {
        device_id where;
        gpualgo_v0_locate(i.get(), &where);
        return gpu::device_iterator(gpu::device(where), i.get());
    }
};

TEST_CASE("iterators of other libraries on GPUs: calls run on the GPU that CUDA names") {
    gpu::device_vector<int> v({1, 2, 3}, gpu_36());
    foreign const first(v.data());
    gpu::report ran;
    CHECK(gpu::reduce(gpu::automatic.report_to(ran), first, first + 3, 5) == 5);
    CHECK(ran.device == gpu_36());
    CHECK(gpu::reduce(gpu::automatic.on(gpu_36()), first, first + 3, 5) == 5);
    CHECK_THROWS_AS(gpu::reduce(gpu::automatic.on(gpu::device::cuda(37)), first, first + 3),
                    std::invalid_argument);
}

TEST_CASE("empty ranges of other libraries give init, also with a device or a stream") {
    gpu::stream const stream(gpu_36());
    gpu::device_vector<int> v({1, 2, 3}, gpu_36());
    gpu::device_vector<int> const none(0, gpu_36());
    // without memory, and empty ranges at the end and the start of a vector's memory
    int* const elements = v.data();
    foreign const nothing = GENERATE_COPY(foreign(), foreign(elements + 3), foreign(elements));
    auto const check = [&](auto const& policy) {
        CHECK(gpu::reduce(policy, nothing, nothing, 7) == 7);
        CHECK(gpu::reduce(policy, nothing, nothing, 7, std::bit_xor<>()) == 7);
        CHECK(gpu::transform_reduce(policy, nothing, nothing, 7, std::plus<>(), gpu::square<>()) ==
              7);
        CHECK(gpu::transform_reduce(policy, nothing, nothing, nothing, 7) == 7);
        CHECK(gpu::transform_reduce(policy, nothing, nothing, none.begin(), 7) == 7);
        CHECK(gpu::transform_reduce(policy, none.begin(), none.end(), nothing, 7) == 7);
        CHECK(gpu::transform_reduce(policy, none.begin(), none.end(), nothing.get(), 7) == 7);
        CHECK(gpu::mean(policy, nothing, nothing) != gpu::mean(policy, nothing, nothing)); // NaN
        gpu::reduce_into(policy, nothing, nothing, v.begin(), 8);
        CHECK(v[0] == 8);
    };
    check(gpu::automatic);
    check(gpu::automatic.on(gpu_36()));
    check(gpu::automatic.on(stream));
    check(gpu::interleaved.on(gpu_36()));
    check(gpu::interleaved.on(stream));
    for (auto const& policy : {gpu::automatic.on(gpu_36()), gpu::automatic.on(stream)})
        CHECK(gpu::min_element(policy, nothing, nothing) == nothing);
}

TEST_CASE("the total of an empty range of pointers is written to memory of a GPU") {
    gpu::device_vector<int> v({1, 2, 3}, gpu_36());
    gpu::stream const stream(gpu_36());
    int* const elements = v.data();
    int* const nothing = GENERATE_COPY(static_cast<int*>(nullptr), elements, elements + 3);
    auto const check = [&](auto const& policy) {
        gpu::reduce_into(policy, nothing, nothing, v.data() + 1, 9);
        gpu::reduce_into(policy, nothing, nothing, v.begin() + 2, 10);
        CHECK(v.to_host() == std::vector<int>{1, 9, 10});
        v[1] = v[2] = 0;
    };
    check(gpu::automatic);
    check(gpu::automatic.on(gpu_36()));
    check(gpu::automatic.on(stream));
    check(gpu::interleaved);
    CHECK_THROWS_WITH(
        gpu::reduce_into(gpu::automatic.on(gpu::device::cuda(37)), nothing, nothing, v.begin(), 9),
        Catch::Contains("cuda:36") && Catch::Contains("cuda:37"));
    int on_host = 0;
    CHECK_THROWS_WITH(gpu::reduce_into(gpu::automatic.on(gpu_36()), nothing, nothing, &on_host, 9),
                      Catch::Contains("out lies on host"));
}

namespace {

/// A program's replacement of malloc, with malloc's attributes.
[[gnu::noipa, gnu::alloc_size(1)]] void* gpu_malloc(std::size_t bytes) {
    void* memory = nullptr;
    REQUIRE(cudaMalloc(&memory, bytes) == cudaSuccess);
    return memory;
}

} // namespace

TEST_CASE("memory of a size known to the compiler may be a GPU's") {
    auto* const x = static_cast<int*>(gpu_malloc(4 * sizeof(int)));
    int const launches = fake_cuda::here().launches;
    CHECK(gpu::reduce(x, x + 4, 7) == 7); // by a kernel: on the fake runtime, init
    CHECK(fake_cuda::here().launches == launches + 1);
    CHECK(cudaFree(x) == cudaSuccess);
}
