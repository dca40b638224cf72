// SPDX-License-Identifier: Apache-2.0
#include "placement.hpp"

#include "backend.hpp"
#include "devices.hpp"
#include "scratch.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>

#include <stdexcept>
#include <utility>

namespace gpu::inline v0::detail {

std::string name_of(device_id id) { return to_string(device(id)); }

std::optional<device_id> owner_of(device_id given, void const* first) {
    if (given.kind != unspecified) {
        if (first != nullptr) backend_of(given).check_held(given.ordinal, first);
        return given;
    }
    device_id const located = first != nullptr ? locate(first) : host_id;
    return located == host_id ? std::nullopt : std::optional(located);
}

std::optional<device_id> common_owner(std::span<std::optional<device_id> const> owners) {
    std::optional<device_id> only;
    for (auto const& one : owners) {
        if (one && only && *one != *only)
            throw std::invalid_argument("the ranges lie on " + name_of(*only) + " and on " +
                                        name_of(*one) + "; copy one to where the others are");
        if (one) only = one;
    }
    return only;
}

std::optional<device_id> owner_of_range(range_request const& r) {
    if (r.n > 0) return owner_of(r.memory, r.first);
    return r.memory.kind != unspecified ? std::optional(r.memory) : std::nullopt;
}

void check_resources(call_options const& options, device_id device) {
    if (is_given(options.scratch) && options.scratch.memory != device)
        throw std::invalid_argument("with(resource) gives memory of " +
                                    name_of(options.scratch.memory) + ", but the call runs on " +
                                    name_of(device));
    if (options.stream != nullptr) backend_of(device).check_held(device.ordinal, options.stream);
}

placement place(std::optional<device_id> owner, bool empty, device_id target, bool is_automatic,
                std::string_view data) {
    bool const targeted = target.kind != unspecified;
    if (owner) {
        if (targeted && target != *owner)
            throw std::invalid_argument(std::string(data) + " on " + name_of(*owner) +
                                        ", but the policy says on " + name_of(target) +
                                        "; copy it there first");
        return {*owner};
    }
    if (!targeted && is_automatic) return {host_id};
    placement chosen{target};
    if (!targeted) {
        auto preferred = default_device();
        chosen = {preferred.device, false, std::move(preferred.fallback)};
    }
    chosen.staged = !empty && !backend_of(chosen.device).reads_host_memory();
    return chosen;
}

} // namespace gpu::inline v0::detail
