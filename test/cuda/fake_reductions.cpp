// SPDX-License-Identifier: Apache-2.0
#include "fake_reductions.hpp"
#include "stable_order.hpp"

#include "cuda/find/find.hpp"
#include "cuda/matmul/epilogue.hpp"
#include "cuda/reduce/groups.hpp"
#include "cuda/reduce/round.hpp"
#include "cuda/reduce/tables.hpp"
#include "cuda/reduce/vendor.hpp"
#include "cuda/reduce_by_key/reduce_by_key.hpp"
#include "cuda/scan/vendor.hpp"
#include "cuda/select/select.hpp"
#include "cuda/sort/sort.hpp"
#include "cuda/sort/steps.hpp"
#include "cuda/sorted/sorted.hpp"
#include "cuda/top_k/top_k.hpp"
#include "extrema/table.hpp"
#include "find/table.hpp"
#include "matmul/table.hpp"
#include "reduce/rounding.hpp"
#include "reduce/transform_table.hpp"
#include "reduce_by_key/table.hpp"
#include "scan/table.hpp"
#include "select/table.hpp"
#include "sorted/table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace gpu::inline v0::detail {

/// Adds nothing to the table of transforms.
template <class T, class Table>
void add_kernels([[maybe_unused]] Table& table) {
    if constexpr (!std::is_same_v<Table, transform_table<cuda_queue>>) fill<T>(table);
}

template <template <class> class Table, class... Ts>
auto instantiated(type_list<Ts...>) {
    return std::array{&add_kernels<Ts, Table<cuda_queue>>...};
}
// instantiates all tables for the linker
extern auto const all_reductions = instantiated<reduce_table>(types{});
extern auto const all_products = instantiated<matmul_table>(matmul_types{});
extern auto const all_scans = instantiated<scan_table>(types{});
extern auto const all_transforms = instantiated<transform_table>(types{});

/// CUB's CUDA calls and scratch without its kernels: one byte of scratch per element, and two
/// launches, or one for few elements. The result is init.
template <class T>
cudaError_t fake_cub(cub_storage& storage, void const*, std::size_t n, void const* init, void* out,
                     cudaStream_t stream) {
    int multiprocessors = 0;
    if (auto const code =
            cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
        code != cudaSuccess)
        return code;
    if (storage.memory == nullptr) {
        storage.bytes = n;
        return cudaSuccess;
    }
    for (int launches = n > 4096 ? 2 : 1; launches > 0; --launches)
        if (auto const code = cudaLaunchKernel(nullptr, {}, {}, nullptr, 0, stream);
            code != cudaSuccess)
            return code;
    std::memset(storage.memory, 0, storage.bytes); // sanitizers check the size
    std::memcpy(out, init, sizeof(T));
    return cudaSuccess;
}

template <class T>
cub_function cub_reduction(std::size_t) {
    return &fake_cub<T>;
}

template <class... Ts>
auto instantiated_vendors(type_list<Ts...>) {
    return std::array{&cub_reduction<Ts>...};
}
extern auto const all_vendors = instantiated_vendors(vendor_types{});

extrema_table<cuda_queue> make_searches() {
    return make_table<extrema_table<cuda_queue>>(real_types{});
}

/// The fake runtime has no radix selection.
top_k_table<cuda_queue> make_top_k() { return {}; }

/// CUB's calls without its kernels, as above. The results are not written.
cudaError_t cub_scan(cub_storage& storage, scan_request const& request, cudaStream_t stream) {
    if (storage.memory == nullptr) {
        storage.bytes = request.n;
        return cudaSuccess;
    }
    std::memset(storage.memory, 0, storage.bytes);
    return cudaLaunchKernel(nullptr, {}, {}, nullptr, 0, stream);
}

/// Only records the pass.
void apply_epilogue(cuda_queue& queue, matmul_request const&, matmul_operand const&) {
    queue.note("matmul_epilogue");
}

// for selections by expressions
template void cuda_queue::launch<kernel::clear_words>(launch_config, kernel::clear_arguments,
                                                      kernel::plus);

find_table<cuda_queue> make_finds() { return make_find_table<cuda_queue>(); }
reduce_by_key_table<cuda_queue> make_reductions_by_key() {
    return make_reduce_by_key_table<cuda_queue>();
}

sorted_table<cuda_queue> make_sorted() {
    return make_table<sorted_table<cuda_queue>>(real_types{});
}

select_table<cuda_queue> make_selections() { return make_select_table<cuda_queue>(); }

/// CUB's CUDA calls and scratch without its kernels, with the right result.
template <class Bits>
cudaError_t fake_cub_select(cub_select_storage& storage, select_request const& request,
                            unsigned long long* out, cudaStream_t stream) {
    if (storage.memory == nullptr) {
        storage.bytes = request.n;
        return cudaSuccess;
    }
    if (auto const code = cudaLaunchKernel(nullptr, {}, {}, nullptr, 0, stream);
        code != cudaSuccess)
        return code;
    std::memset(storage.memory, 0, storage.bytes); // sanitizers check the size
    auto arguments = arguments_of<Bits>(request);
    kernel::select_totals totals{};
    arguments.out = &totals;
    fake_select(arguments, test_of_bits<Bits>(request.test));
    *out = totals.selected;
    return cudaSuccess;
}

cub_selections cub_select_functions() {
    auto const functions = tabulate(
        []<class Bits>(type_list<Bits>) { return &fake_cub_select<Bits>; }, bits_of_elements());
    return {functions, functions, functions};
}

/// CUB's CUDA calls and scratch without its kernels, with the right result. That is in the other
/// memory after an odd number of passes, and if there is a single tile.
template <class Bits, class Value>
cudaError_t cub_sort(cub_storage& storage, cub_sort_arrays<Bits, Value>& arrays,
                     kernel::sort_order<Bits> order, cudaStream_t stream) {
    if (storage.memory == nullptr) {
        storage.bytes = arrays.n + 1;
        return cudaSuccess;
    }
    if (auto const code = cudaLaunchKernel(nullptr, {}, {}, nullptr, 0, stream);
        code != cudaSuccess)
        return code;
    std::memset(storage.memory, 0, storage.bytes); // sanitizers check the size
    std::vector<std::uint64_t> sorted_by(arrays.n);
    std::transform(arrays.keys[0], arrays.keys[0] + arrays.n, sorted_by.begin(),
                   [&](Bits number) { return order.key(number); });
    auto const indices = stable_order(sorted_by);
    for (std::size_t i = 0; i < arrays.n; ++i) {
        arrays.keys[1][i] = arrays.keys[0][indices[i]];
        if constexpr (!std::is_same_v<Value, kernel::no_value>)
            arrays.values[1][i] = arrays.values[0][indices[i]];
    }
    std::swap(arrays.keys[0], arrays.keys[1]);
    std::swap(arrays.values[0], arrays.values[1]);
    if (sizeof(Bits) == 1 || arrays.n <= 1000) return cudaSuccess;
    std::copy_n(arrays.keys[0], arrays.n, arrays.keys[1]);
    std::fill_n(arrays.keys[0], arrays.n, Bits{});
    std::swap(arrays.keys[0], arrays.keys[1]);
    if constexpr (!std::is_same_v<Value, kernel::no_value>)
        std::copy_n(arrays.values[0], arrays.n, arrays.values[1]);
    std::swap(arrays.values[0], arrays.values[1]);
    return cudaSuccess;
}

/// Stands for the kernel of sorts by one block, which needs CUB.
struct fake_sort_block {};
template <>
inline constexpr kernel_name name_of_kernel<fake_sort_block> = {"sort_block"};

template <class Bits>
void sort_in_block(cuda_queue& queue, Bits* keys, std::size_t n, kernel::sort_order<Bits> order) {
    kernel::no_value* const none = nullptr;
    kernel::run_arguments<Bits, kernel::no_value> const arguments{
        keys, keys, none, none, static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n), true};
    queue.launch<fake_sort_block>(launch_config{1, block_sort_shape::threads, 0}, arguments, order);
}

void sort_on_gpu(cuda_queue& queue, sort_request const& request) { run_on_gpu(queue, request); }

void launch_collection(cuda_queue& queue, kernel::collect_arguments const& arguments) {
    launch_collect(queue, arguments);
}

void round_total(cuda_queue&, std::uint32_t type, void const* total, void* out) {
    known_conversions[type].round(total, out);
}

} // namespace gpu::inline v0::detail
