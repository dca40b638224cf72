// SPDX-License-Identifier: Apache-2.0
#include "explain.hpp"

#include "counting.hpp"
#include "problem.hpp"

#include <algorithm>
#include <string_view>

namespace gpu::inline v0::detail {
namespace {

launches count(explain_request const& r) {
    switch (static_cast<explained_algorithm>(r.algorithm)) {
    case explained_algorithm::reduce:
    case explained_algorithm::transform_reduce: return count_reduction(r);
    case explained_algorithm::min_element: return count_search(r);
    case explained_algorithm::matmul: return count_product(r);
    case explained_algorithm::transform: return count_transform(r);
    case explained_algorithm::count_if:
    case explained_algorithm::copy_if:
    case explained_algorithm::partition_copy: return count_selection(r);
    case explained_algorithm::sort: return count_sort(r);
    case explained_algorithm::merge: return count_merge(r);
    default: return count_scan(r);
    }
}

/// "gpualgo/kernel/reduce/neighbored.hpp", wherever the library was built.
std::string_view as_included(std::string_view file) {
    auto const start = file.rfind("/include/gpualgo/");
    return start == file.npos ? file : file.substr(start + std::string_view("/include/").size());
}

} // namespace

bool report_launch(simulated::counted_launch const& launch, explain_sink const& sink) {
    auto const& [grid, block, shared_bytes] = launch.shape;
    explained_launch const head{launch.kernel.c_str(),
                                grid.x,
                                grid.y,
                                block.x,
                                block.y,
                                launch.counts.warps,
                                launch.counts.divergent_warps,
                                launch.counts.idle_warps,
                                launch.is_extrapolated ? 1u : 0u,
                                grid.z,
                                block.z};
    if (sink.take_launch(sink.context, &head) == 0) return false;
    for (auto const& [where, counts] : launch.counts.lines) {
        std::string const file(as_included(where.first));
        explained_line const line{file.c_str(), where.second, counts};
        if (sink.take_line(sink.context, &line) == 0) return false;
    }
    for (auto const& request : launch.first_block.requests()) {
        std::string const file(as_included(request.file));
        explained_access access{file.c_str(),
                                request.line,
                                request.step,
                                static_cast<std::uint32_t>(request.kind),
                                request.warp,
                                request.interval,
                                request.lanes,
                                request.sectors,
                                request.wavefronts,
                                request.least_wavefronts,
                                {}};
        std::ranges::copy(request.bank_words, access.bank_words);
        if (sink.take_access(sink.context, &access) == 0) return false;
    }
    return true;
}

std::string described(explain_request const& request) {
    return "gpu::explain(" + std::string(request.strategy_name) + ", " + text_of(request) + ")";
}

void explain(explain_request const& given, explain_sink const& sink) {
    explain_request request = given;
    check(request);
    auto const counted = count(request);
    for (auto const* const note : notes_of(request))
        if (sink.take_note(sink.context, note) == 0) return;
    for (auto const& launch : counted)
        if (!report_launch(launch, sink)) return;
}

} // namespace gpu::inline v0::detail
