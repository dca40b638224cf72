// SPDX-License-Identifier: Apache-2.0
#include "ranges.hpp"

#include "call/backend.hpp"
#include "call/prepare.hpp"
#include "program.hpp"

#include <gpualgo/error.hpp>

#include <limits>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {

void check_number_of_ranges(expression_request const& r) {
    if (r.ranges > most_ranges)
        throw unsupported_operator("this library takes " + std::to_string(most_ranges) +
                                   " ranges at most");
}

std::size_t bytes_of(number_range const& range, std::uint64_t n) {
    if (range.type >= number_type::count)
        throw unsupported_operator("this library does not know the type of the elements");
    if (n == 0) return 0;
    std::uint64_t const most = std::numeric_limits<std::ptrdiff_t>::max() / size_of(range.type);
    if (range.step == 0) throw std::invalid_argument("the step of a range is 0");
    if (n > 1 && (n > most || range.step > (most - 1) / (n - 1)))
        throw std::invalid_argument("the range is larger than the address space");
    return static_cast<std::size_t>((n - 1) * range.step + 1) * size_of(range.type);
}

void check_memory(std::span<number_range const> ranges, std::uint64_t n) {
    for (auto const& range : ranges) {
        (void)bytes_of(range, n);
        if (range.first == nullptr && n > 0)
            throw std::invalid_argument("a null pointer was given for a range of " +
                                        std::to_string(n) + " elements");
    }
}

void check_made(expression_request const& made, std::uint64_t n) {
    check_number_of_ranges(made);
    if (made.n != n)
        throw std::invalid_argument("a search of " + std::to_string(n) +
                                    " elements makes them of ranges of " + std::to_string(made.n));
    check_memory(inputs_of(made), n);
}

std::optional<device_id> common_owner(std::span<number_range const> ranges, std::uint64_t n) {
    std::optional<device_id> owner;
    bool has_plain = false, has_owner = false;
    for (auto const& range : ranges) {
        auto const its = owner_of(range.memory, n > 0 ? range.first : nullptr);
        if (!its) {
            has_plain = true;
            continue;
        }
        if (has_owner && *owner != *its)
            throw std::invalid_argument("the ranges lie on " + name_of(*owner) + " and on " +
                                        name_of(*its) + "; copy them to one device");
        owner = its;
        has_owner = true;
    }
    if (has_plain && has_owner && n > 0 && !backend_of(*owner).reads_host_memory())
        throw std::invalid_argument("one range lies on " + name_of(*owner) +
                                    ", and another in memory of the host; copy one to where the "
                                    "other is");
    return owner;
}

void stage_inputs(expression_request& r, device_id device, input_buffers& buffers) {
    for (std::size_t i = 0; i < r.ranges; ++i)
        r.in[i].first = stage(buffers[i], device, r.in[i].first, bytes_of(r.in[i], r.n), r);
}

std::uint64_t bytes_read(expression_request const& r) {
    std::uint64_t bytes = 0;
    for (auto const& range : inputs_of(r)) bytes += r.n * size_of(range.type);
    return bytes;
}

} // namespace gpu::inline v0::detail
