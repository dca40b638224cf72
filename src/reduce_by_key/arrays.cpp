// SPDX-License-Identifier: Apache-2.0
#include "arrays.hpp"

#include "call/placement.hpp"
#include "call/prepare.hpp"
#include "request.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// Memory that certainly belongs to a range.
struct extent {
    void const* first;
    std::size_t bytes;
};

bool overlap(extent a, extent b) {
    auto const first = reinterpret_cast<std::uintptr_t>(a.first);
    auto const second = reinterpret_cast<std::uintptr_t>(b.first);
    return a.bytes > 0 && b.bytes > 0 &&
           (first < second ? second - first < a.bytes : first - second < b.bytes);
}

/// If the room of an output is unknown, the memory after its first element may be another object.
extent extent_of(select_output const& output, std::uint64_t n, std::size_t size) {
    bool const is_unknown = output.room == std::numeric_limits<std::uint64_t>::max();
    return {output.first, is_unknown ? size : std::min(output.room, n) * size};
}

void check_output(select_output const& output, std::uint64_t wanted) {
    if (wanted > 0 && output.first == nullptr)
        throw std::invalid_argument("a null pointer was given for a target of " +
                                    std::to_string(wanted) + " elements");
    if (wanted > output.room)
        throw std::invalid_argument("a target has " + std::to_string(output.room) +
                                    " elements, fewer than the " + std::to_string(wanted) +
                                    " runs");
}

} // namespace

void check_ranges(reduce_by_key_request& r) {
    check_range(r.first, r.n, r.value);
    check_range(r.values, r.n, r.total);
    for (auto* const output : {&r.keys_out, &r.totals_out})
        if (output->first == nullptr) output->room = 0;
    if (r.n == 0) return;
    std::size_t const key = known_types[r.value].size, total = known_types[r.total].size;
    extent const in[] = {{r.first, r.n * key}, {r.values, r.n * total}};
    extent const keys = extent_of(r.keys_out, r.n, key);
    extent const totals = extent_of(r.totals_out, r.n, total);
    for (extent const source : in)
        if (overlap(keys, source) || overlap(totals, source))
            throw std::invalid_argument("source and target overlap");
    if (overlap(keys, totals)) throw std::invalid_argument("the targets overlap");
}

std::optional<device_id> owner_of_all(reduce_by_key_request const& r) {
    auto const owner = [&](device_id given, void const* first) {
        return owner_of(given, r.n > 0 ? first : nullptr);
    };
    std::array const owners{owner(r.memory, r.first), owner(r.values_memory, r.values),
                            owner(r.keys_out.memory, r.keys_out.first),
                            owner(r.totals_out.memory, r.totals_out.first)};
    return common_owner(owners);
}

void check_room(reduce_by_key_request const& done) {
    check_output(done.keys_out, *done.runs);
    check_output(done.totals_out, *done.runs);
}

std::size_t bytes_moved(reduce_by_key_request const& done) {
    return (done.n + *done.runs) * (known_types[done.value].size + known_types[done.total].size);
}

staged_by_key::staged_by_key(reduce_by_key_request const& request, device_id device)
    : given_(request), staged_(request), device_(device),
      key_size_(known_types[request.value].size), total_size_(known_types[request.total].size) {
    if (backend_of(device).reads_host_memory()) return;
    if (!owner_of(request.memory, request.first))
        staged_.first = stage(keys_, device, request.first, request.n * key_size_, request);
    if (!owner_of(request.values_memory, request.values))
        staged_.values = stage(values_, device, request.values, request.n * total_size_, request);
    stage_output(keys_out_, staged_.keys_out, key_size_);
    stage_output(totals_out_, staged_.totals_out, total_size_);
}

void staged_by_key::stage_output(std::optional<device_buffer>& buffer, select_output& output,
                                 std::size_t size) {
    output.room = std::min(output.room, given_.n);
    if (output.room == 0 || owner_of(output.memory, output.first)) return;
    output.first = buffer.emplace(device_, output.room * size, given_).data();
}

void staged_by_key::finish() const {
    if (*given_.runs > room_for_runs(given_)) return;
    finish_output(keys_out_, given_.keys_out, key_size_);
    finish_output(totals_out_, given_.totals_out, total_size_);
}

void staged_by_key::finish_output(std::optional<device_buffer> const& buffer,
                                  select_output const& output, std::size_t size) const {
    if (buffer)
        backend_of(device_).copy(output.first, buffer->data(), *given_.runs * size, given_.stream);
}

} // namespace gpu::inline v0::detail
