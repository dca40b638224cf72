// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include "host/floating_environment.hpp"
#include "host/parallel.hpp"
#include "interleaving.hpp"
#include "multiprocessor_pool.hpp"
#include "random_order.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace gpu::inline v0::simulated {
namespace {

/// Keeps the failure of the first block, in the order of the seed, that fails. Thread-safe.
class first_failure {
public:
    /// Whether the result of a block can still change the reported failure.
    [[nodiscard]] bool follows(std::size_t place) const {
        return place < place_.load(std::memory_order_relaxed);
    }

    void note(std::size_t place, std::exception_ptr thrown) {
        std::lock_guard const lock(noting_);
        if (!follows(place)) return;
        place_.store(place, std::memory_order_relaxed);
        thrown_ = std::move(thrown);
    }

    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    std::mutex noting_;
    std::atomic<std::size_t> place_ = std::numeric_limits<std::size_t>::max();
    std::exception_ptr thrown_;
};

/// The blocks of a grid in the order of the seed, for any number of host threads.
class block_order {
public:
    explicit block_order(launch_state& launch) : launch_(launch), blocks_(launch.blocks.count) {
        std::iota(blocks_.begin(), blocks_.end(), launch.blocks.first);
        random_order(launch.options.seed, 0).permute(std::span(blocks_));
        hand_over_.store(0);
    }

    /// Runs blocks until none is left.
    void work() noexcept {
        // independent of the environment of the caller and of the worker thread
        detail::standard_floating_environment const standard;
        (void)hand_over_.load();
        launch_.waits.enter();
        run_blocks();
        launch_.waits.leave();
        ++hand_over_;
    }

    /// Throws the exception of the first block that failed. Call after all have ended.
    void rethrow() const {
        (void)hand_over_.load();
        failure_.rethrow();
    }

private:
    void run_blocks() noexcept {
        std::size_t place = next_++;
        if (place >= blocks_.size()) return;
        try {
            auto const processor = multiprocessor_pool::instance().take();
            processor->begin(launch_);
            for (; place < blocks_.size() && failure_.follows(place); place = next_++)
                run(*processor, place);
            processor->check_stacks();
            if (launch_.counts != nullptr) launch_.counts->add(processor->counts());
        } catch (...) {
            failure_.note(place, std::current_exception());
        }
    }

    void run(multiprocessor& processor, std::size_t place) {
        try {
            processor.run(blocks_[place]);
        } catch (finding const& found) {
            // a deadlock may be the consequence of another failure, which is then reported
            bool const is_last = found.kind() == defect::deadlock;
            failure_.note(place + (is_last ? blocks_.size() : 0), std::current_exception());
        } catch (...) {
            failure_.note(place, std::current_exception());
        }
    }

    launch_state& launch_;
    std::vector<std::uint32_t> blocks_;
    first_failure failure_;
    std::atomic<std::size_t> next_ = 0;
    /// orders the work of cores, as oneTBB does too, but ThreadSanitizer cannot see that
    std::atomic<unsigned> hand_over_;
};

} // namespace

void check(grid_shape const& shape) {
    std::size_t const threads = shape.block.volume();
    std::size_t const blocks = shape.grid.volume();
    if (threads < 1 || threads > max_threads)
        throw std::invalid_argument("a block of " + std::to_string(threads) +
                                    " threads; a block has 1 to 1024");
    if (shape.shared_bytes > max_shared_bytes)
        throw std::invalid_argument(std::to_string(shape.shared_bytes) +
                                    " bytes of shared memory; a block has at most " +
                                    std::to_string(max_shared_bytes));
    check_blocks(blocks);
}

void check_blocks(std::size_t blocks) {
    if (blocks < 1 || blocks > max_blocks)
        throw std::invalid_argument("a grid of " + std::to_string(blocks) +
                                    " blocks; a grid has 1 to 2^31 - 1");
}

launch_options launch_options::from_environment() {
    launch_options options;
    char const* const text = secure_getenv("GPUALGO_SEED");
    if (text == nullptr || *text == 0) return options;
    char const* const end = text + std::strlen(text);
    if (auto const [rest, failed] = std::from_chars(text, end, options.seed);
        failed != std::errc() || rest != end)
        throw std::invalid_argument("GPUALGO_SEED is \"" + std::string(text) +
                                    "\", which is not a number of 64 bits");
    return options;
}

void run(launch_state& launch) {
    if (launch.interleaves) return run_interleaved(launch);
    block_order blocks(launch);
    std::size_t const cores =
        launch.options.parallel ? std::max(std::thread::hardware_concurrency(), 1u) : 1;
    auto const work = [](void* context, std::uint64_t) {
        static_cast<block_order*>(context)->work();
    };
    detail::parallel_for(std::min<std::size_t>(cores, launch.blocks.count), work, &blocks);
    blocks.rethrow();
}

} // namespace gpu::inline v0::simulated
