// SPDX-License-Identifier: Apache-2.0
#include "multiprocessor.hpp"

#include "random_order.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <string>

namespace gpu::inline v0::simulated {

multiprocessor::multiprocessor()
    : stacks_(max_threads), shared_(memory_kind::shared, {nullptr, 0}, 16) {}
multiprocessor::~multiprocessor() = default;

void multiprocessor::begin(simulated::launch_state& launch) {
    launch_ = &launch;
    num_threads_ = static_cast<unsigned>(launch.shape.block.volume());
    for (auto rank = static_cast<unsigned>(threads_.size()); rank < num_threads_; ++rank)
        threads_.push_back(std::make_unique<thread>(*this, rank, stacks_[rank]));
    unsigned const warps = (num_threads_ + 31) / 32;
    warps_.assign(warps, warp());

    shared_memory_.resize(launch.shape.shared_bytes + 256); // the first byte is aligned later
    shared_ = region(memory_kind::shared, {nullptr, 0}, 16);
    lane_order_.resize(num_threads_);
    warp_order_.resize(warps);
    counts_events_ = launch.counts != nullptr;
    if (counts_events_) counter_.begin_launch();
}

void multiprocessor::run(std::uint32_t block) {
    start(block);
    while (advance() != step::ended) {}
}

void multiprocessor::start(std::uint32_t block) {
    block_ = block;
    epoch_ = 0;
    void* memory = shared_memory_.data();
    std::size_t space = shared_memory_.size();
    shared_.reset(std::align(256, launch_->shape.shared_bytes, memory, space),
                  launch_->shape.shared_bytes);
    for (unsigned w = 0; w < warp_order_.size(); ++w)
        warps_[w].begin(num_threads_ - w * 32 < 32 ? (1u << num_threads_ % 32) - 1 : ~0u);
    if (counts_events_) counter_.begin_block(warps_, block == 0 ? launch_->traced : nullptr);
    draw_order();
    for (auto* const thread : lane_order_) thread->start();

    unwritten_.reset();
}

multiprocessor::step multiprocessor::advance() {
    try {
        return run_threads();
    } catch (...) {
        cancel();
        throw;
    }
}

void multiprocessor::cancel() {
    for (auto* const thread : lane_order_) thread->cancel();
}

// If a thread has read uninitialised memory, any later finding except a race may be a consequence.
multiprocessor::step multiprocessor::run_threads() {
    try {
        for (unsigned const w : warp_order_) run_warp(w);
        if (release_paused()) return step::pause;
        if (pass_barrier()) return step::barrier;
        if (counts_events_) counter_.end_block();
        return step::ended;
    } catch (finding const& found) {
        if (unwritten_ && found.kind() != defect::race) throw *unwritten_;
        throw;
    }
}

void multiprocessor::check_stacks() const {
    for (auto const& thread : std::span(threads_).first(num_threads_))
        if (!thread->intact())
            throw error("simulated device: thread " + std::to_string(thread->rank) +
                        " ran over its stack of " + std::to_string(stacks::bytes) + " bytes");
}

// Each block has its own order, so that one launch tries many.
void multiprocessor::draw_order() {
    random_order order(launch_->options.seed, block_ + std::uint64_t{1});
    for (unsigned rank = 0; rank < num_threads_; ++rank) lane_order_[rank] = threads_[rank].get();
    for (unsigned w = 0; w < warp_order_.size(); ++w) {
        warp_order_[w] = w;
        order.permute(std::span(lane_order_).subspan(w * 32, std::min(num_threads_ - w * 32, 32u)));
    }
    order.permute(std::span(warp_order_));
}

void multiprocessor::run_warp(unsigned w) {
    std::span const lanes =
        std::span(lane_order_).subspan(w * 32, std::min(num_threads_ - w * 32, 32u));
    for (;;) {
        for (auto* const lane : lanes)
            if (lane->waits() == thread::state::ready) lane->resume();
        std::uint32_t const released = warps_[w].settle();
        if (released == 0) break;
        for (auto rest = released; rest != 0; rest &= rest - 1)
            threads_[w * 32 + static_cast<unsigned>(std::countr_zero(rest))]->release();
    }
    bool const pauses = std::any_of(lanes.begin(), lanes.end(), [](auto const* lane) {
        return lane->waits() == thread::state::paused;
    });
    if (!pauses && warps_[w].waiting() != 0) report_stuck(warps_[w], w * 32);
    if (counts_events_) counter_.end_warp(w);
}

// The others wait until none pauses any more.
bool multiprocessor::release_paused() {
    bool any = false;
    for (auto* const thread : lane_order_)
        if (thread->waits() == thread::state::paused) {
            thread->release();
            any = true;
        }
    return any;
}

bool multiprocessor::pass_barrier() {
    if (unwritten_) throw *unwritten_;
    auto const threads = std::span(threads_).first(num_threads_);
    auto const waiting = std::find_if(threads.begin(), threads.end(), [](auto const& t) {
        return t->waits() == thread::state::at_barrier;
    });
    if (waiting == threads.end()) return false; // all have exited
    auto const& first = **waiting;
    for (auto const& other : threads)
        if (other->waits() != thread::state::at_barrier ||
            !same(other->seen().site, first.seen().site))
            report_waiting(first, "the block's barrier", *other);

    if (first.publishes()) publish(first);
    else ++epoch_;
    for (auto const& t : threads) t->release();
    return true;
}

void multiprocessor::publish(thread const& any) {
    if (launch_->tickets.has_drawn(block_))
        any.fail(defect::publish, "the block publishes a second time in one launch",
                 any.seen().site);
    if (!launch_->options.is_omitted(any.seen().site))
        is_last_ = launch_->tickets.draw(block_, ++epoch_);
    // the last block is still known, but nothing is ordered
    else is_last_ = launch_->tickets.draw(block_, 0);
}

void multiprocessor::report_stuck(warp const& stuck, unsigned first_thread) const {
    auto const lane = static_cast<unsigned>(std::countr_zero(stuck.waiting()));
    auto const missing = static_cast<unsigned>(std::countr_zero(stuck.missing(lane)));
    report_waiting(*threads_[first_thread + lane], to_string(stuck.part(lane).what),
                   *threads_[first_thread + missing]);
}

void multiprocessor::report_waiting(thread const& waits, char const* in,
                                    thread const& missing) const {
    bool const exited = missing.waits() == thread::state::exited;
    bool const at_barrier = missing.waits() == thread::state::at_barrier;
    std::string const other = to_string(missing.seen());
    std::string const story = exited ? other + ", where it was last seen, has exited"
                                     : other + (at_barrier ? " waits at the block's barrier"
                                                           : " waits in another collective");
    throw make_finding(defect::divergence,
                       "divergent threads: " + to_string(waits.seen()) + " waits in " + in +
                           " for a thread that does not arrive: " + story,
                       launch_->options.seed, waits.seen(), missing.seen());
}

} // namespace gpu::inline v0::simulated
