// SPDX-License-Identifier: Apache-2.0
/// register_tile of float on a GPU: exact products of integers, with B at aligned and other
/// addresses, in parts of k and at once.
#include "on_gpu.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

using test::the_gpu;

namespace {

/// Rows and columns in memory of the host or of a GPU.
template <class T>
struct view {
    T* first;
    std::int64_t rows, columns;
    bool column_major = false;
    std::int64_t gap = 0; ///< between lines

    [[nodiscard]] std::int64_t extent(std::size_t r) const { return r == 0 ? rows : columns; }
    [[nodiscard]] std::int64_t stride(std::size_t r) const {
        return (r == 0) == column_major ? 1 : (column_major ? rows : columns) + gap;
    }
    [[nodiscard]] T* data_handle() const { return first; }
};

struct layout {
    bool column_major;
    std::int64_t gap, offset;
};

/// Integers whose sums of products are exact.
std::vector<float> numbers(std::size_t n, std::size_t seed) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i)
        x[i] = static_cast<float>((i * 2654435761U + seed) >> 9 & 7) - 3;
    return x;
}

/// Checks C = 2 * A * B + beta * C, compared with the host.
void check(std::int64_t m, std::int64_t n, std::int64_t k, layout const& of_a, layout const& of_b,
           float beta, gpu::device const& device) {
    auto const size = static_cast<std::size_t>((std::max(m, k) + 8) * (std::max(n, k) + 8));
    std::vector<float> const host_a = numbers(size, 1), host_b = numbers(size, 2),
                             host_c = numbers(size, 3);
    auto const a_at = [&](float const* p) {
        return view<float const>{p + of_a.offset, m, k, of_a.column_major, of_a.gap};
    };
    auto const b_at = [&](float const* p) {
        return view<float const>{p + of_b.offset, k, n, of_b.column_major, of_b.gap};
    };
    std::vector<float> expected = host_c;
    gpu::matmul(2.F, a_at(host_a.data()), b_at(host_b.data()), beta,
                view<float>{expected.data(), m, n});
    gpu::device_vector<float> const a(host_a, device), b(host_b, device);
    auto const check_policy = [&](auto const& policy) {
        gpu::device_vector<float> c(host_c, device);
        gpu::report ran;
        gpu::matmul(policy.on(device).report_to(ran), 2.F, a_at(a.data()), b_at(b.data()), beta,
                    view<float>{c.data(), m, n});
        CAPTURE(m, n, k, of_a.column_major, of_b.column_major, of_b.gap, of_b.offset, beta,
                ran.kernel, ran.grid);
        CHECK(c.to_host() == expected); // also after the last element of C
    };
    check_policy(gpu::register_tile);
    check_policy(gpu::register_tile.block_size(64));
    check_policy(gpu::register_tile.block_size(256));
}

} // namespace

TEST_CASE("register_tile: quad words of B, parts of k, and edges of C", "[matmul]") {
    auto const device = the_gpu();
    if (!device) return;
    struct {
        std::int64_t m, n, k;
    } const shapes[] = {{256, 256, 256},  {384, 384, 384},   {129, 260, 1000}, {130, 516, 70},
                        {70, 65, 33},     {64, 64, 4096},    {1000, 1000, 90}, {1152, 1160, 200},
                        {700, 1028, 333}, {2560, 2560, 250}, {128, 256, 5000}, {3, 4, 17},
                        {128, 130, 1000}, {1184, 834, 704},  {864, 1184, 704}};
    layout const a_layouts[] = {{false, 0, 0}, {true, 1, 1}};
    layout const b_layouts[] = {{false, 0, 0}, {false, 4, 4}, {false, 1, 0},
                                {false, 0, 1}, {false, 0, 2}, {true, 0, 0}};
    for (auto const& [m, n, k] : shapes)
        for (auto const& of_a : a_layouts)
            for (auto const& of_b : b_layouts)
                check(m, n, k, of_a, of_b, of_a.column_major ? 1.F : 0.F, *device);
}
