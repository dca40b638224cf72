// SPDX-License-Identifier: Apache-2.0
/// @file
/// The context of kernel bodies on a GPU: cooperative groups, and plain memory. Needs nvcc.
#pragma once

#include <cooperative_groups.h>
#include <cuda/atomic>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Neighbouring elements, loaded at once: in registers, narrow ones several to a register.
/// @tparam T the elements' type
/// @tparam V how many
template <class T, std::size_t V>
class cuda_vector {
public:
    cuda_vector() = default; ///< elements without a value

    /// @param first the first of V elements in memory; where they are 16 bytes at a multiple of 16, one instruction loads them
    __device__ __forceinline__ explicit cuda_vector(T const* first) {
        if constexpr (sizeof(elements) == sizeof(uint4))
            if (reinterpret_cast<std::uintptr_t>(first) % sizeof(uint4) == 0) {
                bits_ = *reinterpret_cast<uint4 const*>(first);
                return;
            }
        elements loaded;
        for (std::size_t k = 0; k < V; ++k) loaded.element[k] = first[k];
        bits_ = __builtin_bit_cast(bits, loaded);
    }

    /// @return element k
    __device__ __forceinline__ T operator[](std::size_t k) const { return __builtin_bit_cast(elements, bits_).element[k]; }

private:
    struct elements {
        T element[V];
    };
    // The compiler would keep a byte's worth of every register that it can tell apart: uint4 packs.
    using bits = std::conditional_t<sizeof(elements) == sizeof(uint4), uint4, elements>;
    bits bits_;
};

/// Elements in memory, global or shared: the compiler sees which.
/// @tparam T the elements' type; const for what is only read
template <class T>
struct cuda_array {
    using value_type = std::remove_const_t<T>; ///< what `get` returns

    T* pointer; ///< the first element

    /// @return element i
    __device__ __forceinline__ value_type get(std::size_t i) const { return pointer[i]; }

    /// Writes element i.
    __device__ __forceinline__ void put(std::size_t i, value_type value) const { pointer[i] = value; }

    /// @return the array that starts at element i
    __device__ __forceinline__ cuda_array from(std::size_t i) const { return {pointer + i}; }

    /// @tparam V how many elements
    /// @return elements i ... i + V - 1
    template <std::size_t V>
    __device__ __forceinline__ cuda_vector<value_type, V> vector(std::size_t i) const {
        return cuda_vector<value_type, V>(pointer + i);
    }
};

/// A one-dimensional block: cooperative groups' own ranks go by three dimensions.
class cuda_block {
public:
    /// @return the calling thread's rank in the block
    __device__ __forceinline__ static unsigned thread_rank() { return threadIdx.x; }
    /// @return the block's threads
    __device__ __forceinline__ static unsigned num_threads() { return blockDim.x; }
    /// Waits for all threads of the block; what they wrote before, all of them see behind.
    __device__ __forceinline__ static void sync() { __syncthreads(); }
};

/// A tile of a one-dimensional block: cooperative groups' tile with all its collectives, ranks by one dimension.
template <unsigned N>
class cuda_tile : public cooperative_groups::thread_block_tile<N, cooperative_groups::thread_block> {
public:
    /// The tile of the calling thread.
    __device__ __forceinline__ cuda_tile()
        : cooperative_groups::thread_block_tile<N, cooperative_groups::thread_block>(
              cooperative_groups::tiled_partition<N>(cooperative_groups::this_thread_block())) {}

    /// @return the calling thread's rank in the tile
    __device__ __forceinline__ static unsigned thread_rank() { return threadIdx.x % N; }
    /// @return the tile's place among the block's tiles
    __device__ __forceinline__ static unsigned meta_group_rank() { return threadIdx.x / N; }
    /// @return tiles in the block, the last perhaps not full
    __device__ __forceinline__ static unsigned meta_group_size() { return (blockDim.x + N - 1) / N; }
};

/// What a kernel body may use, on a GPU. Grids and blocks are one-dimensional.
class cuda_context {
public:
    /// @param arrivals a counter in global memory for `is_last_block`: 0 before the launch, and 0 again after it
    __device__ __forceinline__ explicit cuda_context(unsigned* arrivals) : arrivals_(arrivals) {}

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

    /// @return the block's dynamic shared memory, as elements of T
    template <class T>
    __device__ __forceinline__ cuda_array<T> shared() const {
        // One declaration for all T: of arrays of different types under one name, the linker would complain.
        extern __shared__ uint4 gpualgo_shared[];
        static_assert(alignof(T) <= alignof(uint4));
        return {reinterpret_cast<T*>(gpualgo_shared)};
    }

    /// @return global memory
    template <class T>
    __device__ __forceinline__ cuda_array<T> global(T* memory) const {
        return {memory};
    }

    /// Called once by all threads of every block of the grid, after their last writes for other blocks.
    /// @return whether this block is the last to call; it then sees what all blocks wrote before they called
    __device__ __forceinline__ bool is_last_block() const {
        __syncthreads(); // the block's writes happen before the one thread's release
        if (gridDim.x == 1) return true;
        bool last = false;
        if (threadIdx.x == 0) {
            cuda::atomic_ref<unsigned, cuda::thread_scope_device> const arrivals(*arrivals_);
            last = arrivals.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
            if (last) arrivals.store(0, cuda::memory_order_relaxed); // for the next launch on the stream: nobody else comes
        }
        return __syncthreads_or(last) != 0;
    }

private:
    unsigned* arrivals_;
};

} // namespace gpu::inline v0::kernel
