// SPDX-License-Identifier: Apache-2.0
/// @file
/// The context of kernel bodies on a GPU: cooperative groups, and memory. Needs nvcc.
#pragma once

#include <gpualgo/kernel/byte_range.hpp>
#include <gpualgo/kernel/cuda_array.cuh>
#include <gpualgo/kernel/cuda_atomics.cuh>
#include <gpualgo/kernel/cuda_words.cuh>
#include <gpualgo/kernel/operators.hpp>

#include <cooperative_groups.h>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// A one-dimensional block: cooperative groups would compute ranks from three dimensions.
class cuda_block {
public:
    /// @return the calling thread's rank in the block
    __device__ __forceinline__ static unsigned thread_rank() { return threadIdx.x; }
    /// @return the block's threads
    __device__ __forceinline__ static unsigned num_threads() { return blockDim.x; }
    /// Block barrier: earlier writes are visible to all threads of the block afterwards.
    __device__ __forceinline__ static void sync() { __syncthreads(); }
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr bool has_redux = false;
#else
inline constexpr bool has_redux = true; ///< the GPU folds words of a warp in one instruction
#endif

/// An operator on words of 32 bits that has such an instruction.
template <class Op, class T>
concept redux_operator = has_redux && std::integral<T> && sizeof(T) == 4 &&
                         (std::derived_from<Op, plus> || std::derived_from<Op, minimum> ||
                          std::derived_from<Op, maximum> || std::derived_from<Op, bit_and> ||
                          std::derived_from<Op, bit_or> || std::derived_from<Op, bit_xor>);

/// A tile of a one-dimensional block: cooperative groups' tile with all its collectives, but ranks
/// from one dimension.
template <unsigned N>
class cuda_tile
    : public cooperative_groups::thread_block_tile<N, cooperative_groups::thread_block> {
    using base = cooperative_groups::thread_block_tile<N, cooperative_groups::thread_block>;

public:
    /// The tile of the calling thread.
    __device__ __forceinline__ cuda_tile()
        : base(cooperative_groups::tiled_partition<N>(cooperative_groups::this_thread_block())) {}

    /// @return the calling thread's rank in the tile
    __device__ __forceinline__ static unsigned thread_rank() { return threadIdx.x % N; }
    /// @return the tile's place among the block's tiles
    __device__ __forceinline__ static unsigned meta_group_rank() { return threadIdx.x / N; }
    /// @return tiles in the block, the last perhaps not full
    __device__ __forceinline__ static unsigned meta_group_size() {
        return (blockDim.x + N - 1) / N;
    }

    /// @return the value of a lane; all lanes call
    template <class T>
    __device__ __forceinline__ T shfl(T value, unsigned lane) const {
        return shuffled(value, [&](auto piece) { return base::shfl(piece, lane); });
    }
    /// @return the value of the lane `delta` further, or the calling lane's own if there is none;
    /// all lanes call
    template <class T>
    __device__ __forceinline__ T shfl_down(T value, unsigned delta) const {
        return shuffled(value, [&](auto piece) { return base::shfl_down(piece, delta); });
    }
    /// @return the value of the lane `delta` before, or the calling lane's own if there is none;
    /// all lanes call
    template <class T>
    __device__ __forceinline__ T shfl_up(T value, unsigned delta) const {
        return shuffled(value, [&](auto piece) { return base::shfl_up(piece, delta); });
    }
    /// @return the value of the lane whose rank differs in these bits; all lanes call
    template <class T>
    __device__ __forceinline__ T shfl_xor(T value, unsigned bits) const {
        return shuffled(value, [&](auto piece) { return base::shfl_xor(piece, bits); });
    }

    /// Folds the values of the first `num_valid` threads of a warp, in one instruction.
    /// @return the fold, on each of these threads
    template <class T, redux_operator<T> Op>
    __device__ __forceinline__ T reduce(T value, unsigned num_valid, Op) const {
        static_assert(N == 32);
        if (thread_rank() >= num_valid) return value;
        unsigned const mask = 0xffffffffu >> (32 - num_valid);
        auto const bits = static_cast<unsigned>(value); // sums and bits do not depend on signs
        if constexpr (std::derived_from<Op, plus>)
            return static_cast<T>(__reduce_add_sync(mask, bits));
        else if constexpr (std::derived_from<Op, minimum>) return __reduce_min_sync(mask, value);
        else if constexpr (std::derived_from<Op, maximum>) return __reduce_max_sync(mask, value);
        else if constexpr (std::derived_from<Op, bit_and>)
            return static_cast<T>(__reduce_and_sync(mask, bits));
        else if constexpr (std::derived_from<Op, bit_or>)
            return static_cast<T>(__reduce_or_sync(mask, bits));
        else return static_cast<T>(__reduce_xor_sync(mask, bits));
    }

private:
    /// Cooperative groups shuffle up to 32 bytes: larger values go in two pieces.
    template <class T, class Shuffle>
    __device__ __forceinline__ static T shuffled(T value, Shuffle shuffle) {
        if constexpr (sizeof(T) <= 32) {
            return shuffle(value);
        } else {
            using word =
                std::conditional_t<sizeof(T) % sizeof(unsigned) == 0, unsigned, unsigned char>;
            struct first {
                word words[32 / sizeof(word)];
            };
            struct rest {
                word words[(sizeof(T) - 32) / sizeof(word)];
            };
            struct pieces {
                first a;
                rest b;
            };
            auto const given = __builtin_bit_cast(pieces, value);
            return __builtin_bit_cast(T, (pieces{shuffle(given.a), shuffle(given.b)}));
        }
    }
};

/// @tparam N threads of a tile: 1, 2, 4, 8, 16 or 32
/// @return the calling thread's tile of the block
template <unsigned N>
__device__ __forceinline__ cuda_tile<N> tiled_partition(cuda_block) {
    return {};
}
/// @tparam N threads of a tile
/// @return the calling thread's tile of a larger tile
template <unsigned N, unsigned Parent>
__device__ __forceinline__ auto tiled_partition(cuda_tile<Parent> const& parent) {
    namespace groups = cooperative_groups;
    return groups::tiled_partition<N>(
        static_cast<groups::thread_block_tile<Parent, groups::thread_block> const&>(parent));
}

/// Memory that contexts need in addition to a launch's arguments.
struct launch_memory {
    /// a counter in global memory for `is_last_block`: 0 before the launch, and 0 again after it
    unsigned* arrivals = nullptr;
    unsigned* finished = nullptr; ///< in host memory, written by `finish`; may be null
    unsigned ticket = 0;          ///< the value that `finish` writes
};

/// The context of kernel bodies on a GPU. Grids and blocks are one-dimensional.
class cuda_context {
public:
    /// @param memory of the launch
    __device__ __forceinline__ explicit cuda_context(launch_memory const& memory)
        : memory_(memory) {}
    /// @param arrivals the counter alone: the host waits for the end of the launch
    __device__ __forceinline__ explicit cuda_context(unsigned* arrivals) : memory_{arrivals} {}

    /// @return the calling thread's block
    __device__ __forceinline__ cuda_block block() const { return {}; }
    /// @return the block's place in the grid
    __device__ __forceinline__ std::size_t block_rank() const { return blockIdx.x; }
    /// @return blocks in the grid
    __device__ __forceinline__ std::size_t num_blocks() const { return gridDim.x; }

    /// @tparam N threads of a tile: 1, 2, 4, 8, 16 or 32
    /// @return the calling thread's tile of N threads of its block
    template <unsigned N>
    __device__ __forceinline__ cuda_tile<N> tile() const {
        return {};
    }

    /// @return the threads of the calling thread's warp that run this together
    __device__ __forceinline__ static cooperative_groups::coalesced_group coalesced_threads() {
        return cooperative_groups::coalesced_threads();
    }

    /// @return the block's dynamic shared memory, as elements of T
    template <class T>
    __device__ __forceinline__ cuda_array<T> shared() const {
        // One declaration for all T: arrays of one name and different types do not link.
        extern __shared__ uint4 gpualgo_shared[];
        static_assert(alignof(T) <= alignof(uint4));
        return {reinterpret_cast<T*>(gpualgo_shared)};
    }

    /// @return global memory
    template <class T>
    __device__ __forceinline__ cuda_array<T> global(T* memory) const {
        return {memory};
    }

    /// Waits until the kernel ahead of this one has ended, if this one may have started before.
    __device__ __forceinline__ static void wait_for_previous() {
#if __CUDA_ARCH__ >= 900
        asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    }

    /// Begins to copy lines of the L2 cache in which bytes are, but for an odd end. The kernel
    /// ahead may still write to them: the cache receives that, too. Called by all threads of a
    /// block. Does nothing if kernels never start early.
    template <unsigned N>
    __device__ __forceinline__ static void prefetch([[maybe_unused]] byte_ranges<N> const& ranges) {
#if __CUDA_ARCH__ >= 900
        constexpr std::size_t line = 128;
        for (byte_range const& bytes : ranges.of) {
            auto const* const first = static_cast<char const*>(bytes.first);
            for (std::size_t i = threadIdx.x * line; i < bytes.size; i += blockDim.x * line)
                asm volatile("prefetch.global.L2 [%0];" ::"l"(first + i));
        }
#endif
    }

    /// Lets the next kernel of the stream start, if it is launched so that it waits by itself.
    /// Called by all threads of every block after most of their reads.
    __device__ __forceinline__ void let_next_start() const {
#if __CUDA_ARCH__ >= 900
        asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
    }

    /// Called once by all threads of every block of the grid, after their last writes for other
    /// blocks.
    /// @return whether this block is the last to call; it then sees what all blocks wrote before
    /// they called
    __device__ __forceinline__ bool is_last_block() const {
        __syncthreads(); // the block's writes happen before the one thread's release
        if (gridDim.x == 1) return true;
        bool last = false;
        if (threadIdx.x == 0) {
            last = arrive(memory_.arrivals) == gridDim.x - 1;
            // for the next launch on the stream: all blocks have arrived
            if (last) atomic_store(memory_.arrivals, 0u);
        }
        return __syncthreads_or(last) != 0;
    }

    /// @name For bodies whose blocks wait for each other
    /// Atomic accesses to words that only these functions access; they order nothing else.
    /// @{

    /// @param word in global memory
    /// @param summand is added to it
    /// @return the word's value before
    __device__ __forceinline__ static unsigned long long fetch_add(unsigned long long* word,
                                                                   unsigned long long summand) {
        return atomicAdd(word, summand);
    }
    /// @param word of 8 or 16 bytes, in global memory
    /// @return its value
    template <class Word>
    __device__ __forceinline__ static Word load_relaxed(Word const* word) {
        return load_word(word);
    }
    /// Writes a word.
    /// @param word of 8 or 16 bytes, in global memory
    /// @param value is written
    template <class Word>
    __device__ __forceinline__ static void store_relaxed(Word* word, Word const& value) {
        store_word(word, value);
    }
    /// Called by all lanes of a warp in a loop that waits for a word of another block.
    __device__ __forceinline__ static void pause() {}
    /// @}

    /// @name Asynchronous copies to shared memory
    /// @{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    static constexpr bool copies_asynchronously = false; ///< copies go through registers, at once
#else
    static constexpr bool copies_asynchronously = true; ///< by cp.async
#endif

    /// Begins to copy V aligned elements.
    /// @param to in shared memory
    /// @param i index of the first copy
    /// @param from in global memory
    /// @param k index of the first original
    template <std::size_t V, class T>
    __device__ __forceinline__ static void copy_vector(cuda_array<T> to, std::size_t i,
                                                       cuda_array<T const> from, std::size_t k) {
        copy_to_shared<V * sizeof(T)>(to.pointer + i, from.pointer + k);
    }
    /// Begins to copy an element.
    /// @param to in shared memory
    /// @param i index of the copy
    /// @param from in global memory
    /// @param k index of the original
    template <class T>
    __device__ __forceinline__ static void copy_element(cuda_array<T> to, std::size_t i,
                                                        cuda_array<T const> from, std::size_t k) {
        constexpr unsigned piece = alignof(T) > 16 ? 16 : alignof(T);
        if constexpr (piece < 4) {
            to.put(i, from.get(k));
        } else {
            auto* const copy = reinterpret_cast<char*>(to.pointer + i);
            auto const* const original = reinterpret_cast<char const*>(from.pointer + k);
            for (unsigned p = 0; p < sizeof(T); p += piece)
                copy_to_shared<piece>(copy + p, original + p);
        }
    }
    /// Ends a group of copies of the calling thread.
    __device__ __forceinline__ static void commit_copies() { commit_group(); }
    /// Waits for the calling thread's copies, except those of the last groups.
    /// @tparam Pending how many groups
    template <unsigned Pending>
    __device__ __forceinline__ static void wait_for_copies() {
        wait_for_groups<Pending>();
    }
    /// @}

    /// Called by the thread that has written the result, after the grid's last access to memory.
    /// The host sees the result some microseconds before it is notified of the end of the launch.
    __device__ __forceinline__ void finish() const {
        if (memory_.finished == nullptr) return;
        notify_host(memory_.finished, memory_.ticket);
    }

private:
    launch_memory memory_;
};

} // namespace gpu::inline v0::kernel
