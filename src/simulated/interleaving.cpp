// SPDX-License-Identifier: Apache-2.0
#include "interleaving.hpp"

#include "host/floating_environment.hpp"
#include "multiprocessor_pool.hpp"
#include "random_order.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace gpu::inline v0::simulated {
namespace {

/// The running blocks of a launch.
class resident_blocks {
public:
    explicit resident_blocks(launch_state& launch)
        : launch_(launch), order_(launch.options.seed, ~std::uint64_t{}),
          waiting_(launch.blocks.count) {
        std::iota(waiting_.begin(), waiting_.end(), launch.blocks.first);
        random_order(launch.options.seed, 0).permute(std::span(waiting_));
        std::reverse(waiting_.begin(), waiting_.end()); // the last one starts first
    }
    resident_blocks(resident_blocks const&) = delete;
    resident_blocks& operator=(resident_blocks const&) = delete;
    ~resident_blocks() {
        for (auto const& block : running_) block.processor->cancel();
    }

    void run() {
        admit();
        while (!running_.empty()) {
            // a burst of steps, so that blocks are not in step
            auto const chosen = order_.below(static_cast<std::uint32_t>(running_.size()));
            auto steps = order_.below(longest_burst) + 1;
            while (steps-- > 0 && advance(chosen)) {}
            require_progress();
            admit();
        }
    }

private:
    static constexpr std::uint32_t longest_burst = 12;

    struct running_block {
        multiprocessor_pool::lent processor;
        /// the launch's progress before the block last ran and paused, plus 1; 0 if it has not
        /// paused since. Its warps may have published what another of its warps waits for
        std::uint64_t paused_at = 0;
    };

    void admit() {
        while (running_.size() < launch_.options.resident_blocks && !waiting_.empty()) {
            auto processor = multiprocessor_pool::instance().take();
            processor->begin(launch_);
            processor->start(waiting_.back());
            waiting_.pop_back();
            running_.push_back({std::move(processor)});
            ++launch_.progress;
        }
    }

    /// @return whether the block can go on: it neither waits nor has ended
    bool advance(std::size_t i) {
        auto& block = running_[i];
        std::uint64_t const before = launch_.progress;
        auto const step = block.processor->advance();
        if (step == multiprocessor::step::pause) {
            block.paused_at = before + 1;
            return false;
        }
        block.paused_at = 0;
        ++launch_.progress;
        if (step == multiprocessor::step::barrier) return true;
        block.processor->check_stacks();
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
        return false;
    }

    /// Throws if every running block has waited since the last progress of any.
    void require_progress() const {
        bool const is_stuck =
            !running_.empty() &&
            std::all_of(running_.begin(), running_.end(), [&](running_block const& block) {
                return block.paused_at == launch_.progress + 1;
            });
        if (!is_stuck) return;
        throw make_finding(defect::deadlock,
                           "deadlock: all " + std::to_string(running_.size()) +
                               " running blocks wait for other blocks, and " +
                               std::to_string(waiting_.size()) + " have not started",
                           launch_.options.seed, {{}, running_[0].processor->block(), 0});
    }

    launch_state& launch_;
    random_order order_;
    std::vector<std::uint32_t> waiting_;
    std::vector<running_block> running_;
};

} // namespace

void run_interleaved(launch_state& launch) {
    detail::standard_floating_environment const standard;
    resident_blocks(launch).run();
}

} // namespace gpu::inline v0::simulated
