// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include "tool/reduce_input.hpp"
#include "tool/streamed_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tool {

namespace {

namespace detail = gpu::detail;

/// @throws usage_error for options that need all elements in one process
void require_question(reduce_arguments const& arguments) {
    if (arguments.files.empty()) throw usage_error("gpualgo-mpi reduce needs a file");
    if (!arguments.is_question() || arguments.check || arguments.runs || arguments.block)
        throw usage_error("gpualgo-mpi computes one total by automatic: it has no --policy, "
                          "--check, --runs and --block");
    for (auto const& path : arguments.files)
        if (is_streamed(path))
            throw usage_error(input_name(path) +
                              " is read by one process; gpualgo-mpi reads files");
}

/// The files of a command, mapped: only what is touched is read.
class mapped_inputs {
public:
    explicit mapped_inputs(reduce_arguments const& arguments) {
        for (auto const& path : arguments.files) {
            files_.push_back(numbers_in(path, arguments.type));
            require_same_type(path, files_.back().type, arguments.files[0], files_[0].type);
            count_ += files_.back().count;
        }
        kind_ = kind_of(arguments, files_[0].type);
        require_elements(arguments, count_);
        if (!has_parts(kind_))
            throw usage_error("--op multiplies: products of complex numbers cannot be computed in "
                              "parts");
    }
    [[nodiscard]] reduction_kind kind() const { return kind_; }
    [[nodiscard]] std::uint64_t count() const { return count_; }

    /// Reduces the elements [part.end(), end) of all files.
    void append(partial_total& part, std::uint64_t end, gpu::device device,
                gpu::report& report) const {
        std::uint64_t begin = 0;
        for (auto const& file : files_) {
            auto const from = std::max(begin, part.end());
            auto const to = std::min(begin + file.count, end);
            auto const* const first = static_cast<std::byte const*>(file.first.get());
            if (from < to)
                part.append(first + (from - begin) * detail::known_types[file.type].size, to - from,
                            device, report);
            begin += file.count;
        }
    }

private:
    std::vector<numbers> files_{};
    std::uint64_t count_ = 0;
    reduction_kind kind_{};
};

} // namespace

reduce_results reduce_across(ranks const& all, reduce_arguments const& arguments) {
    require_question(arguments);
    std::optional<mapped_inputs> inputs;
    all.together([&] { inputs.emplace(arguments); });
    auto const kind = inputs->kind();
    all.require_same(inputs->count(), "the number of elements");
    all.require_same(kind.value, "the number of the type");
    auto const device = arguments.device.value_or(all.device());

    auto const segment = partial_total::segment_of(kind.value);
    partial_total part(kind, all.begin_of_block(all.rank(), inputs->count(), segment));
    gpu::report report;
    double milliseconds = 0;
    all.together([&] {
        milliseconds = milliseconds_of([&] {
            inputs->append(part, all.begin_of_block(all.rank() + 1, inputs->count(), segment),
                           device, report);
        });
    });
    auto const whole = all.merged(part);

    auto const name = [](std::uint32_t type) {
        return std::string(detail::known_types[type].name);
    };
    reduce_results found{device, inputs->count(), name(kind.value), name(kind.accumulator),
                         arguments.op};
    reduce_row row{{arguments.policy, device, {}},
                   found.n,
                   found.n * detail::known_types[kind.value].size,
                   {}};
    row.take(report);
    row.time = timing{all.longest(milliseconds)};
    if (all.is_first()) row.result = to_text(whole.total());
    found.rows.push_back(row);
    return found;
}

} // namespace tool
