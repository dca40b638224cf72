// SPDX-License-Identifier: Apache-2.0
/// @file
/// Policies: objects that name a kernel strategy and carry options.
///
/// A policy is a small value. Options are members that return a changed copy, so that calls read as
/// a sentence: `gpu::reduce(gpu::interleaved.block_size(256).on(d), first, last, 0)`.
#pragma once

#include <gpualgo/abi/float_precision.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/memory_resource.hpp>
#include <gpualgo/stream.hpp>

#include <array>
#include <concepts>
#include <optional>
#include <string_view>

namespace gpu::inline v0 {

struct report;
class device_group;

/// The memory through which the threads of a block exchange values.
enum class memory_space : std::uint32_t {
    shared,   ///< shared memory of the block
    global,   ///< scratch in the device's memory
    registers ///< shuffles between the lanes of a warp
};

namespace detail {

/// The options of every policy. `Policy` is the policy itself, so that options keep its type.
template <class Policy>
class options {
public:
    /// Runs on this device.
    /// @param target the device
    /// @return the changed policy
    [[nodiscard]] constexpr Policy on(device target) const {
        return on(stream_view(target, nullptr));
    }

    /// Runs on this stream, and its device.
    /// @param target outlives the call
    /// @return the changed policy
    [[nodiscard]] constexpr Policy on(stream_view target) const {
        return changed([&](options& o) {
            o.target_ = target.device();
            o.stream_ = target.native_handle();
        });
    }

    /// Allocates scratch, and copies of ranges of the host, from this resource. Its device must be
    /// the one on which the call runs; calls on the host allocate nothing from it.
    /// @param resource outlives the call
    /// @return the changed policy
    [[nodiscard]] constexpr Policy with(memory_resource& resource) const {
        return changed([&](options& o) { o.resource_ = &resource; });
    }

    /// Runs blocks of this many threads: 1 to 1024, of which products accept some only. The call
    /// that takes the policy checks them.
    /// @param threads threads per block
    /// @return the changed policy
    [[nodiscard]] constexpr Policy block_size(unsigned threads) const {
        return changed([&](options& o) { o.threads_ = threads; });
    }

    /// Exchanges values through this memory, for strategies that have several; checked by the call
    /// that takes the policy.
    /// @param space the memory
    /// @return the changed policy
    [[nodiscard]] constexpr Policy in(memory_space space) const {
        return changed([&](options& o) { o.space_ = space; });
    }

    /// Fills a report with what ran.
    /// @param sink outlives the call
    /// @return the changed policy
    [[nodiscard]] constexpr Policy report_to(report& sink) const {
        return changed([&](options& o) { o.sink_ = &sink; });
    }

    /// @cond internal
    [[nodiscard]] constexpr std::optional<device> target() const { return target_; }
    [[nodiscard]] constexpr void* stream() const { return stream_; }
    [[nodiscard]] constexpr memory_resource* resource() const { return resource_; }
    [[nodiscard]] constexpr std::optional<unsigned> threads() const { return threads_; }
    [[nodiscard]] constexpr std::optional<memory_space> space() const { return space_; }
    [[nodiscard]] constexpr report* sink() const { return sink_; }
    [[nodiscard]] constexpr bool has_options() const {
        return target_ || stream_ != nullptr || resource_ != nullptr || threads_ || space_ ||
               sink_ != nullptr;
    }
    /// @endcond

private:
    template <class Change>
    constexpr Policy changed(Change change) const {
        Policy copy = static_cast<Policy const&>(*this);
        change(copy);
        return copy;
    }

    std::optional<device> target_;
    void* stream_ = nullptr;
    memory_resource* resource_ = nullptr;
    std::optional<unsigned> threads_;
    std::optional<memory_space> space_;
    report* sink_ = nullptr;
};

} // namespace detail

/// The types of the policies. `spaces` lists the memories through which a strategy can exchange
/// values, the default first.
namespace policy {

/// `automatic` on all processes of a communicator: defined by gpualgo/mpi.hpp.
template <class Communicator>
class distributed;

/// `automatic` on all devices of a group: defined by gpualgo/device_group.hpp.
template <class Group>
class grouped;

/// The fastest strategy of the device. Reductions use the canonical order, with equal bits on every
/// device.
struct automatic : detail::options<automatic> {
    static constexpr std::string_view name = "automatic";                         ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::registers}; ///< the only one
    /// chooses its own
    static constexpr bool takes_block_size = false;

    using detail::options<automatic>::on;

    /// Runs on all devices of a group at once. Include gpualgo/device_group.hpp.
    /// @param group a `device_group`
    /// @return a policy whose calls share a range of the host among the devices
    template <std::same_as<device_group> Group>
    [[nodiscard]] grouped<Group> on(Group const& group) const {
        return grouped<Group>(*this, group);
    }

    /// Runs on all processes of an MPI communicator. Each passes its block of the elements, in the
    /// order of ranks. Include gpualgo/mpi.hpp.
    /// @param communicator an `MPI_Comm`
    /// @return a policy whose calls return the result on every rank
    template <class Communicator>
    [[nodiscard]] distributed<Communicator> across(Communicator communicator) const {
        return distributed<Communicator>(*this, communicator);
    }

    /// @param communicator an `MPI_Comm`
    /// @param root the rank that takes the result; calls on other ranks return init
    /// @return a policy whose calls return the result on one rank
    template <class Communicator>
    [[nodiscard]] distributed<Communicator> across(Communicator communicator, int root) const {
        return distributed<Communicator>(*this, communicator, root);
    }
};

/// Thread t adds its neighbour if t % (2 * stride) == 0: every step diverges.
struct neighbored : detail::options<neighbored> {
    /// as printed
    static constexpr std::string_view name = "neighbored";
    /// default first
    static constexpr std::array<memory_space, 2> spaces{memory_space::shared, memory_space::global};
    /// 1 to 1024
    static constexpr bool takes_block_size = true;
};

/// The pairs of `neighbored`, added by contiguous threads: little divergence, but bank conflicts in
/// shared memory.
struct neighbored_less : detail::options<neighbored_less> {
    /// as printed
    static constexpr std::string_view name = "neighbored_less";
    /// default first
    static constexpr std::array<memory_space, 2> spaces{memory_space::shared, memory_space::global};
    /// 1 to 1024
    static constexpr bool takes_block_size = true;
};

/// Adds elements `stride` apart; the stride halves each step: little divergence, coalesced accesses
/// and no bank conflicts.
struct interleaved : detail::options<interleaved> {
    /// as printed
    static constexpr std::string_view name = "interleaved";
    /// default first
    static constexpr std::array<memory_space, 2> spaces{memory_space::shared, memory_space::global};
    /// 1 to 1024
    static constexpr bool takes_block_size = true;
};

/// The pairs of `neighbored_less` in padded shared memory: no bank conflicts for elements of 1 to 8
/// bytes.
struct bank_conflict_free : detail::options<bank_conflict_free> {
    static constexpr std::string_view name = "bank_conflict_free";             ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::shared}; ///< the only one
    static constexpr bool takes_block_size = true;                             ///< 1 to 1024
};

/// Tiles of N threads (`tiled_partition<N>` of cooperative groups) fold by collectives; one tile
/// folds their results.
template <unsigned N>
    requires(N == 1 || N == 2 || N == 4 || N == 8 || N == 16 || N == 32)
struct cg_tile : detail::options<cg_tile<N>> {
    /// as printed
    static constexpr std::string_view name = N == 1    ? "cg_tile<1>"
                                             : N == 2  ? "cg_tile<2>"
                                             : N == 4  ? "cg_tile<4>"
                                             : N == 8  ? "cg_tile<8>"
                                             : N == 16 ? "cg_tile<16>"
                                                       : "cg_tile<32>";
    /// default first
    static constexpr std::array<memory_space, 2> spaces{memory_space::registers,
                                                        memory_space::shared};
    /// 1 to 1024
    static constexpr bool takes_block_size = true;
};

/// Warps fold by shuffles in registers, after 16-byte loads; one value per warp goes through shared
/// memory.
struct warp_shuffle : detail::options<warp_shuffle> {
    static constexpr std::string_view name = "warp_shuffle";                      ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::registers}; ///< the only one
    static constexpr bool takes_block_size = true;                                ///< 1 to 1024
};

/// Products of matrices: one thread per element of C, rows along x. If A and C are row-major, each
/// lane reads and writes another sector of them; an element of B is broadcast.
struct row_on_x : detail::options<row_on_x> {
    static constexpr std::string_view name = "row_on_x";                          ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::registers}; ///< the only one
    /// 32 to 1024, a multiple of 32
    static constexpr bool takes_block_size = true;
};

/// Products of matrices: one thread per element of C, columns along x. The lanes of a warp are in
/// one row: rows coalesce.
struct row_on_y : detail::options<row_on_y> {
    static constexpr std::string_view name = "row_on_y";                          ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::registers}; ///< the only one
    /// 32 to 1024, a multiple of 32
    static constexpr bool takes_block_size = true;
};

/// Products of matrices: square tiles of A and B in shared memory, rows along x. In each step a
/// warp reads a column of A's tile: with 32 columns of 4 bytes, all from one bank.
struct shared_tile : detail::options<shared_tile> {
    static constexpr std::string_view name = "shared_tile";                    ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::shared}; ///< the only one
    /// 64, 256 or 1024: the square of the tile's edge
    static constexpr bool takes_block_size = true;
};

/// Products of matrices: each thread keeps 8 by 8 or 8 by 16 elements of C in registers. Tiles of A
/// and B are in shared memory, and the next tiles are loaded meanwhile.
struct register_tile : detail::options<register_tile> {
    static constexpr std::string_view name = "register_tile";                  ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::shared}; ///< the only one
    /// 64 for tiles of 64 by 64; 256 for 128 by 256 of float, and 128 by 128 of others
    static constexpr bool takes_block_size = true;
};

/// The GPU vendor's libraries, to compare with: CUB for reductions, scans, sorts and selections.
/// For products of matrices cuBLAS, loaded at run time.
struct vendor : detail::options<vendor> {
    static constexpr std::string_view name = "vendor";                            ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::registers}; ///< the only one
    /// chooses its own
    static constexpr bool takes_block_size = false;
};

/// Products by tensor cores of GPUs. Compute capability 9.0 has kernels for all types but int32.
/// The kernels for float add products of half or bfloat16, with a smaller error than that of fma.
/// Other capabilities from 8.0 on have kernels for half, bfloat16 and int8, and for float with
/// `fast`. `precise` and `fast` only change float.
struct tensor_core : detail::options<tensor_core> {
    static constexpr std::string_view name = "tensor_core";                    ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::shared}; ///< the only one
    /// determined by the shape
    static constexpr bool takes_block_size = false;

    /// Also adds the rounding errors of the float sums, which takes about twice as long.
    /// Replaces `fast`.
    /// @return the changed policy
    [[nodiscard]] constexpr tensor_core precise() const {
        return copy_with(detail::float_precision::precise);
    }

    /// Rounds elements to TF32: 11 significant bits, with the exponents of float. No other policy
    /// does, not even `automatic`. Replaces `precise`.
    /// @return the changed policy
    [[nodiscard]] constexpr tensor_core fast() const {
        return copy_with(detail::float_precision::tf32);
    }

    /// @cond internal
    [[nodiscard]] constexpr detail::float_precision precision() const { return precision_; }
    /// @endcond

private:
    [[nodiscard]] constexpr tensor_core copy_with(detail::float_precision precision) const {
        tensor_core copy = *this;
        copy.precision_ = precision;
        return copy;
    }

    detail::float_precision precision_ = detail::float_precision::standard;
};

} // namespace policy

inline constexpr policy::automatic automatic;                   ///< see policy::automatic
inline constexpr policy::neighbored neighbored;                 ///< see policy::neighbored
inline constexpr policy::neighbored_less neighbored_less;       ///< see policy::neighbored_less
inline constexpr policy::interleaved interleaved;               ///< see policy::interleaved
inline constexpr policy::bank_conflict_free bank_conflict_free; ///< see policy::bank_conflict_free
/// See policy::cg_tile.
template <unsigned N>
inline constexpr policy::cg_tile<N> cg_tile;
inline constexpr policy::warp_shuffle warp_shuffle;   ///< see policy::warp_shuffle
inline constexpr policy::row_on_x row_on_x;           ///< see policy::row_on_x
inline constexpr policy::row_on_y row_on_y;           ///< see policy::row_on_y
inline constexpr policy::shared_tile shared_tile;     ///< see policy::shared_tile
inline constexpr policy::register_tile register_tile; ///< see policy::register_tile
inline constexpr policy::tensor_core tensor_core;     ///< see policy::tensor_core
inline constexpr policy::vendor vendor;               ///< see policy::vendor

} // namespace gpu::inline v0
