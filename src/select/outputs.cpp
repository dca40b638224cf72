// SPDX-License-Identifier: Apache-2.0
#include "outputs.hpp"

#include "call/placement.hpp"
#include "request.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// Whether other memory begins in some bytes.
bool contains(void const* first, std::size_t bytes, void const* other) {
    return reinterpret_cast<std::uintptr_t>(other) - reinterpret_cast<std::uintptr_t>(first) <
           bytes;
}

/// Bytes that certainly belong to an output. If its room is unknown, the memory after its first
/// element may be another object.
std::size_t certain_bytes(select_output const& output, std::uint64_t n, std::size_t size) {
    bool const is_unknown = output.room == std::numeric_limits<std::uint64_t>::max();
    return is_unknown ? size : std::min(output.room, n) * size;
}

void check_output(select_request const& r, select_output const& output, std::size_t size) {
    if (r.n == 0 || output.room == 0) return;
    if (contains(r.first, r.n * size, output.first) ||
        contains(output.first, certain_bytes(output, r.n, size), r.first))
        throw std::invalid_argument("source and target overlap");
}

/// Throws if an output is too short.
void check_room(select_output const& output, std::uint64_t wanted) {
    if (wanted > 0 && output.first == nullptr)
        throw std::invalid_argument("a null pointer was given for a target of " +
                                    std::to_string(wanted) + " elements");
    if (wanted > output.room)
        throw std::invalid_argument("a target has " + std::to_string(output.room) +
                                    " elements, fewer than the " + std::to_string(wanted) +
                                    " to be written");
}

bool reads_host_memory(device_id device) { return backend_of(device).reads_host_memory(); }

} // namespace

void bound_outputs(select_request& r) {
    for (auto* const output : {&r.selected, &r.others})
        if (output->first == nullptr) output->room = 0;
}

void check_outputs(select_request const& r) {
    if (is_for_count(r) || is_in_place(r)) return;
    std::size_t const size = known_types[r.value].size;
    check_output(r, r.selected, size);
    if (!is_for_both(r)) return;
    check_output(r, r.others, size);
    if (r.n == 0 || r.selected.room == 0 || r.others.room == 0) return;
    if (contains(r.selected.first, certain_bytes(r.selected, r.n, size), r.others.first) ||
        contains(r.others.first, certain_bytes(r.others, r.n, size), r.selected.first))
        throw std::invalid_argument("the targets overlap");
}

std::optional<device_id> owner_of_all(select_request const& r) {
    auto const owner = [&](device_id given, void const* first) {
        return owner_of(given, r.n > 0 ? first : nullptr);
    };
    std::array<std::optional<device_id>, 3> owners{owner(r.memory, r.first)};
    if (!is_for_count(r)) owners[1] = owner(r.selected.memory, r.selected.first);
    if (is_for_both(r)) owners[2] = owner(r.others.memory, r.others.first);
    return common_owner(owners);
}

void check_room(select_request const& done) {
    if (is_for_count(done)) return;
    check_room(done.selected, done.totals[0]);
    if (is_for_both(done)) check_room(done.others, done.totals[1]);
}

std::size_t bytes_moved(select_request const& done) {
    std::uint64_t elements = done.n;
    if (!is_for_count(done)) elements += std::min(done.selected.room, done.totals[0]);
    if (is_for_both(done)) elements += std::min(done.others.room, done.totals[1]);
    return elements * known_types[done.value].size;
}

staged_selection::staged_selection(select_request const& request, device_id device)
    : given_(request), staged_(request), device_(device), size_(known_types[request.value].size) {
    if (is_in_place(request)) stage_in_place();
    else stage_apart();
}

void staged_selection::stage_apart() {
    auto const& request = given_;
    if (reads_host_memory(device_)) return;
    if (!owner_of(request.memory, request.first))
        staged_.first = stage(in_, device_, request.first, request.n * size_, request);
    if (!is_for_count(request)) stage_output(selected_, staged_.selected);
    if (is_for_both(request)) stage_output(others_, staged_.others);
}

// Threads would overwrite elements that others have not read yet.
void staged_selection::stage_in_place() {
    std::size_t const bytes = given_.n * size_;
    if (!reads_host_memory(device_) && !owner_of(given_.memory, given_.first))
        staged_.first = stage(in_, device_, given_.first, bytes, given_);
    staged_.selected.first = selected_.emplace(device_, bytes, given_).data();
}

void staged_selection::stage_output(std::optional<device_buffer>& buffer, select_output& output) {
    output.room = std::min(output.room, given_.n);
    if (output.room == 0 || owner_of(output.memory, output.first)) return;
    output.first = buffer.emplace(device_, output.room * size_, given_).data();
}

void staged_selection::finish() const {
    finish_output(selected_, given_.selected, given_.totals[0]);
    finish_output(others_, given_.others, given_.totals[1]);
}

void staged_selection::finish_output(std::optional<device_buffer> const& buffer,
                                     select_output const& output, std::uint64_t written) const {
    if (!buffer) return;
    std::size_t const bytes = std::min(output.room, written) * size_;
    if (bytes > 0) backend_of(device_).copy(output.first, buffer->data(), bytes, given_.stream);
}

} // namespace gpu::inline v0::detail
