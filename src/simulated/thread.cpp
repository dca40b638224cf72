// SPDX-License-Identifier: Apache-2.0
#include "thread.hpp"

#include "multiprocessor.hpp"
#include "thread_functions.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace gpu::inline v0::simulated {
namespace {

std::size_t offset_in(region const& memory, void const* address) {
    return static_cast<std::size_t>(static_cast<std::byte const*>(address) - memory.begin());
}

event_kind event_of(operation what) {
    switch (what) {
    case operation::sync: return event_kind::tile_sync;
    case operation::shuffle: return event_kind::shuffle;
    default: return event_kind::vote;
    }
}

} // namespace

thread::thread(multiprocessor& processor, unsigned number, std::span<std::byte> stack)
    : simulated_thread{&functions_of_threads, nullptr, nullptr, 0, number}, processor_(processor),
      fiber_(stack) {}

launch_state const& thread::launch() const { return processor_.launch(); }
std::uint32_t thread::present_lanes() const { return processor_.warp_of(rank).present(); }

void thread::start() {
    state_ = state::ready;
    site_ = {};
    grid = &launch().shape.grid;
    block_shape = &launch().shape.block;
    block = processor_.block();
    fiber_.start([](void* argument) { static_cast<thread*>(argument)->run_kernel(); }, this);
}

void thread::run_kernel() {
    auto const& kernel = launch().kernel;
    try {
        kernel.function(kernel.arguments, *this);
    } catch (detail::thread_stopped const&) { // unwound the kernel, and says nothing more
    } catch (...) { // if the kernel throws it while it unwinds, it is only a consequence
        if (!stopped_by_) throw;
    }
    if (stopped_by_) std::rethrow_exception(std::exchange(stopped_by_, nullptr));
}

void thread::cancel() {
    fiber_.cancel();
    state_ = state::exited;
}

void thread::sync_block(code_location const& site) {
    if (launch().options.is_omitted(site)) return;
    if (auto* const counter = processor_.counter()) counter->barrier(rank, site);
    publishes_ = false;
    wait(state::at_barrier, site);
}

bool thread::publish(code_location const& site) {
    if (auto* const counter = processor_.counter()) counter->barrier(rank, site);
    publishes_ = true;
    wait(state::at_barrier, site);
    return processor_.is_last_block();
}

void thread::pause(code_location const& site) { wait(state::paused, site); }

region& thread::word_region(void const* at, std::size_t bytes, code_location const& site) {
    if (!launch().interleaves && !launch().options.dry)
        fail(defect::deadlock, "waits for other blocks in a launch that does not interleave them",
             site);
    auto& memory = global(at, bytes, site);
    auto const* const end = memory.begin() + memory.bytes();
    if (static_cast<std::byte const*>(at) + bytes > end)
        fail(defect::bounds,
             "an atomic access after the end of " + std::string(to_string(memory.kind())), site);
    return memory;
}

// Reading a counter and writing it at the same site is one atomic access.
void thread::count_word(event_kind kind, region const& memory, void const* at, std::size_t bytes,
                        code_location const& site) {
    auto* const counter = processor_.counter();
    if (counter == nullptr) return;
    bool const is_counter = memory.is_counter();
    if (is_counter && kind == event_kind::global_store && drew_at_ == site) return;
    drew_at_ = is_counter ? site : code_location();
    if (is_counter && kind == event_kind::global_load) kind = event_kind::atomic;
    counter->access(rank, kind, memory.counted_address(offset_in(memory, at)), bytes, site);
}

// Launches that interleave their blocks run on one host thread, so plain copies are atomic.
void thread::load_word(void const* from, void* value, std::size_t bytes,
                       code_location const& site) {
    auto& memory = word_region(from, bytes, site);
    count_word(event_kind::global_load, memory, from, bytes, site);
    if (launch().options.dry) memory.load(present(site), offset_in(memory, from), value, bytes);
    else std::memcpy(value, from, bytes);
}

void thread::store_word(void* to, void const* value, std::size_t bytes, code_location const& site) {
    auto const& memory = word_region(to, bytes, site);
    count_word(event_kind::global_store, memory, to, bytes, site);
    if (launch().options.dry) return;
    std::memcpy(to, value, bytes);
    processor_.note_progress();
}

void thread::join(collective& part) {
    if (part.what == operation::sync && launch().options.is_omitted(part.site)) return;
    if (part.what == operation::shuffle &&
        (part.source >= 32 || (part.members & present_lanes() & 1u << part.source) == 0))
        fail(defect::inactive_lane,
             "a shuffle takes the value of thread " + std::to_string(rank / 32 * 32 + part.source) +
                 ", which does not participate",
             part.site);
    if (auto* const counter = processor_.counter())
        counter->collective(rank, event_of(part.what), part.site);
    processor_.warp_of(rank).enter(lane(), part);
    wait(state::in_collective, part.site);
}

region& thread::shared(std::size_t element_bytes) {
    processor_.shared().refine(element_bytes);
    return processor_.shared();
}

region& thread::global(void const* pointer, std::size_t alignment, code_location const& site) {
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

moment thread::present(code_location const& site, bool is_atomic) {
    auto const& clocks = processor_.warp_of(rank).clocks();
    auto const& launch = processor_.launch();
    return {{site, block, processor_.epoch(), clocks.now(lane()), rank & 0x3ff,
             launch.number & 0x1fffff, is_atomic},
            clocks.known(lane()),
            &launch.tickets,
            launch.options.seed};
}

void thread::load(region& from, std::size_t offset, void* value, std::size_t bytes,
                  code_location const& site) {
    site_ = site;
    if (auto* const counter = processor_.counter()) [[unlikely]] {
        counter->access(rank,
                        from.kind() == memory_kind::shared ? event_kind::shared_load
                                                           : event_kind::global_load,
                        from.counted_address(offset), bytes, site);
        repeat(from.counted_address(offset), site);
    }
    if (!from.load(present(site), offset, value, bytes)) [[unlikely]]
        note_unwritten(from, offset);
}

// The lanes of a block take turns only when they wait. So a loop that waits for a change by itself
// would never end.
void thread::repeat(std::uint64_t address, code_location const& site) {
    constexpr std::uint32_t most = 1 << 16;
    if (address != last_read_) repeated_ = 0;
    last_read_ = address;
    if (++repeated_ >= most)
        fail(defect::deadlock,
             "reads one element again and again, which no other thread changes meanwhile; use "
             "await or a barrier to wait",
             site);
}

void thread::note_unwritten(region const& from, std::size_t offset) {
    processor_.note_unwritten(make_finding(defect::unwritten,
                                           to_string(seen()) + " reads " + to_string(from.kind()) +
                                               " at byte " + std::to_string(offset) +
                                               ", which no thread has written",
                                           launch().options.seed, seen()));
}

void thread::store(region& to, std::size_t offset, void const* value, std::size_t bytes,
                   code_location const& site) {
    site_ = site;
    last_read_ = 0; // a loop that writes may get on
    if (auto* const counter = processor_.counter()) [[unlikely]]
        counter->access(rank,
                        to.kind() == memory_kind::shared ? event_kind::shared_store
                                                         : event_kind::global_store,
                        to.counted_address(offset), bytes, site);
    to.store(present(site), offset, value, bytes);
}

void thread::access_atomically(region& at, std::size_t offset, std::size_t bytes,
                               detail::atomic_access const& access, code_location const& site) {
    site_ = site;
    if (auto* const counter = processor_.counter()) [[unlikely]]
        counter->access(rank,
                        access.kind == detail::atomic_kind::write ? event_kind::global_store
                                                                  : event_kind::atomic,
                        at.counted_address(offset), bytes, site);
    bool has_changed = false;
    if (!at.access_atomically(present(site, true), offset, bytes, access, has_changed)) [[unlikely]]
        note_unwritten(at, offset);
    if (has_changed) last_read_ = 0;
    else repeat(at.counted_address(offset), site);
    if (launch().interleaves) processor_.note_progress();
    else launch().waits.notify();
}

void thread::await(region& at, std::size_t offset, std::size_t bytes,
                   detail::atomic_access const& read, code_location const& site) {
    site_ = site;
    if (auto* const counter = processor_.counter()) [[unlikely]]
        counter->access(rank, event_kind::global_load, at.counted_address(offset), bytes, site);
    auto const look = [&] {
        bool ready = false;
        if (!at.access_atomically(present(site, true), offset, bytes, read, ready))
            fail(defect::unwritten, "waits for a word that has no first value", site);
        return ready;
    };
    if (launch().interleaves) {
        while (!look()) pause(site);
    } else if (!launch().waits.wait(look)) {
        fail(defect::deadlock,
             "waits for a word, as all running blocks do: the block that writes it has not "
             "started, or has failed",
             site);
    }
}

void thread::fail(defect kind, std::string const& text, code_location const& site) const {
    witness const self{site, block, rank};
    throw make_finding(kind, to_string(self) + ": " + text, launch().options.seed, self);
}

// The functions of kernels in headers. They are here so that the members above are inlined.
namespace {

using detail::checked_memory;
using detail::simulated_thread;
using site = code_location;

thread& library(simulated_thread& self) { return static_cast<thread&>(self); }
region& region_of(void* memory) { return *static_cast<region*>(memory); }
/// The memory of a region from an address on.
checked_memory from(region& memory, void const* address) {
    std::size_t const offset = offset_in(memory, address);
    return {&memory, memory.begin() + offset, memory.bytes() - offset};
}

bool sync_block(simulated_thread& self, site const& at) noexcept {
    return library(self).guard([&] { library(self).sync_block(at); });
}
bool publish(simulated_thread& self, site const& at, bool& is_last) noexcept {
    return library(self).guard([&] { is_last = library(self).publish(at); });
}
bool join(simulated_thread& self, collective& part) noexcept {
    return library(self).guard([&] { library(self).join(part); });
}
bool shared(simulated_thread& self, std::size_t element_bytes, checked_memory& found) noexcept {
    return library(self).guard([&] {
        auto& memory = library(self).shared(element_bytes);
        found = from(memory, memory.begin());
    });
}
bool global(simulated_thread& self, void const* pointer, std::size_t alignment, site const& at,
            checked_memory& found) noexcept {
    return library(self).guard(
        [&] { found = from(library(self).global(pointer, alignment, at), pointer); });
}
bool load(simulated_thread& self, void* memory, std::byte const* address, void* value,
          std::size_t bytes, site const& at) noexcept {
    return library(self).guard([&] {
        auto& source = region_of(memory);
        library(self).load(source, offset_in(source, address), value, bytes, at);
    });
}
bool store(simulated_thread& self, void* memory, std::byte* address, void const* value,
           std::size_t bytes, site const& at) noexcept {
    return library(self).guard([&] {
        auto& target = region_of(memory);
        library(self).store(target, offset_in(target, address), value, bytes, at);
    });
}
bool access_atomically(simulated_thread& self, void* memory, std::byte* address, std::size_t bytes,
                       detail::atomic_access const& access, site const& at) noexcept {
    return library(self).guard([&] {
        auto& target = region_of(memory);
        library(self).access_atomically(target, offset_in(target, address), bytes, access, at);
    });
}
bool await(simulated_thread& self, void* memory, std::byte* address, std::size_t bytes,
           detail::atomic_access const& read, site const& at) noexcept {
    return library(self).guard([&] {
        auto& source = region_of(memory);
        library(self).await(source, offset_in(source, address), bytes, read, at);
    });
}
bool load_word(simulated_thread& self, void const* word, void* value, std::size_t bytes,
               site const& at) noexcept {
    return library(self).guard([&] { library(self).load_word(word, value, bytes, at); });
}
bool store_word(simulated_thread& self, void* word, void const* value, std::size_t bytes,
                site const& at) noexcept {
    return library(self).guard([&] { library(self).store_word(word, value, bytes, at); });
}
bool pause(simulated_thread& self, site const& at) noexcept {
    return library(self).guard([&] { library(self).pause(at); });
}
bool fail_bounds(simulated_thread& self, void const* memory, char const* access, std::size_t i,
                 std::size_t count, std::size_t size, site const& at) noexcept {
    return library(self).guard([&] {
        library(self).fail(defect::bounds,
                           std::string(access) + " of element " + std::to_string(i) +
                               (count > 1 ? " and " + std::to_string(count - 1) + " more" : "") +
                               " of " + std::to_string(size) + " in " +
                               to_string(static_cast<region const*>(memory)->kind()),
                           at);
    });
}

} // namespace

constinit detail::thread_functions const functions_of_threads{
    &sync_block,        &publish, &join,      &shared,     &global, &load,       &store,
    &access_atomically, &await,   &load_word, &store_word, &pause,  &fail_bounds};

} // namespace gpu::inline v0::simulated
