// SPDX-License-Identifier: Apache-2.0
#include "groups.hpp"

#include "cuda/check.hpp"
#include "cuda/devices.hpp"
#include "reduce/groups.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <optional>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// The queue of a call, with copies and launches in its stream. Between its functions, the thread
/// has its own current device.
class cuda_groups final : public pending_groups {
public:
    cuda_groups(std::uint32_t ordinal, reduce_request const& request, call_result& ran)
        : request_(request), queue_(std::in_place, ordinal, ran, request) {}

    ~cuda_groups() override {
        if (!is_left_) return;
        try {
            queue_->enter_device();
        } catch (std::exception const&) {
            // CUDA has shut down; the queue then calls it in vain
        }
        if (!has_waited_) ignore_failure(cudaStreamSynchronize(queue_->stream()));
    }

    void start(reduction_tables<cuda_queue> const& tables, std::uint64_t first_segment,
               std::span<host_copy const> copies) {
        std::size_t const segment = kernel::segmentation(known_types[request_.value].size).size();
        auto const segments = static_cast<std::size_t>(request_.n / segment);
        group_plan plan;
        if (segments > 0)
            plan = plan_groups(first_segment, segments, queue_->resident_blocks(1024));
        reserve(plan, copies);
        start_copies(copies);
        for (auto const& groups : plan.launches)
            if (groups.count > 0) start_launch(tables, groups, first_segment);
        queue_->leave_device();
        is_left_ = true;
    }

    std::span<group_totals const> wait() override {
        queue_->enter_device(); // the default stream is that of the current device
        queue_->wait_for_result();
        queue_->leave_device();
        has_waited_ = true;
        for (auto const& c : copies_) std::memcpy(c.target, c.source, c.bytes);
        return groups_;
    }

private:
    /// Page-locked memory for all totals and copies: it must not move while work is pending.
    void reserve(group_plan const& plan, std::span<host_copy const> copies) {
        constexpr std::size_t alignment = 16;
        std::size_t bytes =
            plan.count * known_types[request_.accumulator].size + alignment * plan.launches.size();
        for (auto const& c : copies) bytes += 2 * c.bytes + alignment; // if in rows of one length
        queue_->reserve_staging(bytes);
        groups_.reserve(plan.launches.size());
        copies_.reserve(copies.size());
    }

    /// Starts as few copies as possible: each takes some microseconds.
    void start_copies(std::span<host_copy const> copies) {
        while (!copies.empty()) {
            bool const is_pair = copies.size() > 1 && start_pair(copies[0], copies[1]);
            if (!is_pair) start_copy(copies[0]);
            copies = copies.subspan(is_pair ? 2 : 1);
        }
    }

    void start_copy(host_copy const& c) {
        void* const staged = queue_->take_staging(c.bytes);
        check_cuda(
            cudaMemcpyAsync(staged, c.source, c.bytes, cudaMemcpyDeviceToHost, queue_->stream()),
            "cudaMemcpyAsync");
        copies_.push_back({c.target, staged, c.bytes});
    }

    /// Copies the elements before and after the segments of a range, as two rows of one length.
    /// @return false if they are not around segments, or too near or too far for that
    bool start_pair(host_copy const& before, host_copy const& after) {
        constexpr std::size_t max_pitch = std::numeric_limits<std::int32_t>::max();
        auto const* const begin = static_cast<std::byte const*>(before.source);
        std::size_t const segments = request_.n * known_types[request_.value].size;
        std::size_t const bytes = before.bytes + segments + after.bytes;
        if (begin + before.bytes + segments != after.source) return false;
        std::size_t const row = std::max(before.bytes, after.bytes);
        std::size_t const pitch = bytes - row; // the second row ends where the range does
        if (pitch < row || pitch > max_pitch) return false;
        auto* const staged = static_cast<std::byte*>(queue_->take_staging(2 * row));
        check_cuda(cudaMemcpy2DAsync(staged, row, begin, pitch, row, 2, cudaMemcpyDeviceToHost,
                                     queue_->stream()),
                   "cudaMemcpy2DAsync");
        copies_.push_back({before.target, staged, before.bytes});
        copies_.push_back({after.target, staged + 2 * row - after.bytes, after.bytes});
        return true;
    }

    void start_launch(reduction_tables<cuda_queue> const& tables, group_totals groups,
                      std::uint64_t first_segment) {
        alignas(std::max_align_t) std::byte unused[largest_type] = {};
        groups.totals = queue_->take_staging(0);
        queue_->compute_groups(groups.log);
        run(tables, *queue_, request_of_groups(request_, groups, first_segment, unused));
        groups_.push_back(groups);
    }

    reduce_request request_;
    std::optional<cuda_queue> queue_;
    bool is_left_ = false;
    bool has_waited_ = false;
    std::vector<group_totals> groups_;
    std::vector<host_copy> copies_; ///< from page-locked memory
};

} // namespace

std::unique_ptr<pending_groups>
start_cuda_groups(reduction_tables<cuda_queue> const& tables, std::uint32_t ordinal,
                  reduce_request const& request, std::uint64_t first_segment,
                  std::span<host_copy const> copies, call_result& ran) {
    auto groups = std::make_unique<cuda_groups>(ordinal, request, ran);
    groups->start(tables, first_segment, copies);
    return groups;
}

} // namespace gpu::inline v0::detail
