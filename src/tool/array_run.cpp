// SPDX-License-Identifier: Apache-2.0
#include "array_run.hpp"

#include "appearance.hpp"
#include "array_algorithm.hpp"
#include "host_memory.hpp"
#include "npy_writer.hpp"
#include "number.hpp"
#include "option_values.hpp"
#include "placed.hpp"
#include "planning.hpp"
#include "race.hpp"
#include "range_input.hpp"
#include "sort_rows.hpp"
#include "timing.hpp"

#include <gpualgo/detail/device_memory.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

namespace tool {

namespace {

namespace detail = gpu::detail;

/// Memory for a result, on the host or on a GPU.
struct result_memory {
    gpu::device device;
    std::shared_ptr<void> first;
    numbers on_host; ///< in the same memory unless the device is a GPU

    void* data() const { return first.get(); }
    /// Overwrites the result, so that the next call cannot be taken for right without writing.
    void forget() const {
        std::memset(const_cast<void*>(on_host.first.get()), 0x5a, on_host.bytes());
        if (data() != on_host.first.get())
            detail::copy_bytes(device, data(), gpu::device::host(), on_host.first.get(),
                               on_host.bytes());
    }
    /// @return the result, on the host
    numbers const& fetch() const {
        if (data() != on_host.first.get())
            detail::copy_bytes(gpu::device::host(), const_cast<void*>(on_host.first.get()), device,
                               data(), on_host.bytes());
        return on_host;
    }
};

number element(numbers const& all, std::size_t i) {
    auto one = number::zero_of(all.type);
    std::size_t const size = detail::known_types[all.type].size;
    std::memcpy(one.data(), static_cast<std::byte const*>(all.first.get()) + i * size, size);
    return one;
}

/// The first elements and the last one: "1, 3, 6, ..., 5050".
std::string list_of(numbers const& all) {
    constexpr std::size_t shown = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, all.count); ++i)
        text += (i > 0 ? ", " : "") + to_text(element(all, i));
    if (all.count > shown + 1) text += ", ...";
    if (all.count > shown) text += ", " + to_text(element(all, all.count - 1));
    return all.count == 0 ? "no elements" : text;
}

std::string lines_of(numbers const& all) {
    std::string text;
    for (std::size_t i = 0; i < all.count; ++i) text += to_text(element(all, i)) + '\n';
    return text;
}

/// The calls of one command, and their results.
class array_calls {
public:
    array_calls(array_arguments const& arguments, numbers elements)
        : arguments_(arguments), algorithm_(*arguments.algorithm), elements_(std::move(elements)) {}

    void add_strategies(gpu::device device, std::size_t most) {
        auto const part = elements_.front(most);
        std::optional<numbers> input;
        for_each_strategy(
            algorithm_.strategies(), arguments_, device,
            [&](std::uint32_t i, auto const& strategy, gpu::memory_space space, std::string name) {
                detail::range_request request;
                request.strategy = i;
                request.value = part.type;
                request.target = device.id();
                set_options(request, arguments_, strategy, space);
                auto const check = [&] {
                    gpu::report ignored;
                    algorithm_.call(request, nullptr, ignored);
                };
                if (!can_run(check, part.count, arguments_, strategy, skipped_)) return;
                if (!input) input = placed(part, device);
                request.first = input->first.get();
                request.n = input->count;
                if (device.kind() == gpu::device_kind::cuda) request.memory = device.id();
                auto const out = memory_for(part, device);
                auto run = [this, request, out, keep = *input](gpu::report& report) {
                    algorithm_.call(request, out->data(), report);
                };
                bool const is_canonical = device == gpu::device::host() || i == 0;
                add(std::move(name), part, out, is_canonical, std::move(run));
            });
    }

    void add_comparisons() {
        auto const out = memory_for(elements_, gpu::device::host());
        for (auto& other : algorithm_.comparisons(elements_, out->data()))
            add(other.name, elements_, out, false,
                [run = std::move(other.run)](gpu::report&) { run(); });
    }

    [[nodiscard]] std::vector<entrant<array_row>> const& all() const { return all_; }
    [[nodiscard]] std::set<std::string> const& skipped() const { return skipped_; }

private:
    using result_pointer = std::shared_ptr<result_memory const>;
    using call = std::function<void(gpu::report&)>;

    /// Memory that calls on one device share.
    result_pointer memory_for(numbers const& part, gpu::device device) {
        auto& known = memory_[{gpu::to_string(device), part.count}];
        if (known) return known;
        auto const [type, count] = algorithm_.result_of(part);
        std::size_t const size = detail::known_types[type].size;
        require_memory(count, size);
        auto const host = std::make_shared_for_overwrite<std::byte[]>(count * size);
        numbers const on_host{type, {host, host.get()}, count};
        std::shared_ptr<void> first(host, host.get());
        if (device.kind() == gpu::device_kind::cuda) {
            auto const memory = std::make_shared<detail::device_memory>(device, count * size);
            first = {memory, memory->data()};
        }
        return known = std::make_shared<result_memory const>(
                   result_memory{device, std::move(first), on_host});
    }

    void add(std::string name, numbers const& part, result_pointer const& out, bool is_canonical,
             call run) {
        auto const device = out->device;
        auto const first = [=, this](double& milliseconds) {
            gpu::report ran;
            out->forget();
            milliseconds = milliseconds_of([&] { run(ran); });
            auto const& result = out->fetch();
            array_row row{
                {{name, device, {}}, part.count, part.bytes() + result.bytes(), list_of(result)}};
            row.take(ran);
            if (!arguments_.is_question() || arguments_.check)
                row.agrees = algorithm_.agrees(part, result, ran) &&
                             (!is_canonical || device == gpu::device::host() ||
                              has_canonical_bits(part, result));
            if (rows_++ == 0) keep(result, row);
            return row;
        };
        auto const again = [run] {
            gpu::report ignored;
            run(ignored);
        };
        all_.push_back({std::move(name), device, part.count, first, again});
    }

    /// @return whether the result has the bits that the host gives
    bool has_canonical_bits(numbers const& part, numbers const& result) {
        auto& right = right_[part.count];
        if (right.empty()) {
            right.resize(result.bytes());
            detail::range_request request;
            request.value = part.type;
            request.target = gpu::device::host().id();
            request.first = part.first.get();
            request.n = part.count;
            gpu::report ignored;
            algorithm_.call(request, right.data(), ignored);
        }
        return std::memcmp(right.data(), result.first.get(), right.size()) == 0;
    }

    /// Writes the first row's result to the file that the command names, or makes it text.
    void keep(numbers const& result, array_row const& row) {
        if (arguments_.output && row.agrees != false)
            write_npy(*arguments_.output,
                      *element_type_named(detail::known_types[result.type].name), result.count,
                      result.first.get());
        if (arguments_.format == output_format::number) text_ = lines_of(result);
        answers_ = algorithm_.answers(result);
        chart_ = algorithm_.chart(result, appearance_of_stdout(false).has_unicode);
    }

public:
    /// @return the first row's result, if it is to be printed
    [[nodiscard]] std::string const& text() const { return text_; }
    /// Add what describes the first row's result.
    void describe(array_results& found) const {
        found.options.insert(found.options.end(), answers_.begin(), answers_.end());
        found.chart = chart_;
    }

private:
    array_arguments const& arguments_;
    array_algorithm const& algorithm_;
    numbers elements_;
    std::vector<entrant<array_row>> all_{};
    std::set<std::string> skipped_{};
    std::map<std::pair<std::string, std::size_t>, result_pointer> memory_{};
    std::map<std::size_t, std::vector<std::byte>> right_{};
    std::size_t rows_ = 0;
    std::string text_{};
    std::vector<json_member> answers_{};
    std::string chart_{};
};

} // namespace

array_results run_array(array_arguments const& arguments) {
    auto const device = device_of(arguments);
    require_gpu(arguments.policy, device);
    auto const& algorithm = *arguments.algorithm;
    auto const elements = numbers_of(arguments);
    algorithm.check(elements.type);
    array_calls calls(arguments, elements);
    plan_devices(
        arguments, device, [&](gpu::device d, std::size_t most) { calls.add_strategies(d, most); },
        [&] { calls.add_comparisons(); });
    array_results found{device,
                        elements.count,
                        std::string(detail::known_types[elements.type].name),
                        algorithm.title(),
                        algorithm.options(),
                        {},
                        calls.skipped()};
    found.is_random = arguments.files.empty();
    race(arguments, calls.all()).run(found.rows, found.skipped);
    found.result = calls.text();
    calls.describe(found);
    sort_rows(found.rows, arguments.order);
    return found;
}

} // namespace tool
