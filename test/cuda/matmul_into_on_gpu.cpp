// SPDX-License-Identifier: Apache-2.0
/// Products that do not wait, on a GPU: in stream order, from several threads, and in graphs.
/// Without a GPU, checks that calls say so.
#include "on_gpu.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

using test::the_gpu;

namespace {

cudaStream_t handle_of(gpu::stream const& stream) {
    return static_cast<cudaStream_t>(stream.native_handle());
}

/// Work of a stream, as a graph.
class captured {
public:
    /// @param submit called once, enqueues the work
    template <class Submit>
    captured(gpu::stream const& stream, Submit submit) {
        REQUIRE(cudaStreamBeginCapture(handle_of(stream), cudaStreamCaptureModeGlobal) ==
                cudaSuccess);
        submit();
        cudaGraph_t graph{};
        REQUIRE(cudaStreamEndCapture(handle_of(stream), &graph) == cudaSuccess);
        REQUIRE(cudaGraphInstantiate(&runnable_, graph, 0) == cudaSuccess);
        REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    }
    captured(captured const&) = delete;
    captured& operator=(captured const&) = delete;
    ~captured() { cudaGraphExecDestroy(runnable_); }

    void launch(gpu::stream const& stream) const {
        REQUIRE(cudaGraphLaunch(runnable_, handle_of(stream)) == cudaSuccess);
    }

private:
    cudaGraphExec_t runnable_{};
};

/// Products of matrices of ones: each element of the last C is size^2 after two products.
template <class T>
struct chain {
    std::int64_t size;
    gpu::matrix<T> a, b, c;

    chain(std::int64_t n, gpu::device device)
        : size(n), a(n, n, device), b(n, n, device), c(n, n, device) {
        set(T(1));
    }

    /// Sets the elements of A, and those of B and C to others.
    void set(T value) {
        auto const count = static_cast<std::size_t>(size * size);
        auto const fill = [&](gpu::matrix<T>& m, T x) {
            std::vector<T> const elements(count, x);
            REQUIRE(cudaMemcpy(m.data_handle(), elements.data(), count * sizeof(T),
                               cudaMemcpyHostToDevice) == cudaSuccess);
        };
        fill(a, value);
        fill(b, T(-3));
        fill(c, T(-5));
    }

    /// B = A * A, C = B * A
    template <class Policy>
    void submit(Policy const& policy) {
        gpu::matmul_into(policy, a, a, b);
        gpu::matmul_into(policy, b, a, c);
    }

    [[nodiscard]] bool is(float expected) const {
        auto const count = static_cast<std::size_t>(size * size);
        std::vector<T> elements(count);
        REQUIRE(cudaMemcpy(elements.data(), c.data_handle(), count * sizeof(T),
                           cudaMemcpyDeviceToHost) == cudaSuccess);
        for (T const x : elements)
            if (!(static_cast<float>(x) == expected)) return false;
        return true;
    }
};

} // namespace

TEMPLATE_TEST_CASE("products in stream order follow each other", "", float, double, gpu::half) {
    auto const device = the_gpu();
    if (!device) return;
    gpu::stream const stream(*device);
    for (std::int64_t const size : {1, 16, 33, 128}) {
        chain<TestType> products(size, *device);
        auto const squared = static_cast<float>(size * size);
        for (int i = 0; i < 20; ++i) products.submit(gpu::automatic.on(stream));
        stream.synchronize();
        CHECK(products.is(squared));
        products.set(TestType(1));
        products.submit(gpu::register_tile.on(stream));
        stream.synchronize();
        CHECK(products.is(squared));
    }
}

TEST_CASE("four threads with two streams each submit products") {
    auto const device = the_gpu();
    if (!device) return;
    std::vector<int> right(4);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < right.size(); ++t)
        threads.emplace_back([&, t] {
            gpu::stream const first(*device), second(*device);
            chain<float> x(64, *device), y(96, *device);
            for (int i = 0; i < 200; ++i) {
                x.submit(gpu::automatic.on(first));
                y.submit(gpu::automatic.on(second));
            }
            first.synchronize();
            second.synchronize();
            right[t] = x.is(64 * 64) && y.is(96 * 96);
        });
    for (auto& thread : threads) thread.join();
    CHECK(right == std::vector<int>(right.size(), 1));
}

TEMPLATE_TEST_CASE("a graph of products runs again on new elements", "", float, double,
                   gpu::bfloat16) {
    auto const device = the_gpu();
    if (!device) return;
    gpu::stream const stream(*device);
    for (std::int64_t const size : {4, 130, 512}) {
        chain<TestType> products(size, *device);
        captured const graph(stream, [&] {
            for (int i = 0; i < 3; ++i) products.submit(gpu::automatic.on(stream));
            products.submit(gpu::register_tile.on(stream));
        });
        for (float const value : {1.F, 2.F}) {
            products.set(TestType(value));
            chain<TestType> meanwhile(size, *device);
            graph.launch(stream);
            meanwhile.submit(gpu::automatic.on(stream));
            stream.synchronize();
            // bfloat16 holds these powers of two, and sums of the others, rounded, are alike
            chain<TestType> expected(size, *device);
            expected.set(TestType(value));
            gpu::matmul(gpu::automatic, expected.a, expected.a, expected.b);
            gpu::matmul(gpu::automatic, expected.b, expected.a, expected.c);
            CHECK(products.is(static_cast<float>(TestType(expected.c(0, 0)))));
        }
    }
}

TEMPLATE_TEST_CASE("a batch at pointers, twice in one graph", "", float, gpu::half) {
    auto const device = the_gpu();
    if (!device) return;
    constexpr std::int64_t n = 16, count = 5;
    gpu::stream const stream(*device);
    gpu::device_vector<TestType> const a(count * n * n, TestType(1), *device);
    gpu::device_vector<TestType> c(count * n * n, TestType(-1), *device);
    std::vector<TestType const*> of_a;
    std::vector<TestType*> of_c;
    for (std::int64_t const i : {4, 0, 1, 3}) { // not 2
        of_a.push_back(a.data() + i * n * n);
        of_c.push_back(c.data() + i * n * n);
    }
    auto const submit = [&] {
        gpu::matrix_pointers<TestType const> const left(of_a.data(), 4, n, n);
        gpu::matrix_pointers<TestType> const out(of_c.data(), 4, n, n);
        gpu::matmul_into(gpu::automatic.on(stream), left, left, out);
    };
    auto const is_right = [&] {
        auto const elements = c.to_host();
        for (std::size_t e = 0; e < elements.size(); ++e)
            if (static_cast<float>(elements[e]) != (e / (n * n) == 2 ? -1.F : 16.F)) return false;
        return true;
    };
    submit();
    stream.synchronize();
    CHECK(is_right());
    captured const graph(stream, submit);
    of_a.assign(4, nullptr); // the call has read them
    gpu::copy(std::vector<TestType>(count * n * n, TestType(-1)), c.begin());
    graph.launch(stream);
    stream.synchronize();
    CHECK(is_right());
}

TEST_CASE("in a graph, sums for an epilogue and partial sums have memory of their own") {
    auto const device = the_gpu();
    if (!device) return;
    constexpr std::int64_t n = 64, k = 4096; // so that register_tile splits k
    gpu::stream const stream(*device);
    gpu::matrix<float> const a(n, k, std::vector<float>(n * k, 1), *device);
    gpu::matrix<float> const b(k, n, std::vector<float>(n * k, 1), *device);
    gpu::matrix<float> c(n, n, *device);
    gpu::device_vector<float> const bias(std::vector<float>(n, -4095), *device);
    auto const submit = [&](auto const& policy) {
        gpu::matmul_into(policy.on(stream), a, b, c, gpu::then(gpu::bias(bias)).then(gpu::relu));
    };
    captured const graph(stream, [&] {
        submit(gpu::automatic);
        submit(gpu::register_tile);
    });
    graph.launch(stream);
    stream.synchronize();
    CHECK(c.to_host() == std::vector<float>(n * n, 1));
}

TEST_CASE("tensor_core and the kernels for vectors are captured") {
    auto const device = the_gpu();
    if (!device || device->name().find("H") == std::string::npos) return;
    gpu::stream const stream(*device);
    chain<float> floats(1024, *device);
    chain<gpu::half> halves(256, *device);
    halves.set(gpu::half(0.0625F));
    gpu::matrix<float> const x(1024, 1, *device);
    gpu::matrix<float> y(1024, 1, *device);
    captured const graph(stream, [&] {
        floats.submit(gpu::tensor_core.on(stream));
        halves.submit(gpu::tensor_core.on(stream));
        gpu::matmul_into(gpu::automatic.on(stream), floats.a, x, y);
    });
    for (int i = 0; i < 3; ++i) graph.launch(stream);
    stream.synchronize();
    CHECK(floats.is(1024 * 1024));
    CHECK(halves.is(256 * 256 / 4096.F));
    CHECK(float(y(5, 0)) == 0);
}

TEST_CASE("graphs that run at once, and calls meanwhile, have memory of their own for parts of k") {
    auto const device = the_gpu();
    if (!device) return;
    constexpr std::int64_t n = 64, k = 1 << 16; // so that k is divided
    gpu::stream const stream(*device), second(*device);
    /// C of a scalar, a matrix of ones and another one
    struct product {
        gpu::matrix<gpu::half> b;
        gpu::matrix<float> c;
        product(float alpha, gpu::device on)
            : b(k, n, std::vector<gpu::half>(n * k, gpu::half(alpha)), on), c(n, n, on) {}
        [[nodiscard]] bool is(float alpha) const {
            return c.to_host() == std::vector<float>(n * n, alpha * k);
        }
    };
    gpu::matrix<gpu::half> const a(n, k, std::vector<gpu::half>(n * k, gpu::half(1)), *device);
    auto const submit = [&](gpu::stream const& to, product& p) {
        for (int i = 0; i < 4; ++i) gpu::matmul_into(gpu::automatic.on(to), a, p.b, p.c);
    };
    for (int round = 0; round < 3; ++round) { // later ones find memory that earlier graphs had
        product ones(1, *device), twos(2, *device), fours(4, *device);
        captured const of_ones(stream, [&] { submit(stream, ones); });
        captured const of_twos(stream, [&] { submit(stream, twos); });
        for (int i = 0; i < 50; ++i) {
            of_ones.launch(stream);
            of_twos.launch(second);
            if (i % 10 == 0) submit(stream, fours);
        }
        stream.synchronize();
        second.synchronize();
        CHECK(ones.is(1));
        CHECK(twos.is(2));
        CHECK(fours.is(4));
    }
}
