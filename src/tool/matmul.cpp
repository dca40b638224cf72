// SPDX-License-Identifier: Apache-2.0
#include "matmul.hpp"

#include "choices.hpp"
#include "matmul/names.hpp"
#include "matmul_input.hpp"
#include "npy_writer.hpp"
#include "number.hpp"
#include "option_values.hpp"
#include "planning.hpp"
#include "product_call.hpp"
#include "product_reference.hpp"
#include "progress.hpp"
#include "sort_rows.hpp"
#include "timing.hpp"

#include <gpualgo/detail/call.hpp>
#include <gpualgo/error.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tool {

namespace {

namespace detail = gpu::detail;

constexpr auto automatic_product =
    detail::number_of<gpu::policy::automatic, detail::matmul_strategies>;

/// One way to multiply, ready to be called any number of times.
struct way {
    std::string name;
    std::shared_ptr<product_call> call;
    std::shared_ptr<product_reference const> right;
    detail::matmul_request options;
};

/// The products that a command asks for.
class plan {
public:
    plan(matmul_arguments const& arguments, factors const& input, gpu::device device)
        : arguments_(arguments) {
        bool const all = arguments.policy == "all";
        auto const right = std::make_shared<product_reference const>(input);
        if (all && device.kind() == gpu::device_kind::cuda) add(gpu::device::host(), input, right);
        add(device, input, right);
        bool const is_bare = arguments.format == output_format::number;
        if (device != gpu::device::host() || arguments.device || is_bare) return;
        auto const corner = input.corner(most_simulated_each_way);
        add(gpu::device::simulated(), corner,
            corner.shape() == input.shape() ? right
                                            : std::make_shared<product_reference const>(corner));
    }

    [[nodiscard]] std::vector<way> const& all() const { return all_; }

private:
    void add(gpu::device device, factors const& input,
             std::shared_ptr<product_reference const> const& right) {
        bool const on_host = device == gpu::device::host();
        auto const call = std::make_shared<product_call>(input, device);
        for (std::uint32_t i = 0; i < detail::known_matmul_strategies.size(); ++i) {
            auto const& strategy = detail::known_matmul_strategies[i];
            if (on_host && arguments_.policy == "all" && i != automatic_product) continue;
            for (auto const space : spaces_of(strategy)) {
                if (!is_wanted(arguments_.policy, strategy, space)) continue;
                all_.push_back({on_host ? std::string(strategy.name) : policy_name(strategy, space),
                                call, right, options(i, space)});
                if (on_host) break;
            }
        }
    }

    /// A strategy gets a block size that it does not take only if it was asked for alone: then the
    /// library objects.
    [[nodiscard]] detail::matmul_request options(std::uint32_t strategy,
                                                 gpu::memory_space space) const {
        detail::matmul_request request;
        request.strategy = strategy;
        if (spaces_of(detail::known_matmul_strategies[strategy]).size() > 1)
            request.space = static_cast<std::uint32_t>(space);
        auto const takes = detail::known_block_rules[strategy].accepts;
        if (arguments_.block &&
            (arguments_.policy != "all" || (takes != nullptr && takes(*arguments_.block))))
            request.block_size = *arguments_.block;
        return request;
    }

    matmul_arguments const& arguments_;
    std::vector<way> all_;
};

matmul_row first_run(way const& one) {
    gpu::report ran;
    one.call->forget();
    one.call->run(one.options, ran);
    auto const error = one.right->compare(one.call->fetch());
    matmul_row row{{one.name, one.call->device(), {}},
                   one.call->shape(),
                   one.call->bytes(),
                   error.relative,
                   one.right->checked()};
    row.take(ran);
    row.agrees = error.agrees;
    return row;
}

/// The product, a line for each row, with spaces between elements.
std::string text_of_rows(product_call& call) {
    auto const [m, n, k] = call.shape();
    auto const type = type_number(detail::known_types, facts_of(call.product_type()).name);
    auto const* const elements = static_cast<std::byte const*>(call.fetch());
    auto element = number::zero_of(type);
    std::size_t const bytes = facts_of(call.product_type()).size;
    std::string text;
    for (std::int64_t i = 0; i < m * n; ++i) {
        std::memcpy(element.data(), elements + static_cast<std::size_t>(i) * bytes, bytes);
        text += to_text(element);
        text += (i + 1) % n == 0 ? '\n' : ' ';
    }
    return text;
}

constexpr double timing_work = 2000; ///< milliseconds, about

/// An estimate of the milliseconds that a first run and its check take.
double estimated(way const& one) {
    auto const [m, n, k] = one.call->shape();
    double const per_step = one.call->device() == gpu::device::simulated() ? 1e-4 : 1e-7;
    return 1 + static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) * per_step;
}

void time(std::vector<way> const& all, std::vector<matmul_row>& rows, timing_plan const& plan,
          progress& shown) {
    std::vector<std::function<void()>> calls;
    std::vector<matmul_row*> timed;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (rows[i].device.kind() == gpu::device_kind::simulated) continue;
        calls.push_back([&one = all[i]] {
            gpu::report ignored;
            one.call->run(one.options, ignored);
        });
        timed.push_back(&rows[i]);
    }
    double before = 0;
    auto const timings = time_in_turns(calls, plan, [&](double part) {
        shown.advance((part - before) * timing_work);
        before = part;
    });
    for (std::size_t i = 0; i < timed.size(); ++i) timed[i]->time = timings[i];
}

} // namespace

matmul_results matmul(matmul_arguments const& arguments) {
    auto const device = device_of(arguments);
    require_gpu(arguments.policy, device);
    factors const input = input_of(arguments);
    std::optional<plan> planned;
    {
        progress shown;
        shown.show("the product in double");
        planned.emplace(arguments, input, device);
    }
    matmul_results found{device, input.shape(),
                         std::string(detail::known_matmul_types[input.a.type].name)};
    double work = timing_work;
    for (auto const& way : planned->all()) work += estimated(way);
    progress shown(work);
    std::vector<way> ran;
    for (auto const& way : planned->all()) {
        auto const [m, n, k] = way.call->shape();
        shown.show(fmt::format("{} of {}: {} on {}, {}x{}x{}", ran.size() + 1,
                               planned->all().size(), way.name, gpu::to_string(way.call->device()),
                               m, n, k));
        try {
            found.rows.push_back(first_run(way));
            ran.push_back(way);
        } catch (gpu::error const& missing) {
            bool const may_lack =
                way.name == gpu::policy::vendor::name || way.name == gpu::policy::tensor_core::name;
            if (arguments.policy != "all" || !may_lack) throw;
            found.skipped.insert(skipped_note(way.name, missing.what()));
            continue;
        }
        shown.advance(estimated(way));
        if (ran.size() == 1 && arguments.format == output_format::number)
            found.product = text_of_rows(*way.call);
        if (ran.size() == 1 && arguments.output && found.rows[0].agrees == true)
            write_npy(*arguments.output, way.call->product_type(), m, n, way.call->fetch());
    }
    if (arguments.format == output_format::number) return found; // nobody sees times
    shown.show("timing");
    time(ran, found.rows, {arguments.runs, arguments.warmup}, shown);
    sort_rows(found.rows, arguments.order);
    return found;
}

} // namespace tool
