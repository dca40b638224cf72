// SPDX-License-Identifier: Apache-2.0
/// Memory accesses of matmul's strategies, from the addresses that the lanes of a warp access
/// together. Counts sectors of global memory per request, and bank conflicts in shared memory.
#include "support/recording_context.hpp"

#include <gpualgo/kernel/matmul/register_tile.hpp>
#include <gpualgo/kernel/matmul/row.hpp>
#include <gpualgo/kernel/matmul/shared_tile.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

namespace {

using gpu::memory_space;
using namespace gpu::kernel;
constexpr std::size_t size = 128;

/// A product of matrices, aligned as devices align memory. A has 128 by 128 elements.
template <class Value, class Result = gpu::detail::matmul_accumulator<Value>>
struct product {
    explicit product(bool a_by_columns = false, bool b_by_columns = false, std::size_t n = size)
        : a(size * size + 256), b(size * n + 256),
          c(size * n + 256), problem{{aligned(a), a_by_columns ? 1 : size, a_by_columns ? size : 1},
                                     {aligned(b), b_by_columns ? 1 : n, b_by_columns ? size : 1},
                                     {aligned(c), n, 1},
                                     size,
                                     n,
                                     size,
                                     1,
                                     0} {}

    std::vector<Value> a, b;
    std::vector<Result> c;
    matmul_problem<Value, Result> problem;

private:
    template <class T>
    static T* aligned(std::vector<T>& memory) {
        return reinterpret_cast<T*>((reinterpret_cast<std::uintptr_t>(memory.data()) + 255) / 256 *
                                    256);
    }
};

struct sectors_of_matrices {
    std::size_t a, b, c;
    friend bool operator==(sectors_of_matrices const&, sectors_of_matrices const&) = default;
    friend std::ostream& operator<<(std::ostream& out, sectors_of_matrices const& x) {
        return out << x.a << ", " << x.b << ", " << x.c;
    }
};

template <class Policy, class Value>
sectors_of_matrices sectors_a_request(product<Value> const& p, unsigned threads) {
    using body = matmul<Policy, Policy::spaces[0]>;
    auto const log =
        test::record<body>(p.problem, threads, body::template blocks<Value>(size, size, threads));
    return {test::worst_of(log, p.problem.a.data, false, test::sectors),
            test::worst_of(log, p.problem.b.data, false, test::sectors),
            test::worst_of(log, p.problem.c.data, true, test::sectors)};
}

struct conflicts {
    std::size_t reading, writing;
    friend bool operator==(conflicts const&, conflicts const&) = default;
    friend std::ostream& operator<<(std::ostream& out, conflicts const& x) {
        return out << x.reading << " reading, " << x.writing << " writing";
    }
};

template <class Body, class Arguments>
conflicts conflicts_of(Arguments const& arguments, unsigned threads) {
    conflicts worst{1, 1};
    for (unsigned warp = 0; warp < threads / 32; ++warp) {
        auto const log = test::record<Body>(arguments, threads, 16, warp);
        worst.reading =
            std::max(worst.reading, test::worst_of(log, nullptr, false, test::conflict_degree));
        worst.writing =
            std::max(worst.writing, test::worst_of(log, nullptr, true, test::conflict_degree));
    }
    return worst;
}

template <class Policy, class Value>
conflicts conflicts_of_tiles(unsigned threads, bool a_by_columns = false,
                             bool b_by_columns = false) {
    return conflicts_of<matmul<Policy, memory_space::shared>>(
        product<Value>(a_by_columns, b_by_columns).problem, threads);
}

/// The worst conflicts over all four pairs of layouts.
/// @param n columns of C
template <class Tile, class Value>
conflicts conflicts_of_register_tiles(std::size_t n = size) {
    conflicts worst{1, 1};
    for (bool const a_by_columns : {false, true})
        for (bool const b_by_columns : {false, true}) {
            product<Value> const p(a_by_columns, b_by_columns, n);
            using arguments =
                register_tile_arguments<Value, gpu::detail::matmul_accumulator<Value>>;
            auto const found =
                conflicts_of<Tile>(arguments{p.problem, 1, size, nullptr}, Tile::threads);
            worst = {std::max(worst.reading, found.reading),
                     std::max(worst.writing, found.writing)};
        }
    return worst;
}

} // namespace

TEST_CASE(
    "row_on_x: a warp reads A in 32 sectors, B in 1, and writes C in 32; row_on_y: 1, 4 and 4") {
    product<float> const p;
    for (unsigned const threads : {32u, 256u, 1024u}) {
        CHECK(sectors_a_request<gpu::policy::row_on_x>(p, threads) ==
              sectors_of_matrices{32, 1, 32});
        CHECK(sectors_a_request<gpu::policy::row_on_y>(p, threads) == sectors_of_matrices{1, 4, 4});
    }
    CHECK(sectors_a_request<gpu::policy::row_on_y>(product<double>(), 256) ==
          sectors_of_matrices{1, 8, 8});
    // Column-major matrices reverse the effect.
    CHECK(sectors_a_request<gpu::policy::row_on_x>(product<float>(true, true), 256) ==
          sectors_of_matrices{4, 1, 32});
    CHECK(sectors_a_request<gpu::policy::row_on_y>(product<float>(true, true), 256) ==
          sectors_of_matrices{1, 32, 4});
}

TEST_CASE("tiles in shared memory are filled by coalesced requests, in any layout") {
    for (bool const by_columns : {false, true}) {
        product<float> const p(by_columns, by_columns);
        auto const of = sectors_a_request<gpu::policy::shared_tile>(p, 1024);
        CHECK(of.a == 4);
        CHECK(of.b == 4);
    }
}

TEST_CASE("shared_tile: a warp reads a column of A's tile, all in one bank") {
    CHECK(conflicts_of_tiles<gpu::policy::shared_tile, float>(1024) == conflicts{32, 1});
    CHECK(conflicts_of_tiles<gpu::policy::shared_tile, std::int32_t>(1024) == conflicts{32, 1});
    // conflicts within half warps, or between fewer words
    CHECK(conflicts_of_tiles<gpu::policy::shared_tile, double>(1024) == conflicts{16, 1});
    CHECK(conflicts_of_tiles<gpu::policy::shared_tile, gpu::half>(1024) == conflicts{16, 1});
    CHECK(conflicts_of_tiles<gpu::policy::shared_tile, std::int8_t>(1024) == conflicts{8, 1});
    CHECK(conflicts_of_tiles<gpu::policy::shared_tile, float>(1024, true).writing == 32);
}

TEMPLATE_TEST_CASE("bank_conflict_free: no conflicts, for elements of 1 to 8 bytes and any layout",
                   "", std::int8_t, gpu::half, float, std::int32_t, double) {
    using policy = gpu::policy::bank_conflict_free;
    for (bool const a_by_columns : {false, true})
        for (bool const b_by_columns : {false, true}) {
            CAPTURE(a_by_columns, b_by_columns);
            CHECK(conflicts_of_tiles<policy, TestType>(1024, a_by_columns, b_by_columns) ==
                  conflicts{1, 1});
            for (unsigned const threads : {64u, 256u}) {
                // otherwise warps that span several columns transpose small tiles
                bool const by_rows = !a_by_columns && !b_by_columns;
                auto const found =
                    conflicts_of_tiles<policy, TestType>(threads, a_by_columns, b_by_columns);
                CHECK(found.reading == 1);
                CHECK(found.writing <= (by_rows ? 1 : 2));
            }
        }
}

TEST_CASE(
    "register_tile: no conflicts, except 2-way ones when 16-bit and 8-bit elements are written") {
    using large = matmul_register_tile<128, 128>;
    using small = matmul_register_tile<64, 64>;
    using wide = matmul_register_tile<128, 256>;
    CHECK(std::same_as<large_register_tile<float>, wide>);
    CHECK(std::same_as<large_register_tile<double>, large>);
    CHECK(conflicts_of_register_tiles<wide, float>(128) == conflicts{1, 1}); // half of it is in C
    CHECK(conflicts_of_register_tiles<wide, float>(256) == conflicts{1, 1});
    CHECK(conflicts_of_register_tiles<small, float>() == conflicts{1, 1});
    CHECK(conflicts_of_register_tiles<large, double>() == conflicts{1, 1});
    CHECK(conflicts_of_register_tiles<small, double>() == conflicts{1, 1});
    CHECK(conflicts_of_register_tiles<large, std::int32_t>() == conflicts{1, 1});
    CHECK(conflicts_of_register_tiles<large, gpu::half>() == conflicts{1, 2});
    CHECK(conflicts_of_register_tiles<small, gpu::bfloat16>() == conflicts{1, 2});
    CHECK(conflicts_of_register_tiles<large, std::int8_t>() == conflicts{1, 2});
}

TEST_CASE("register_tile: whole tiles of C are written 16 bytes at a time") {
    auto const stores = []<class Tile>(Tile, std::size_t n, std::size_t offset) {
        product<float> p(false, false, n);
        p.problem.c.data += offset;
        auto const log = test::record<Tile>(
            register_tile_arguments<float, float>{p.problem, 1, size, nullptr}, Tile::threads, 2);
        std::size_t count = 0;
        for (auto const& [kind, request] : log)
            count += std::get<0>(kind) == p.problem.c.data && std::get<2>(kind) == 16;
        return count;
    };
    CHECK(stores(matmul_register_tile<128, 256>(), 256, 0) == 8 * 16 / 4);
    CHECK(stores(matmul_register_tile<64, 64>(), size, 0) == 8 * 8 / 4);
    CHECK(stores(matmul_register_tile<64, 64>(), size, 1) == 0);
    CHECK(stores(matmul_register_tile<64, 64>(), size + 1, 0) == 0); // rows begin anywhere
}

TEST_CASE("register_tile: no two elements of a tile share a place") {
    auto const check_places = []<class Tile>(Tile, unsigned width, unsigned depth) {
        std::vector<bool> taken(Tile::pitch * depth);
        for (unsigned k = 0; k < depth; ++k)
            for (unsigned i = 0; i < width; ++i) {
                unsigned const at = k * Tile::pitch + (i ^ Tile::swizzle(k));
                REQUIRE(at < taken.size());
                REQUIRE(!taken[at]);
                taken[at] = true;
            }
    };
    auto const check = [&]<class T, unsigned Width, unsigned Depth, unsigned Items>(
                           swizzled_tile<T, Width, Depth, Items> tile) {
        check_places(tile, Width, Depth);
        REQUIRE(tile.at(Depth - 1, 1) == (Depth - 1) * tile.pitch + (1 ^ tile.swizzle(Depth - 1)));
    };
    check_places(padded_tile<64>(), 64, 16);
    check_places(padded_tile<128>(), 128, 16);
    check_places(padded_tile<256>(), 256, 16);
    check(swizzled_tile<float, 128, 16, 4>());
    check(swizzled_tile<float, 64, 8, 4>());
    check(swizzled_tile<float, 64, 8, 8>());
    check(swizzled_tile<double, 128, 8, 2>());
    check(swizzled_tile<double, 64, 4, 2>());
}
