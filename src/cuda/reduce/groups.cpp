// SPDX-License-Identifier: Apache-2.0
#include "groups.hpp"

#include "cuda/check.hpp"
#include "cuda/devices.hpp"
#include "reduce/groups.hpp"

#include <gpualgo/kernel/reduce/collect.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// The queue of a call, with two launches in its stream. Between its functions, the thread
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
        if (segments > 0) start_reduction(tables, plan);
        for (auto const& c : copies) collect(static_cast<std::byte*>(c.target), c.source, c.bytes);
        launch_collection(*queue_, collection_);
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
        constexpr std::size_t most_before = 32; // to the next multiple of 16, and from it
        std::size_t bytes =
            plan.groups.partials * known_types[request_.accumulator].size + most_before;
        for (auto const& c : copies) bytes += c.bytes + most_before;
        queue_->reserve_staging(bytes);
        groups_.reserve(plan.runs.size());
        copies_.reserve(copies.size());
    }

    void start_reduction(reduction_tables<cuda_queue> const& tables, group_plan const& plan) {
        alignas(std::max_align_t) std::byte unused[largest_type] = {};
        reduce_request part = request_;
        part.init = part.result = unused;
        queue_->compute_part(plan.groups);
        run(tables, *queue_, part);
        auto* totals = stage(queue_->left().data(), queue_->left().size());
        for (auto groups : plan.runs) {
            groups.totals = totals;
            totals += groups.count * known_types[request_.accumulator].size;
            groups_.push_back(groups);
        }
    }

    void collect(std::byte* target, void const* source, std::size_t bytes) {
        copies_.push_back({target, stage(source, bytes), bytes});
    }

    /// Adds bytes on the GPU to those that are copied to page-locked memory.
    /// @return the copy
    std::byte* stage(void const* source, std::size_t bytes) {
        std::size_t const before = reinterpret_cast<std::uintptr_t>(source) % 16;
        auto* const staged = static_cast<std::byte*>(queue_->take_staging(bytes, before));
        collection_.arrays[collected_++] = {static_cast<unsigned char const*>(source),
                                            reinterpret_cast<unsigned char*>(staged), bytes,
                                            before};
        return staged;
    }

    reduce_request request_;
    std::optional<cuda_queue> queue_;
    bool is_left_ = false;
    bool has_waited_ = false;
    std::vector<group_totals> groups_;
    std::vector<host_copy> copies_; ///< from page-locked memory
    kernel::collect_arguments collection_{};
    unsigned collected_ = 0; ///< its arrays
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
