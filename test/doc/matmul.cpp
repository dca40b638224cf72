// SPDX-License-Identifier: Apache-2.0
/// The code of the page about products of matrices. A region stands between two lines with its
/// name.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

TEST_CASE("matmul: matrices and products") {
    //! [product]
    gpu::matrix<float> const a(2, 3,
                               {1, 2, 3, //
                                4, 5, 6});
    gpu::matrix<float> const b(3, 2,
                               {1, 0, //
                                0, 1, //
                                1, 1});
    auto const c = gpu::matmul(a, b);
    //! [product]
    CHECK(c.to_host() == std::vector<float>{4, 5, 10, 11});

    //! [gemm]
    gpu::matrix<float> d(2, 2, {1, 1, 1, 1});
    gpu::matmul(2.F, a, b, -1.F, d); // D = 2 * A * B - D
    //! [gemm]
    CHECK(d.to_host() == std::vector<float>{7, 9, 19, 21});
}

TEST_CASE("matmul: views of memory that somebody else owns") {
    //! [views]
    std::vector<double> const x{1, 2, 3, 4, 5, 6};
    std::vector<double> y(4);
    gpu::matrix_view<double const> const a(x.data(), 2, 3); // rows of 3
    // the same memory, as its transpose
    gpu::matrix_view<double const, gpu::column_major> const t(x.data(), 3, 2);
    gpu::matrix_view<double> const c(y.data(), 2, 2);
    gpu::matmul(a, t, c);                            // C = A * A^T
    gpu::matmul(a, gpu::transposed(a), c);           // the same
    gpu::matmul(2.0, a, gpu::transposed(a), 1.0, c); // C = 2 * A * A^T + C
    //! [views]
    CHECK(y == std::vector<double>{42, 96, 96, 231});

    //! [parts]
    std::vector<double> frame(5 * 8);
    gpu::matrix_view<double> const inner(frame.data() + 8 + 1, 2, 2, 8); // lines 8 elements apart
    // nothing between the lines is written
    gpu::matmul(a, t, inner);
    //! [parts]
    CHECK(frame[9] == 14);
    CHECK(frame[11] == 0);
}

TEST_CASE("matmul: products in stream order") {
    //! [into]
    gpu::device const device = gpu::device::preferred();
    gpu::stream const stream(device);
    gpu::matrix<float> const a(64, 64, std::vector<float>(4096, 1.F), device);
    gpu::matrix<float> b(64, 64, device), c(64, 64, device);
    gpu::matmul_into(gpu::automatic.on(stream), a, a, b); // nobody waits for it
    gpu::matmul_into(gpu::automatic.on(stream), a, b, c); // begins when B is complete
    stream.synchronize();
    //! [into]
    CHECK(float(c(5, 6)) == 4096);
}

TEST_CASE("matmul: batches") {
    //! [batch]
    std::vector<float> x(100 * 4 * 8, 1), y(100 * 8 * 2, 1), z(100 * 4 * 2);
    gpu::matrix_batch<float> const a(x.data(), 100, 4, 8); // 100 matrices of 4 by 8
    gpu::matrix_batch<float> const b(y.data(), 100, 8, 2);
    gpu::matrix_batch<float> const c(z.data(), 100, 4, 2);
    gpu::matmul(a, b, c);    // C[i] = A[i] * B[i]
    gpu::matmul(a, b[0], c); // C[i] = A[i] * B[0]

    std::vector<float*> const anywhere{&z[80], &z[0], &z[16]};
    gpu::matrix_pointers<float> const d(anywhere.data(), 3, 4, 2);
    gpu::matmul(a[0], b[0], d);
    //! [batch]
    CHECK(z == std::vector<float>(800, 8));
}

TEST_CASE("matmul: epilogues") {
    //! [epilogue]
    std::vector<float> const x{1, 2, 3, 4}, weights{1, 0, 0, -1}, bias{0.5, 1};
    std::vector<float> y(4);
    gpu::matrix_view<float const> const a(x.data(), 2, 2), b(weights.data(), 2, 2);
    gpu::matrix_view<float> const c(y.data(), 2, 2);
    gpu::matmul(a, b, c, gpu::then(gpu::bias(bias)).then(gpu::relu));

    // sums of int8, scaled to float
    std::vector<std::int8_t> const small{1, 2, 3, 4};
    gpu::matrix_view<std::int8_t const> const d(small.data(), 2, 2);
    std::vector<float> z(4);
    gpu::matmul(gpu::automatic, d, d, gpu::matrix_view<float>(z.data(), 2, 2),
                gpu::then(gpu::scale_columns(bias)));
    //! [epilogue]
    CHECK(y == std::vector<float>{1.5, 0, 3.5, 0});
    CHECK(z == std::vector<float>{3.5, 10, 7.5, 22});
}

TEST_CASE("matmul: strategies") {
    gpu::device const device = gpu::device::simulated();
    gpu::matrix<float> const a(40, 50, std::vector<float>(2000, 0.5F), device);
    gpu::matrix<float> const b(50, 30, std::vector<float>(1500, 2.F), device);
    gpu::report ran;
    //! [strategies]
    auto const p = gpu::matmul(gpu::row_on_x, a, b);
    auto const q = gpu::matmul(gpu::row_on_y, a, b);
    auto const r = gpu::matmul(gpu::shared_tile.block_size(256), a, b); // tiles of 16 by 16
    auto const s = gpu::matmul(gpu::bank_conflict_free, a, b);
    auto const t = gpu::matmul(gpu::register_tile.report_to(ran), a, b);
    //! [strategies]
    for (auto const* c : {&p, &q, &r, &s, &t})
        CHECK(c->to_host() == std::vector<float>(1200, 50.F));
    CHECK(ran.strategy == "register_tile");
}

TEST_CASE("matmul: shapes that do not fit") {
    gpu::matrix<float> const a(2, 3);
    gpu::matrix<float> const b(2, 3);
    gpu::matrix<float> c(2, 3);
    std::string text;
    //! [shapes]
    try {
        gpu::matmul(a, b, c);
    } catch (std::invalid_argument const& e) {
        text = e.what(); // names all three shapes
    }
    //! [shapes]
    CHECK(text.find("2x3") != std::string::npos);

    //! [overlap]
    gpu::matrix<float> m(3, 3);
    try {
        gpu::matmul(m, m, m);
    } catch (std::invalid_argument const& e) {
        text = e.what(); // "...: C overlaps A: elements would be written before they are read"
    }
    //! [overlap]
    CHECK(text.find("C overlaps A") != std::string::npos);
}
