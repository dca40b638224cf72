// SPDX-License-Identifier: Apache-2.0
#include "held_objects.hpp"

#include "call/immortal.hpp"

#include <gpualgo/error.hpp>

#include <atomic>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>

namespace gpu::inline v0::detail {
namespace {

struct held_object {
    std::size_t bytes;
    gpu_context context;
};

/// By address. Live objects do not overlap; lost ones may overlap any object.
using objects = std::multimap<std::byte const*, held_object, std::less<>>;

struct all_objects {
    std::mutex mutex;
    objects there;
    objects gone;
    std::atomic<bool> is_any_gone{false};
};

/// Never destroyed: programs may release objects until the process ends.
all_objects& held() { return immortal<all_objects>(); }

bool contains(objects::value_type const& object, std::byte const* address) {
    return address - object.first < static_cast<std::ptrdiff_t>(object.second.bytes) &&
           address >= object.first;
}

/// Whether an address lies in one of some disjoint objects.
bool is_within(objects const& some, std::byte const* address) {
    auto const next = some.upper_bound(address);
    return next != some.begin() && contains(*std::prev(next), address);
}

} // namespace

void note_held(void const* object, std::size_t bytes, gpu_context context) {
    std::lock_guard const lock(held().mutex);
    held().there.insert({static_cast<std::byte const*>(object), {bytes, context}});
}

bool note_returned(void const* object) noexcept {
    auto const* const address = static_cast<std::byte const*>(object);
    std::lock_guard const lock(held().mutex);
    if (auto const gone = held().gone.find(address); gone != held().gone.end()) {
        held().gone.erase(gone);
        held().is_any_gone = !held().gone.empty();
        return false;
    }
    auto const found = held().there.find(address);
    if (found == held().there.end()) return false;
    bool const is_there = found->second.context.is_there();
    held().there.erase(found);
    return is_there;
}

void note_end(gpu_context context) noexcept {
    std::lock_guard const lock(held().mutex);
    auto& [mutex, there, gone, is_any_gone] = held();
    for (auto i = there.begin(); i != there.end();) {
        auto const object = i++;
        if (object->second.context == context) gone.insert(there.extract(object));
    }
    is_any_gone = !gone.empty();
}

void check_held(void const* object) {
    if (!held().is_any_gone) return; // the fast path: no GPU was reset
    auto const* const address = static_cast<std::byte const*>(object);
    std::lock_guard const lock(held().mutex);
    if (is_within(held().there, address)) return;
    for (auto const& gone : held().gone)
        if (contains(gone, address))
            throw error("this object was created before cudaDeviceReset, which destroyed it; "
                        "create it again");
}

} // namespace gpu::inline v0::detail
