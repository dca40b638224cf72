// SPDX-License-Identifier: Apache-2.0
/// Matrix products on a GPU: in stream order, from many threads, and of matrices at the end of an
/// allocation. Without a GPU, checks that calls say so.
#include "on_gpu.hpp"

#include "support/matmul_reference.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <vector>

using test::the_gpu;

namespace {

/// A matrix on a GPU that ends at the end of an allocation. Gaps between rows or columns hold NaN
/// or a pattern.
template <class T>
class matrix_at_end {
public:
    matrix_at_end(std::int64_t rows, std::int64_t columns, bool column_major, std::int64_t gap)
        : rows_(rows), columns_(columns), column_major_(column_major),
          leading_dimension_((column_major ? rows : columns) + gap) {
        std::int64_t const lines = column_major ? columns : rows;
        auto const size = static_cast<std::size_t>((lines - 1) * leading_dimension_ +
                                                   (column_major ? rows : columns));
        host_.assign(size, test::canary<T>());
        std::size_t const granularity = std::size_t{2} << 20;
        std::size_t const whole_bytes =
            (size * sizeof(T) + granularity - 1) / granularity * granularity;
        REQUIRE(cudaMalloc(&block_, whole_bytes) == cudaSuccess);
        first_ =
            reinterpret_cast<T*>(static_cast<std::byte*>(block_) + whole_bytes - size * sizeof(T));
        upload();
    }
    matrix_at_end(matrix_at_end const&) = delete;
    matrix_at_end& operator=(matrix_at_end const&) = delete;
    ~matrix_at_end() { (void)cudaFree(block_); }

    [[nodiscard]] std::int64_t extent(std::size_t r) const { return r == 0 ? rows_ : columns_; }
    [[nodiscard]] std::int64_t stride(std::size_t r) const {
        return (r == 0) == column_major_ ? 1 : leading_dimension_;
    }
    [[nodiscard]] T* data_handle() const { return first_; }

    /// Sets all elements to a value.
    void fill(T value) {
        set_host(value);
        upload();
    }
    /// Whether all elements on the GPU equal a value, and the gaps are untouched.
    [[nodiscard]] bool holds(T value) {
        set_host(value);
        std::vector<T> seen(host_.size());
        REQUIRE(cudaMemcpy(seen.data(), first_, seen.size() * sizeof(T), cudaMemcpyDefault) ==
                cudaSuccess);
        return std::equal(seen.begin(), seen.end(), host_.begin(), test::same_bits<T>);
    }

private:
    void set_host(T value) {
        for (std::int64_t i = 0; i < rows_; ++i)
            for (std::int64_t j = 0; j < columns_; ++j)
                host_[static_cast<std::size_t>(i * stride(0) + j * stride(1))] = value;
    }
    void upload() {
        REQUIRE(cudaMemcpy(first_, host_.data(), host_.size() * sizeof(T), cudaMemcpyDefault) ==
                cudaSuccess);
    }

    std::int64_t rows_, columns_;
    bool column_major_;
    std::int64_t leading_dimension_;
    std::vector<T> host_;
    void* block_ = nullptr;
    T* first_ = nullptr;
};

/// Elements that depend on the seed and whose sums are exact.
std::vector<float> numbers(std::size_t n, std::size_t seed) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>((i * 7 + seed * 13) % 9) - 4;
    return x;
}

/// A view of a matrix in memory of a GPU.
template <class T>
struct strided_view {
    T* first;
    std::int64_t rows, columns;
    bool column_major;
    std::int64_t gap; ///< between its lines

    [[nodiscard]] std::int64_t extent(std::size_t r) const { return r == 0 ? rows : columns; }
    [[nodiscard]] std::int64_t stride(std::size_t r) const {
        return (r == 0) == column_major ? 1 : (column_major ? rows : columns) + gap;
    }
    [[nodiscard]] T* data_handle() const { return first; }
};

/// Whether the GPU is of compute capability 9.0.
bool is_hopper(gpu::device const& device) {
    int major = 0, minor = 0;
    auto const ordinal = static_cast<int>(device.ordinal());
    (void)cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, ordinal);
    (void)cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, ordinal);
    return major == 9 && minor == 0;
}

/// Reads matrices without waiting for any pending work.
class reader {
public:
    reader() {
        if (cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking) != cudaSuccess)
            throw std::runtime_error("no stream");
    }
    reader(reader const&) = delete;
    reader& operator=(reader const&) = delete;
    ~reader() { (void)cudaStreamDestroy(stream_); }

    [[nodiscard]] std::vector<float> read(gpu::matrix<float> const& matrix) const {
        std::vector<float> seen(static_cast<std::size_t>(matrix.rows() * matrix.columns()));
        if (cudaMemcpyAsync(seen.data(), matrix.data_handle(), seen.size() * sizeof(float),
                            cudaMemcpyDefault, stream_) != cudaSuccess ||
            cudaStreamSynchronize(stream_) != cudaSuccess)
            throw std::runtime_error("no copy");
        return seen;
    }

private:
    cudaStream_t stream_{};
};

/// Work that keeps the GPU busy for some milliseconds.
class delay {
public:
    delay() { REQUIRE(cudaMalloc(&block_, bytes) == cudaSuccess); }
    delay(delay const&) = delete;
    delay& operator=(delay const&) = delete;
    ~delay() { (void)cudaFree(block_); }
    void give_to(cudaStream_t stream) const {
        for (int i = 0; i < 40; ++i)
            REQUIRE(cudaMemsetAsync(block_, i, bytes, stream) == cudaSuccess);
    }

private:
    static constexpr std::size_t bytes = std::size_t{1} << 30;
    void* block_ = nullptr;
};

} // namespace

TEST_CASE("a product runs after earlier work on its stream, and is complete when the call returns",
          "[matmul]") {
    auto const device = the_gpu();
    if (!device) return;
    constexpr std::int64_t n = 256;
    gpu::matrix<float> const b(n, n, numbers(n * n, 1), *device);
    gpu::matrix<float> a(n, n, *device);
    gpu::matrix<float> c(n, n, *device);
    delay const late;
    reader const now;
    // the first product of the process may have used another stream
    for (std::size_t round = 0; round < 6; ++round) {
        gpu::stream const stream(*device);
        auto* const native = static_cast<cudaStream_t>(stream.native_handle());
        gpu::matrix<float> const new_a(n, n, numbers(n * n, round + 2), *device);
        gpu::matrix<float> expected(n, n, *device);
        gpu::matmul(gpu::register_tile, new_a, b, expected);

        late.give_to(native);
        REQUIRE(cudaMemcpyAsync(a.data_handle(), new_a.data_handle(), n * n * sizeof(float),
                                cudaMemcpyDefault, native) == cudaSuccess);
        gpu::report ran;
        gpu::matmul(gpu::automatic.on(stream).report_to(ran), a, b, c);
        CHECK(cudaStreamQuery(native) == cudaSuccess);
        INFO("round " << round << ", by " << ran.kernel);
        CHECK(now.read(c) == expected.to_host());
    }
}

TEST_CASE("threads multiply concurrently, each on another stream", "[matmul]") {
    auto const device = the_gpu();
    if (!device) return;
    std::vector<std::int64_t> const sizes{64, 96, 200, 512, 1024};
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            gpu::stream const stream(*device);
            std::int64_t const n = sizes[t], k = sizes[t + 1];
            auto const count = static_cast<std::size_t>(n * k);
            gpu::matrix<float> const a(n, k, numbers(count, t), *device);
            gpu::matrix<float> const b(k, n, numbers(count, t + 9), *device);
            gpu::matrix<float> expected(n, n, *device);
            gpu::matmul(gpu::register_tile.on(stream), a, b, expected);
            auto const right = expected.to_host();
            gpu::matrix<float> c(n, n, *device);
            reader const now;
            for (int i = 0; i < 200; ++i) {
                gpu::matmul(gpu::automatic.on(stream), a, b, c);
                wrong += now.read(c) != right;
            }
        });
    for (auto& thread : threads) thread.join();
    CHECK(wrong == 0);
}

TEST_CASE("products still work after the stream of the first one was destroyed", "[matmul]") {
    auto const device = the_gpu();
    if (!device) return;
    constexpr std::int64_t n = 128;
    gpu::matrix<double> a(n, n, *device), b(n, n, *device), c(n, n, *device);
    for (int i = 0; i < 20; ++i) {
        gpu::stream const stream(*device);
        CHECK_NOTHROW(gpu::matmul(gpu::automatic.on(stream), a, b, c));
    }
    CHECK_NOTHROW(gpu::matmul(gpu::automatic, a, b, c));
}

TEMPLATE_TEST_CASE("matrices at the end of an allocation, with gaps and without", "[matmul]",
                   (test::product<double, double>), (test::product<float, float>),
                   (test::product<gpu::half, gpu::half>), (test::product<gpu::half, float>),
                   (test::product<gpu::bfloat16, gpu::bfloat16>),
                   (test::product<gpu::bfloat16, float>),
                   (test::product<std::int8_t, std::int32_t>),
                   (test::product<std::int32_t, std::int32_t>)) {
    auto const device = the_gpu();
    if (!device) return;
    using value = typename TestType::value;
    using result = typename TestType::result;
    struct shape {
        std::int64_t m, n, k;
    };
    for (auto const [m, n, k] : {shape{64, 1, 257},
                                 {1, 64, 257},
                                 {64, 64, 1},
                                 {1, 1, 257},
                                 {63, 65, 257},
                                 {64, 64, 64},
                                 {1, 1, 1}})
        for (std::int64_t const gap : {0, 1, 3})
            for (unsigned layouts = 0; layouts < 8; ++layouts) {
                matrix_at_end<value> a(m, k, (layouts & 1) != 0, gap);
                matrix_at_end<value> b(k, n, (layouts & 2) != 0, gap);
                matrix_at_end<result> c(m, n, (layouts & 4) != 0, gap);
                a.fill(static_cast<value>(1));
                b.fill(static_cast<value>(2));
                for (int run = 0; run < 2; ++run) {
                    gpu::report ran;
                    gpu::matmul(gpu::automatic.report_to(ran), a, b, c);
                    INFO(m << " x " << n << " x " << k << ", gap " << gap << ", layouts " << layouts
                           << ", by " << ran.kernel << " " << ran.fallback);
                    CHECK(c.holds(static_cast<result>(static_cast<float>(2 * k))));
                }
            }
}

TEMPLATE_TEST_CASE("small products by automatic are those of register_tile, for every layout",
                   "[matmul]", float, double) {
    auto const device = the_gpu();
    if (!device) return;
    auto const values = numbers(1 << 21, 1);
    gpu::device_vector<TestType> const memory(std::vector<TestType>(values.begin(), values.end()),
                                              *device);
    struct shape {
        std::int64_t m, n, k;
    };
    std::size_t small_tiles = 0;
    for (auto const [m, n, k] : {shape{16, 16, 16},
                                 {33, 77, 55},
                                 {100, 100, 100},
                                 {160, 160, 512},
                                 {255, 255, 255},
                                 {256, 256, 256},
                                 {320, 320, 320},
                                 {512, 512, 512}})
        for (unsigned layouts = 0; layouts < 8; ++layouts)
            for (std::int64_t const offset : {0, 1}) {
                std::int64_t const gap = 3 * offset;
                auto const* const first = memory.data() + offset;
                strided_view<TestType const> const a{first, m, k, (layouts & 1) != 0, gap};
                strided_view<TestType const> const b{first + 77 * 16, k, n, (layouts & 2) != 0,
                                                     gap};
                auto const size = static_cast<std::size_t>((m + gap) * (n + gap) + offset);
                gpu::device_vector<TestType> c(size, TestType(-1), *device), expected = c;
                auto const view = [&](gpu::device_vector<TestType>& of) {
                    return strided_view<TestType>{of.data() + offset, m, n, (layouts & 4) != 0,
                                                  gap};
                };
                gpu::report ran;
                gpu::matmul(gpu::automatic.report_to(ran), TestType(2), a, b, TestType(offset),
                            view(c));
                gpu::matmul(gpu::register_tile, TestType(2), a, b, TestType(offset),
                            view(expected));
                INFO(m << " x " << n << " x " << k << ", offset " << offset << ", layouts "
                       << layouts << ", by " << ran.kernel);
                CHECK(c == expected); // the gaps, too
                small_tiles += ran.kernel.starts_with("matmul_small_tile");
            }
    if (is_hopper(*device)) CHECK(small_tiles >= 64); // the first four shapes, whatever the layout
}
