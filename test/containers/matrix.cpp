// SPDX-License-Identifier: Apache-2.0
/// Matrices and matrix views: shapes, layouts, submatrices, copies, and their use in matmul.
#include <gpualgo/fill.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using gpu::column_major;
using gpu::device;
using gpu::matrix;
using gpu::matrix_view;
using gpu::row_major;

/// Elements of a view, row by row.
template <class View>
std::vector<std::remove_cv_t<typename View::element_type>> elements_of(View const& view) {
    std::vector<std::remove_cv_t<typename View::element_type>> all;
    for (std::int64_t i = 0; i < view.extent(0); ++i)
        for (std::int64_t j = 0; j < view.extent(1); ++j)
            all.push_back(view.data_handle()[i * view.stride(0) + j * view.stride(1)]);
    return all;
}

/// Has only the members that matmul requires, which are std::mdspan's.
struct least_matrix {
    double* data;
    std::array<std::size_t, 2> extents, strides;
    [[nodiscard]] std::size_t extent(std::size_t r) const { return extents[r]; }
    [[nodiscard]] std::size_t stride(std::size_t r) const { return strides[r]; }
    [[nodiscard]] double* data_handle() const { return data; }
};

} // namespace

TEST_CASE("a view gives the positions of its elements, in either layout") {
    std::vector<int> x{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    matrix_view const rows(x.data(), 3, 4);
    CHECK((rows.rows() == 3 && rows.columns() == 4 && rows.leading_dimension() == 4));
    CHECK((rows.extent(0) == 3 && rows.extent(1) == 4 && rows.stride(0) == 4 &&
           rows.stride(1) == 1 && rows.rank() == 2));
    CHECK(elements_of(rows) == x);
    matrix_view<int, column_major> const columns(x.data(), 4, 3);
    CHECK((columns.leading_dimension() == 4 && columns.stride(0) == 1 && columns.stride(1) == 4));
    CHECK(elements_of(columns) == std::vector<int>{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11});
    CHECK(elements_of(matrix_view(x.data(), 3, 2, 4)) == std::vector<int>{0, 1, 4, 5, 8, 9});
    matrix_view<int const> const constant = rows;
    CHECK(elements_of(constant) == x);
    static_assert(!std::is_convertible_v<matrix_view<int const>, matrix_view<int>>);
    CHECK((matrix_view<int>().rows() == 0 && matrix_view<int>().data_handle() == nullptr));
}

TEST_CASE("transposing costs nothing and undoes itself") {
    std::vector<int> x{0, 1, 2, 3, 4, 5};
    matrix_view const view(x.data(), 2, 2, 3);
    auto const turned = transposed(view);
    static_assert(std::is_same_v<decltype(turned), matrix_view<int, column_major> const>);
    CHECK(elements_of(turned) == std::vector<int>{0, 3, 1, 4});
    CHECK(turned.data_handle() == x.data());
    CHECK(elements_of(transposed(turned)) == elements_of(view));
}

TEST_CASE("submatrices refer to the elements of the view") {
    std::vector<int> x{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    matrix_view const view(x.data(), 3, 4);
    CHECK(elements_of(view.submatrix(1, 1, 2, 2)) == std::vector<int>{5, 6, 9, 10});
    CHECK(elements_of(transposed(view).submatrix(1, 1, 2, 2)) == std::vector<int>{5, 9, 6, 10});
    CHECK(elements_of(view.submatrix(0, 0, 3, 4)) == x);
    CHECK(elements_of(view.submatrix(3, 4, 0, 0)).empty());
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    for (auto const& [row, column, rows, columns] : {std::array<std::int64_t, 4>{0, 0, 4, 1},
                                                     {0, 0, 1, 5},
                                                     {3, 0, 1, 1},
                                                     {0, 4, 1, 1},
                                                     {-1, 0, 1, 1},
                                                     {0, -1, 1, 1},
                                                     {0, 0, -1, 1},
                                                     {0, 0, 1, -1},
                                                     {huge, 0, huge, 1},
                                                     {0, huge, 1, huge}})
        CHECK_THROWS_AS(view.submatrix(row, column, rows, columns), std::out_of_range);
    CHECK_THROWS_WITH(view.submatrix(2, 2, 2, 1),
                      Catch::Matchers::Contains("a matrix of 3x4 has no part of 2x1 at (2, 2)"));
}

TEST_CASE("a matrix holds the given values on the given device") {
    for (auto const where : gpu::devices()) {
        matrix<float> m(2, 3, {1, 2, 3, 4, 5, 6}, where);
        CHECK(m.device() == where);
        CHECK((m.rows() == 2 && m.columns() == 3 && m.extent(0) == 2 && m.extent(1) == 3 &&
               m.stride(0) == 3 && m.stride(1) == 1));
        CHECK(m.to_host() == std::vector<float>{1, 2, 3, 4, 5, 6});
        CHECK(m(1, 0) == 4.0F);
        m(1, 0) = 7;
        CHECK(std::as_const(m)(1, 0) == 7.0F);
        matrix<float, column_major> const columns(2, 3, std::vector<float>{1, 2, 3, 4, 5, 6},
                                                  where);
        CHECK(columns(1, 0) == 2.0F);
        CHECK(
            (columns.stride(0) == 1 && columns.stride(1) == 2 && columns.leading_dimension() == 2));
        CHECK(matrix<double>(2, 2, where).to_host() == std::vector<double>(4));
        CHECK(matrix<int>(2, 2, gpu::uninitialized, where).to_host().size() == 4);
        CHECK(matrix<int>(0, 5, where).data_handle() == nullptr);
        // values are converted
        CHECK(matrix<int>(1, 2, std::vector<short>{3, 4}, where).to_host() ==
              std::vector<int>{3, 4});
        CHECK(matrix<float>(2, 3, gpu::device_vector<float>({1, 2, 3, 4, 5, 6}, where),
                            device::host())
                  .to_host()[5] == 6);
    }
    CHECK(matrix<int>(1, 1).device() == device::preferred());
}

TEST_CASE("matrices are copied, moved and copied to other devices as values are") {
    matrix<int> m(2, 2, {1, 2, 3, 4}, device::simulated());
    matrix<int> copy = m;
    copy(0, 0) = 9;
    CHECK((m(0, 0) == 1 && copy.device() == device::simulated()));
    matrix<int> const there(m, device::host());
    CHECK((there.device() == device::host() && there.to_host() == m.to_host()));
    int const* const elements = m.data_handle();
    matrix<int> moved = std::move(m);
    CHECK((moved.data_handle() == elements && moved.rows() == 2));
    CHECK((m.rows() == 0 && m.columns() == 0 &&
           m.data_handle() == nullptr)); // NOLINT(bugprone-use-after-move): m is left empty
    copy = std::move(moved);
    CHECK((copy.data_handle() == elements && copy.columns() == 2));
    moved = copy;
    CHECK(moved.to_host() == std::vector<int>{1, 2, 3, 4});
}

TEST_CASE("matrices refuse impossible sizes") {
    CHECK_THROWS_AS(matrix<int>(-1, 2), std::invalid_argument);
    CHECK_THROWS_AS(matrix<int>(2, -1, gpu::uninitialized), std::invalid_argument);
    CHECK_THROWS_AS(matrix<int>(std::int64_t{1} << 40, std::int64_t{1} << 40), std::length_error);
    CHECK_THROWS_AS(matrix<int>(2, 2, {1, 2, 3}), std::invalid_argument);
    CHECK_THROWS_WITH(matrix<int>(2, 2, std::vector<int>(5)),
                      Catch::Matchers::Contains("5 values were given for a matrix of 2x2"));
}

TEST_CASE(
    "matmul takes matrices, views and types with the interface of std::mdspan, in any mixture") {
    std::vector<double> x{1, 2, 3, 4}, y(4);
    matrix<double> const a(2, 2, x, device::host());
    least_matrix const b{x.data(), {2, 2}, {1, 2}}; // column-major
    gpu::matmul(a, b, matrix_view(y.data(), 2, 2));
    CHECK(y == std::vector<double>{5, 11, 11, 25});
    least_matrix const c{y.data(), {2, 2}, {2, 1}};
    gpu::matmul(1, transposed(a), a.view(), 1, c);
    CHECK(y == std::vector<double>{15, 25, 25, 45});
}

TEST_CASE("a product without C is a matrix of the result type on the device of A") {
    for (auto const where : gpu::devices()) {
        matrix<std::int8_t> const a(1, 2, {100, 100}, where);
        matrix<std::int8_t, column_major> const b(2, 1, {100, 27}, where);
        auto const c = gpu::matmul(a, b);
        static_assert(std::is_same_v<decltype(c), matrix<std::int32_t> const>);
        CHECK((c.device() == where && c.rows() == 1 && c.columns() == 1 && c(0, 0) == 12'700));
        matrix<gpu::half> const h(1, 1, std::vector<gpu::half>{gpu::half(3)}, where);
        static_assert(std::is_same_v<decltype(gpu::matmul(h, h)), matrix<gpu::half>>);
        CHECK(static_cast<float>(gpu::matmul(gpu::row_on_y, h, h).to_host()[0]) == 9);
    }
    std::vector<float> x{2};
    gpu::report report;
    auto const c =
        gpu::matmul(gpu::row_on_x.on(device::simulated()).report_to(report),
                    matrix_view(x.data(), 1, 1), matrix_view<float const>(x.data(), 1, 1));
    // host memory, but a kernel of the device
    CHECK((c.device() == device::host() && c(0, 0) == 4 && report.device == device::simulated()));
}

TEST_CASE("matrices of the host stay there without a policy; named strategies run on the preferred "
          "device") {
    std::vector<float> x(9, 1), y(9);
    matrix_view const a(x.data(), 3, 3);
    matrix_view const c(y.data(), 3, 3);
    gpu::report report;
    gpu::matmul(gpu::automatic.report_to(report), a, a, c);
    CHECK((report.device == device::host() && report.strategy == "automatic"));
    gpu::matmul(gpu::shared_tile.report_to(report), a, a, c);
    CHECK((report.device == device::preferred() && report.strategy == "shared_tile"));
    if (device::preferred() == device::host())
        CHECK(report.fallback.find("the host has no shared_tile kernel") != std::string::npos);
    CHECK(report.bytes == 2 * 9 * sizeof(float));
    CHECK(y == std::vector<float>(9, 3));
}

TEST_CASE("the elements of a matrix are a range on its device") {
    for (auto const where : {device::host(), device::simulated()}) {
        matrix<int> m(2, 3, {1, 2, 3, 4, 5, 6}, where);
        gpu::report report;
        CHECK(gpu::reduce(gpu::automatic.report_to(report), m.elements()) == 21);
        CHECK(report.device == where);
        gpu::fill(m.elements().begin() + 3, m.elements().end(), 7); // the second row
        CHECK(m.to_host() == std::vector<int>{1, 2, 3, 7, 7, 7});
        CHECK(*gpu::min_element(std::as_const(m).elements()) == 1);
    }
}
