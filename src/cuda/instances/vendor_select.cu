// SPDX-License-Identifier: Apache-2.0
#include "cuda/select/select.hpp"
#include "select/table.hpp"

#include <gpualgo/kernel/select/interval_test.hpp>

#define CCCL_DISABLE_NVTX // profilers see our own range for every call, unless GPUALGO_NVTX=0
#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>

#include <cuda/std/functional>

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace gpu::inline v0::detail {
namespace {

/// An output iterator that writes no element beyond a target's room.
template <class T>
class bounded_output {
public:
    /// an element's place
    class place {
    public:
        GPUALGO_FUNCTION place(T* element) : element_(element) {}
        GPUALGO_FUNCTION place const& operator=(T value) const {
            if (element_ != nullptr) *element_ = value;
            return *this;
        }

    private:
        T* element_;
    };
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = place;

    GPUALGO_FUNCTION explicit bounded_output(kernel::select_target<T> target) : target_(target) {}

    GPUALGO_FUNCTION place operator*() const { return (*this)[0]; }
    GPUALGO_FUNCTION place operator[](std::ptrdiff_t i) const {
        auto const at = static_cast<std::size_t>(i + offset_);
        return at < target_.room ? target_.first + at : nullptr;
    }
    GPUALGO_FUNCTION bounded_output operator+(std::ptrdiff_t i) const {
        bounded_output other = *this;
        other.offset_ += i;
        return other;
    }

private:
    kernel::select_target<T> target_;
    std::ptrdiff_t offset_ = 0;
};

/// Converts the test of an element to a number.
template <class Bits>
struct as_number {
    kernel::range_test<Bits> test;
    GPUALGO_FUNCTION unsigned long long operator()(Bits x) const { return test(x) ? 1 : 0; }
};

template <class Bits>
cudaError_t count(cub_select_storage& storage, select_request const& request,
                  unsigned long long* out, cudaStream_t stream) {
    return cub::DeviceReduce::TransformReduce(
        storage.memory, storage.bytes, static_cast<Bits const*>(request.first), out, request.n,
        cuda::std::plus<>{}, as_number<Bits>{test_of_bits<Bits>(request.test)}, 0ull, stream);
}

template <class Bits>
cudaError_t copy(cub_select_storage& storage, select_request const& request,
                 unsigned long long* out, cudaStream_t stream) {
    auto const to = [&](auto output, auto test) {
        return cub::DeviceSelect::If(storage.memory, storage.bytes,
                                     static_cast<Bits const*>(request.first), output, out,
                                     static_cast<std::int64_t>(request.n), test, stream);
    };
    auto const test = test_of_bits<Bits>(request.test);
    auto const target = target_of<Bits>(request.selected);
    if (target.room < request.n) return to(bounded_output(target), test);
    if (auto const interval = kernel::integer_interval(test)) return to(target.first, *interval);
    if constexpr (sizeof(Bits) == sizeof(double)) {
        if (auto const interval = kernel::float_interval<double>(test))
            return to(target.first, *interval);
    }
    return to(target.first, test);
}

/// Two parts of three: none is left over. `out` has two numbers.
template <class Bits>
cudaError_t partition(cub_select_storage& storage, select_request const& request,
                      unsigned long long* out, cudaStream_t stream) {
    auto const test = test_of_bits<Bits>(request.test);
    bounded_output const others(target_of<Bits>(request.others));
    return cub::DevicePartition::If(
        storage.memory, storage.bytes, static_cast<Bits const*>(request.first),
        bounded_output(target_of<Bits>(request.selected)), others, others, out,
        static_cast<std::int64_t>(request.n), test, test.complement(), stream);
}

} // namespace

cub_selections cub_select_functions() {
    return {
        {&count<std::uint8_t>, &count<std::uint16_t>, &count<std::uint32_t>, &count<std::uint64_t>},
        {&copy<std::uint8_t>, &copy<std::uint16_t>, &copy<std::uint32_t>, &copy<std::uint64_t>},
        {&partition<std::uint8_t>, &partition<std::uint16_t>, &partition<std::uint32_t>,
         &partition<std::uint64_t>}};
}

} // namespace gpu::inline v0::detail
