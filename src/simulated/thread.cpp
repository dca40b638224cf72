// SPDX-License-Identifier: Apache-2.0
#include "thread.hpp"

#include "multiprocessor.hpp"

#include <cstdint>
#include <cstring>
#include <string>

namespace gpu::inline v0::simulated {
namespace {

event_kind event_of(operation what) {
    switch (what) {
    case operation::sync: return event_kind::tile_sync;
    case operation::shuffle: return event_kind::shuffle;
    default: return event_kind::vote;
    }
}

std::uint64_t address_of(region const& memory, std::size_t offset) {
    return reinterpret_cast<std::uintptr_t>(memory.begin()) + offset;
}

} // namespace

thread::thread(multiprocessor& processor, unsigned rank, std::span<std::byte> stack)
    : processor_(processor), rank_(rank), fiber_(stack) {}

launch const& thread::launch() const { return processor_.launch(); }
std::uint32_t thread::block() const { return processor_.block(); }
std::uint32_t thread::present_lanes() const { return processor_.warp_of(rank_).present(); }

void thread::start() {
    state_ = state::ready;
    site_ = {};
    fiber_.start(
        [](void* argument) {
            auto& self = *static_cast<thread*>(argument);
            auto const& kernel = self.launch().kernel;
            kernel.function(kernel.arguments, self);
        },
        this);
}

void thread::cancel() {
    fiber_.cancel();
    state_ = state::exited;
}

void thread::sync_block(std::source_location const& site) {
    if (launch().options.is_omitted(site)) return;
    if (auto* const counter = processor_.counter()) counter->barrier(rank_, site);
    publishes_ = false;
    wait(state::at_barrier, site);
}

bool thread::publish(std::source_location const& site) {
    if (auto* const counter = processor_.counter()) counter->barrier(rank_, site);
    publishes_ = true;
    wait(state::at_barrier, site);
    return processor_.is_last_block();
}

void thread::pause(std::source_location const& site) { wait(state::paused, site); }

void thread::check_atomic(void const* at, std::size_t bytes, std::source_location const& site) {
    if (!launch().interleaves)
        fail(defect::deadlock, "waits for other blocks in a launch that does not interleave them",
             site);
    auto const& memory = global(at, bytes, site);
    auto const* const end = memory.begin() + memory.bytes();
    if (static_cast<std::byte const*>(at) + bytes > end)
        fail(defect::bounds,
             "an atomic access after the end of " + std::string(to_string(memory.kind())), site);
}

// Launches that interleave their blocks run on one host thread, so plain copies are atomic.
void thread::load_atomically(void const* from, void* value, std::size_t bytes,
                             std::source_location const& site) {
    check_atomic(from, bytes, site);
    std::memcpy(value, from, bytes);
}

void thread::store_atomically(void* to, void const* value, std::size_t bytes,
                              std::source_location const& site) {
    check_atomic(to, bytes, site);
    std::memcpy(to, value, bytes);
    processor_.note_progress();
}

void thread::join(collective& part) {
    if (part.what == operation::sync && launch().options.is_omitted(part.site)) return;
    if (part.what == operation::shuffle &&
        (part.members & present_lanes() & 1u << part.source) == 0)
        fail(defect::inactive_lane,
             "a shuffle takes the value of thread " +
                 std::to_string(rank_ / 32 * 32 + part.source) + ", which does not participate",
             part.site);
    if (auto* const counter = processor_.counter())
        counter->collective(rank_, event_of(part.what), part.site);
    processor_.warp_of(rank_).enter(lane(), part);
    wait(state::in_collective, part.site);
}

region& thread::shared(std::size_t element_bytes) {
    processor_.shared().refine(element_bytes);
    return processor_.shared();
}

region& thread::global(void const* pointer, std::size_t alignment,
                       std::source_location const& site) {
    auto* const region = launch().memory.find(pointer);
    if (region == nullptr)
        fail(defect::bounds, "a pointer outside the memory given to the kernel", site);
    if (reinterpret_cast<std::uintptr_t>(pointer) % alignment != 0)
        fail(defect::alignment,
             "a pointer that is not aligned to the " + std::to_string(alignment) +
                 " bytes of its type",
             site);
    return *region;
}

moment thread::present(std::source_location const& site) {
    auto const& clocks = processor_.warp_of(rank_).clocks();
    auto const& launch = processor_.launch();
    return {{site, processor_.block(), processor_.epoch(), clocks.now(lane()), rank_ & 0x3ff,
             launch.number & 0x3fffff},
            clocks.known(lane()),
            &launch.tickets,
            launch.options.seed};
}

void thread::load(region& from, std::size_t offset, void* value, std::size_t bytes,
                  std::source_location const& site) {
    site_ = site;
    if (auto* const counter = processor_.counter()) [[unlikely]]
        counter->access(rank_,
                        from.kind() == memory_kind::shared ? event_kind::shared_load
                                                           : event_kind::global_load,
                        address_of(from, offset), bytes, site);
    if (!from.load(present(site), offset, value, bytes)) [[unlikely]]
        processor_.note_unwritten({defect::unwritten,
                                   to_string(seen()) + " reads " + to_string(from.kind()) +
                                       " at byte " + std::to_string(offset) +
                                       ", which no thread has written",
                                   launch().options.seed, seen()});
}

void thread::store(region& to, std::size_t offset, void const* value, std::size_t bytes,
                   std::source_location const& site) {
    site_ = site;
    if (auto* const counter = processor_.counter()) [[unlikely]]
        counter->access(rank_,
                        to.kind() == memory_kind::shared ? event_kind::shared_store
                                                         : event_kind::global_store,
                        address_of(to, offset), bytes, site);
    to.store(present(site), offset, value, bytes);
}

void thread::fail(defect kind, std::string const& text, std::source_location const& site) const {
    witness const self{site, block(), rank_};
    throw finding(kind, to_string(self) + ": " + text, launch().options.seed, self);
}

} // namespace gpu::inline v0::simulated
