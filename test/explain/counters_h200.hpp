// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counters that Nsight Compute read on an H200, as sums over a launch. Written by
/// bench/counters.py from bench/results/counters_h200.json.
///
/// Ranges have 2^20 int32, of which selections take every other one. Blocks of reductions have 512
/// threads. Matrices are 512 by 512 floats, if an algorithm does not name other sizes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace test {

// clang-format off

/// The counters, in the order of their values in a row.
inline constexpr std::array<std::string_view, 9> counter_names{
    "global load requests",
    "global load sectors",
    "global store requests",
    "global store sectors",
    "shared loads",
    "shared load wavefronts",
    "shared stores",
    "shared store conflicts",
    "divergent branches",
};

/// One launch.
struct counter_row {
    std::string_view algorithm;
    std::string_view policy;
    std::string_view space;
    std::string_view kernel;
    std::uint32_t grid;
    std::uint32_t block;
    std::array<std::uint64_t, 9> values;
};

inline constexpr counter_row counters_h200[] = {
    {"reduce", "neighbored", "shared", "reduce<neighbored, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 391168, 393696, 227328, 0, 194560}},
    {"reduce", "neighbored", "shared", "reduce<neighbored, shared>", 1, 512,
     {64, 256, 1, 1, 191, 191, 111, 0, 95}},
    {"reduce", "neighbored", "global", "reduce<neighbored, global>", 2048, 512,
     {423936, 1177600, 229376, 655360, 0, 0, 0, 0, 194560}},
    {"reduce", "neighbored", "global", "reduce<neighbored, global>", 1, 512,
     {255, 767, 112, 320, 0, 0, 0, 0, 95}},
    {"reduce", "neighbored_less", "shared", "reduce<neighbored_less, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 83968, 394951, 73728, 153600, 10240}},
    {"reduce", "neighbored_less", "shared", "reduce<neighbored_less, shared>", 1, 512,
     {64, 256, 1, 1, 41, 191, 36, 75, 5}},
    {"reduce", "neighbored_less", "global", "reduce<neighbored_less, global>", 2048, 512,
     {116736, 1177600, 75776, 655360, 0, 0, 0, 0, 10240}},
    {"reduce", "neighbored_less", "global", "reduce<neighbored_less, global>", 1, 512,
     {105, 767, 37, 320, 0, 0, 0, 0, 5}},
    {"reduce", "interleaved", "shared", "reduce<interleaved, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 83968, 85264, 73728, 0, 10240}},
    {"reduce", "interleaved", "shared", "reduce<interleaved, shared>", 1, 512,
     {64, 256, 1, 1, 41, 41, 36, 0, 5}},
    {"reduce", "interleaved", "global", "reduce<interleaved, global>", 2048, 512,
     {116736, 403456, 75776, 268288, 0, 0, 0, 0, 10240}},
    {"reduce", "interleaved", "global", "reduce<interleaved, global>", 1, 512,
     {105, 389, 37, 131, 0, 0, 0, 0, 5}},
    {"reduce", "bank_conflict_free", "shared", "reduce<bank_conflict_free, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 83968, 85364, 73728, 0, 10240}},
    {"reduce", "bank_conflict_free", "shared", "reduce<bank_conflict_free, shared>", 1, 512,
     {64, 256, 1, 1, 41, 41, 36, 0, 5}},
    {"reduce", "cg_tile<1>", "registers", "reduce<cg_tile<1>, registers>", 2048, 512,
     {32768, 131072, 2048, 2048, 335872, 337772, 32768, 0, 2048}},
    {"reduce", "cg_tile<1>", "registers", "reduce<cg_tile<1>, registers>", 1, 512,
     {64, 256, 1, 1, 164, 164, 16, 0, 1}},
    {"reduce", "cg_tile<1>", "shared", "reduce<cg_tile<1>, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 436224, 378761, 67584, 17067, 2048}},
    {"reduce", "cg_tile<1>", "shared", "reduce<cg_tile<1>, shared>", 1, 512,
     {64, 256, 1, 1, 213, 181, 33, 9, 1}},
    {"reduce", "cg_tile<2>", "registers", "reduce<cg_tile<2>, registers>", 2048, 512,
     {32768, 131072, 2048, 2048, 262144, 271381, 32768, 9123, 2048}},
    {"reduce", "cg_tile<2>", "registers", "reduce<cg_tile<2>, registers>", 1, 512,
     {64, 256, 1, 1, 128, 128, 16, 4, 1}},
    {"reduce", "cg_tile<2>", "shared", "reduce<cg_tile<2>, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 366592, 376392, 69632, 30839, 2048}},
    {"reduce", "cg_tile<2>", "shared", "reduce<cg_tile<2>, shared>", 1, 512,
     {64, 256, 1, 1, 179, 179, 34, 16, 1}},
    {"reduce", "cg_tile<4>", "registers", "reduce<cg_tile<4>, registers>", 2048, 512,
     {32768, 131072, 2048, 2048, 65536, 69417, 32768, 4167, 2048}},
    {"reduce", "cg_tile<4>", "registers", "reduce<cg_tile<4>, registers>", 1, 512,
     {64, 256, 1, 1, 32, 32, 16, 0, 1}},
    {"reduce", "cg_tile<4>", "shared", "reduce<cg_tile<4>, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 239616, 244356, 104448, 46561, 2048}},
    {"reduce", "cg_tile<4>", "shared", "reduce<cg_tile<4>, shared>", 1, 512,
     {64, 256, 1, 1, 117, 117, 51, 23, 1}},
    {"reduce", "cg_tile<8>", "registers", "reduce<cg_tile<8>, registers>", 2048, 512,
     {32768, 131072, 2048, 2048, 16384, 17253, 32768, 3076, 2048}},
    {"reduce", "cg_tile<8>", "registers", "reduce<cg_tile<8>, registers>", 1, 512,
     {64, 256, 1, 1, 8, 8, 16, 0, 1}},
    {"reduce", "cg_tile<8>", "shared", "reduce<cg_tile<8>, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 260096, 281837, 139264, 57749, 2048}},
    {"reduce", "cg_tile<8>", "shared", "reduce<cg_tile<8>, shared>", 1, 512,
     {64, 256, 1, 1, 127, 135, 68, 31, 1}},
    {"reduce", "cg_tile<16>", "registers", "reduce<cg_tile<16>, registers>", 2048, 512,
     {32768, 131072, 2048, 2048, 4096, 4313, 32768, 1781, 2048}},
    {"reduce", "cg_tile<16>", "registers", "reduce<cg_tile<16>, registers>", 1, 512,
     {64, 256, 1, 1, 2, 2, 16, 0, 1}},
    {"reduce", "cg_tile<16>", "shared", "reduce<cg_tile<16>, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 317440, 354077, 174080, 59987, 2048}},
    {"reduce", "cg_tile<16>", "shared", "reduce<cg_tile<16>, shared>", 1, 512,
     {64, 256, 1, 1, 155, 169, 85, 22, 1}},
    {"reduce", "cg_tile<32>", "registers", "reduce<cg_tile<32>, registers>", 2048, 512,
     {32768, 131072, 2048, 2048, 2048, 2135, 32768, 0, 0}},
    {"reduce", "cg_tile<32>", "registers", "reduce<cg_tile<32>, registers>", 1, 512,
     {64, 256, 1, 1, 1, 1, 16, 0, 0}},
    {"reduce", "cg_tile<32>", "shared", "reduce<cg_tile<32>, shared>", 2048, 512,
     {32768, 131072, 2048, 2048, 380928, 417821, 206848, 0, 0}},
    {"reduce", "cg_tile<32>", "shared", "reduce<cg_tile<32>, shared>", 1, 512,
     {64, 256, 1, 1, 186, 201, 101, 0, 0}},
    {"reduce", "warp_shuffle", "registers", "reduce<warp_shuffle, registers>", 512, 512,
     {8192, 131072, 512, 512, 512, 512, 8192, 0, 0}},
    {"reduce", "warp_shuffle", "registers", "reduce<warp_shuffle, registers>", 1, 512,
     {4, 64, 1, 1, 1, 1, 16, 0, 0}},
    {"matmul", "row_on_x", "registers", "matmul<row_on_x, registers>", 1024, 256,
     {8388608, 138412032, 8192, 262144, 0, 0, 0, 0, 0}},
    {"matmul", "row_on_y", "registers", "matmul<row_on_y, registers>", 1024, 256,
     {8388608, 20971520, 8192, 32768, 0, 0, 0, 0, 0}},
    {"matmul", "shared_tile", "shared", "matmul<shared_tile, shared>", 256, 1024,
     {262144, 1048576, 8192, 262144, 5242880, 37752071, 262144, 14814, 0}},
    {"matmul", "bank_conflict_free", "shared", "matmul<bank_conflict_free, shared>", 256, 1024,
     {262144, 1048576, 8192, 262144, 8388608, 8421033, 262144, 28262, 0}},
    {"matmul", "register_tile", "shared", "matmul_register_tile<64, 64>", 64, 64,
     {32768, 524288, 8192, 131072, 262144, 786432, 99200, 68, 0}},
    {"matmul", "warp_shuffle", "registers", "matmul<warp_shuffle, registers>", 128, 256,
     {655360, 2621440, 8192, 32768, 0, 0, 0, 0, 0}},
    {"matmul", "cg_tile<32>", "registers", "matmul<cg_tile<32>, registers>", 32768, 256,
     {8388608, 150994944, 262144, 262144, 0, 0, 0, 0, 0}},
    {"matmul", "cg_tile<32>", "shared", "matmul<cg_tile<32>, shared>", 32768, 256,
     {8388608, 150994944, 262144, 262144, 2883584, 2884156, 1572864, 46152, 0}},
    {"matmul", "interleaved", "shared", "matmul<interleaved, shared>", 32768, 256,
     {8388608, 150994944, 262144, 262144, 6553600, 6558665, 5242880, 1643711, 1572864}},
    {"matmul", "interleaved", "global", "matmul<interleaved, global>", 32768, 256,
     {14942208, 169082880, 5505024, 17563648, 0, 0, 0, 0, 1572864}},
};

// clang-format on

} // namespace test
