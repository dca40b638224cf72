// SPDX-License-Identifier: Apache-2.0
/// Any input describes a reduction. With every instruction set of the host its bits must equal the
/// definition's. The first bytes choose types, operator, number and address; the others are the
/// numbers, repeated.
#include "call/names.hpp"
#include "conformance/oracle.hpp"
#include "host/reduce/reductions.hpp"

#include <gpualgo/abi/reduce_lists.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

namespace {

using namespace gpu::detail;

/// Whether the total needs no rounding by the dispatcher, which is bypassed here.
bool is_reducible(conformance::reduction_case const& c) {
    return known_pairs[c.value][c.accumulator] && known_accepts[c.operation][c.accumulator] &&
           known_types[c.accumulator].computed_in == c.accumulator;
}

void compare(conformance::reduction_case const& c, std::span<unsigned char const> numbers) {
    conformance::input const x(c, numbers);
    auto const expected = conformance::expected(c, x);
    for (auto const set :
         {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512}) {
        if (!is_usable(set)) continue;
        conformance::result_bits bits = 0;
        auto request = x.request();
        request.result = &bits;
        reduce_on_host(request, set);
        if (bits == expected) continue;
        std::fprintf(stderr, "%s, %s: %llx instead of %llx\n", described(c).c_str(),
                     name_of(set).data(), static_cast<unsigned long long>(bits),
                     static_cast<unsigned long long>(expected));
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    constexpr std::size_t header = 6;
    if (size <= header) return 0;
    conformance::reduction_case c;
    c.value = data[0] % real_types::size;
    c.accumulator = data[1] % real_types::size;
    c.operation = data[2] % operators::size;
    c.offset = data[3] % 16;
    c.n = 1 + std::size_t{data[4]} + 256 * std::size_t{data[5]};
    if (is_reducible(c)) compare(c, {data + header, size - header});
    return 0;
}
