// SPDX-License-Identifier: Apache-2.0
#include "reduce_pieces.hpp"

#include "choices.hpp"
#include "element_stream.hpp"
#include "input_file.hpp"
#include "partial_total.hpp"
#include "progress.hpp"
#include "reduce_input.hpp"
#include "streamed_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tool {

namespace {

namespace detail = gpu::detail;

/// The files of a command, reduced in their order.
class piecewise_reduction {
public:
    piecewise_reduction(reduce_arguments const& arguments, gpu::device device)
        : arguments_(arguments), device_(device) {}

    void append(std::string const& path) {
        if (is_streamed(path)) append_stream(path);
        else append_file(path);
    }

    [[nodiscard]] reduce_results results() const {
        require_elements(arguments_, total_->end());
        auto const name = [](std::uint32_t type) {
            return std::string(detail::known_types[type].name);
        };
        reduce_results found{device_, total_->end(), name(kind_.value), name(kind_.accumulator),
                             arguments_.op};
        reduce_row row{{arguments_.policy, device_, {}},
                       total_->end(),
                       total_->end() * detail::known_types[kind_.value].size,
                       to_text(total_->total())};
        row.take(report_);
        bool const has_called = total_->end() > 0;
        if (has_called && device_ != gpu::device::simulated()) row.time = timing{milliseconds_};
        found.rows.push_back(row);
        return found;
    }

private:
    /// Begins a file or a stream.
    void begin(std::string const& path, std::uint32_t type) {
        if (total_) return require_same_type(path, type, arguments_.files[0], kind_.value);
        kind_ = kind_of(arguments_, type);
        total_.emplace(kind_);
    }

    void append_file(std::string const& path) {
        auto const elements = numbers_in(path, arguments_.type);
        begin(path, elements.type);
        add(elements.first.get(), elements.count);
    }

    void append_stream(std::string const& path) {
        try {
            element_stream stream(path, arguments_.type ? element_type_named(*arguments_.type)
                                                        : std::nullopt);
            auto const& facts = facts_of(stream.type());
            begin(path, type_number(detail::known_types, facts.name));
            for (auto piece = stream.next(); !piece.empty(); piece = stream.next()) {
                shown_.show(fmt::format("reading {}: {} MiB", input_name(path),
                                        total_->end() * facts.size >> 20));
                add(piece.data(), piece.size() / facts.size);
            }
        } catch (usage_error const&) {
            throw;
        } catch (std::invalid_argument const& refused) {
            throw input_error(refused.what());
        }
    }

    void add(void const* first, std::size_t n) {
        milliseconds_ += milliseconds_of([&] { total_->append(first, n, device_, report_); });
    }

    reduce_arguments const& arguments_;
    gpu::device device_;
    reduction_kind kind_{};
    std::optional<partial_total> total_{};
    gpu::report report_{}; ///< on the last piece
    double milliseconds_ = 0;
    progress shown_{};
};

} // namespace

std::optional<reduce_results> reduce_pieces(reduce_arguments const& arguments, gpu::device device) {
    auto const& files = arguments.files;
    bool const runs_once =
        arguments.is_question() && !arguments.check && !arguments.runs && !arguments.block;
    bool const has_pieces =
        files.size() > 1 || std::any_of(files.begin(), files.end(), is_streamed);
    // there are no partial products of complex numbers, and types are not known yet
    if (!runs_once || !has_pieces || arguments.op == "multiplies") return std::nullopt;
    piecewise_reduction total(arguments, device);
    for (auto const& path : files) total.append(path);
    return total.results();
}

} // namespace tool
