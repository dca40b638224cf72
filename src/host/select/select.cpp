// SPDX-License-Identifier: Apache-2.0
#include "select.hpp"

#include "host/by_instruction_set.hpp"
#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"
#include "loops.hpp"
#include "select/table.hpp"

#include <gpualgo/detail/flagged_elements.hpp>
#include <gpualgo/detail/ordered_chunks.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {
namespace {

/// Elements of a chunk, which stays in the cache between its test and its copy.
constexpr std::size_t chunk = 16384;

/// A selection of elements by their bits.
template <class Bits>
class selection_on_cores {
public:
    selection_on_cores(select_request const& request, instruction_set set)
        : request_(request), x_(static_cast<std::byte const*>(request.first)), n_(request.n),
          test_(test_of_bits<Bits>(request.test)), changes_(comparison_of_bits<Bits>(request.test)),
          count_(by_instruction_set<count_elements<Bits>>::choose(set)),
          flag_(by_instruction_set<flag_elements<Bits>>::choose(set)),
          flag_changes_(by_instruction_set<flag_changes<Bits>>::choose(set)) {}

    kernel::select_totals run() {
        std::size_t const selected = is_for_count(request_) ? count_all() : copy_all();
        return {selected, n_ - selected};
    }

private:
    [[nodiscard]] std::byte const* at(std::size_t i) const { return x_ + i * sizeof(Bits); }
    [[nodiscard]] std::size_t threads() const {
        return n_ > one_core_bytes / sizeof(Bits) ? concurrency() : 1;
    }

    [[nodiscard]] std::size_t count_all() const {
        if (threads() == 1) return count_(x_, n_, test_);
        std::size_t const task = std::max(task_bytes / sizeof(Bits), n_ / max_tasks + 1);
        std::atomic<std::size_t> count = 0;
        parallel_for((n_ + task - 1) / task, [&](std::size_t i) {
            count += count_(at(i * task), std::min(task, n_ - i * task), test_);
        });
        return count;
    }

    std::size_t copy_all() {
        parallel_for(std::min<std::size_t>(threads(), (n_ + chunk - 1) / chunk),
                     [&](std::size_t) { copy_chunks(); });
        return chunks_.sum();
    }

    /// Copies chunks until none is left.
    void copy_chunks() {
        std::array<std::uint8_t, chunk + flags_at_once> flags;
        for (std::size_t i; (i = chunks_.take()) * chunk < n_;) {
            std::size_t const begin = i * chunk, size = std::min(chunk, n_ - begin);
            flag(begin, size, flags.data());
            std::size_t const count = count_flags(flags.data(), size);
            std::size_t const before = chunks_.add(i, count);
            copy(begin, request_.selected, before, count, flags.data(), 1);
            if (is_for_both(request_))
                copy(begin, request_.others, begin - before, size - count, flags.data(), 0);
        }
    }

    /// Writes the flags of a chunk.
    void flag(std::size_t begin, std::size_t size, std::uint8_t* flags) const {
        if (!is_for_unique(request_)) return flag_(at(begin), size, test_, flags);
        std::size_t const first = begin == 0 ? 1 : 0; // element 0 has no previous one
        flags[0] = 1;
        flag_changes_(at(begin + first), size - first, changes_, flags + first);
    }

    /// Copies the elements of a chunk that have a flag.
    /// @param first the index of their first one in the output
    void copy(std::size_t begin, select_output const& output, std::size_t first, std::size_t count,
              std::uint8_t const* flags, std::uint8_t wanted) const {
        std::size_t const room = output.room > first ? output.room - first : 0;
        auto const* const in = at(begin);
        auto* const out = static_cast<std::byte*>(output.first) + first * sizeof(Bits);
        copy_flagged(
            [=](std::size_t i) { return bits_at<Bits>(in, i); },
            [=](std::size_t i, Bits x) { __builtin_memcpy(out + i * sizeof(Bits), &x, sizeof x); },
            flags, wanted, std::min(room, count));
    }

    select_request const& request_;
    std::byte const* x_;
    std::size_t n_;
    kernel::range_test<Bits> test_;
    kernel::unlike_previous<Bits> changes_;
    std::size_t (*count_)(std::byte const* x, std::size_t n, kernel::range_test<Bits> test);
    void (*flag_)(std::byte const* x, std::size_t n, kernel::range_test<Bits> test,
                  std::uint8_t* flags);
    void (*flag_changes_)(std::byte const* x, std::size_t n, kernel::unlike_previous<Bits> test,
                          std::uint8_t* flags);
    ordered_chunks chunks_;
};

} // namespace

void select_on_host(select_request const& request, instruction_set set) {
    using function = kernel::select_totals (*)(select_request const& request, instruction_set set);
    static constexpr auto table = tabulate(
        []<class Bits>(type_list<Bits>) -> function {
            return [](select_request const& r, instruction_set s) {
                return selection_on_cores<Bits>(r, s).run();
            };
        },
        bits_of_elements());
    note_totals(request, table[index_of_size(request)](request, set));
}

} // namespace gpu::inline v0::detail
