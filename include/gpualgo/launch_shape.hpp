// SPDX-License-Identifier: Apache-2.0
/// @file
/// The shape of a launch of a program's own kernel: blocks, threads and shared memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace gpu::inline v0 {

/// Blocks of a grid, threads of a block, or the place of one of them: CUDA's dim3. x varies
/// fastest.
struct extent3 {
    std::uint32_t x = 1; ///< along x
    std::uint32_t y = 1; ///< along y
    std::uint32_t z = 1; ///< along z

    /// One along each dimension.
    constexpr extent3() = default;
    /// Numbers of any integer type.
    /// @param x_size along x
    /// @param y_size along y
    /// @param z_size along z
    /// @throws std::invalid_argument if one of them is negative or not below 2^32
    template <std::integral X, std::integral Y = unsigned, std::integral Z = unsigned>
    constexpr extent3(X x_size, Y y_size = 1, Z z_size = 1) // NOLINT: 256 is a block of 256 threads
        : x(checked(x_size)), y(checked(y_size)), z(checked(z_size)) {}

    /// @return the number of elements
    [[nodiscard]] constexpr std::size_t volume() const { return std::size_t{x} * y * z; }
    /// @param rank of an element
    /// @return the place of that element
    [[nodiscard]] constexpr extent3 index(std::size_t rank) const {
        extent3 place;
        place.x = static_cast<std::uint32_t>(rank % x);
        place.y = static_cast<std::uint32_t>(rank / x % y);
        place.z = static_cast<std::uint32_t>(rank / x / y);
        return place;
    }
    /// @return whether all members are equal
    friend constexpr bool operator==(extent3 const&, extent3 const&) = default;

private:
    template <std::integral N>
    static constexpr std::uint32_t checked(N size) {
        if (!std::in_range<std::uint32_t>(size))
            throw std::invalid_argument("gpu::extent3: a dimension is negative or above 2^32 - 1");
        return static_cast<std::uint32_t>(size);
    }
};

/// The shape of a launch. Grids and blocks have 1, 2 or 3 dimensions.
struct launch_shape {
    extent3 grid{};               ///< blocks
    extent3 block{};              ///< threads per block, at most 1024
    std::size_t shared_bytes = 0; ///< dynamic shared memory per block
    /// The order in which the simulated device runs lanes, warps and blocks; 0 for that of
    /// `GPUALGO_SEED`. GPUs ignore it.
    std::uint64_t seed = 0;
    char const* name = "kernel"; ///< of the kernel, in tables
};

} // namespace gpu::inline v0
