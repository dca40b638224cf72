// SPDX-License-Identifier: Apache-2.0
#include "explain.hpp"
#include "svg_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace tool {
namespace {

using access = gpu::explanation::access;
using drawing = svg_drawing;

constexpr std::size_t card_width = 880, label_width = 180, picture_width = 512, left_edge = 20;
constexpr std::size_t picture_x = left_edge + label_width, note_x = picture_x + picture_width + 12;
constexpr std::size_t row_height = 16, most_rows = 20, most_warps = 8;

bool is_shared(access const& a) { return a.kind >= gpu::memory_access::shared_load; }
bool is_load(access const& a) {
    return a.kind == gpu::memory_access::global_load || a.kind == gpu::memory_access::shared_load;
}

/// "neighbored.hpp:42"
std::string place_of(access const& a) {
    return fmt::format("{}:{}", a.file.substr(a.file.rfind('/') + 1), a.number);
}

/// A step of a block: one source line between two barriers.
struct block_step {
    access const* first;
    std::vector<std::uint32_t> lanes; ///< of each warp; 0 if it does not take part
    std::size_t times = 1;            ///< equal steps of one line are one row
};

bool is_same_step(access const& a, access const& b) {
    return std::tie(a.interval, a.number, a.step, a.file) ==
           std::tie(b.interval, b.number, b.step, b.file);
}

std::vector<block_step> merged(std::vector<block_step> const& steps) {
    std::vector<block_step> rows;
    for (auto const& step : steps) {
        auto const known = std::ranges::find_if(rows, [&](block_step const& row) {
            return place_of(*row.first) == place_of(*step.first) && row.lanes == step.lanes;
        });
        if (known == rows.end()) rows.push_back(step);
        else ++known->times;
    }
    return rows;
}

/// The steps of the warps, in the order of the program.
std::vector<block_step> steps_of(std::vector<access const*> const& accesses, std::size_t warps) {
    std::vector<block_step> steps;
    for (auto const* const a : accesses) {
        if (a->warp >= warps) continue;
        auto known = std::ranges::find_if(
            steps, [&](block_step const& s) { return is_same_step(*s.first, *a); });
        if (known == steps.end())
            known = steps.insert(known, {a, std::vector<std::uint32_t>(warps)});
        known->lanes[a->warp] |= a->lanes;
    }
    std::ranges::stable_sort(steps, {}, [](block_step const& s) { return s.first->interval; });
    return merged(steps);
}

/// Equal requests of one warp, one after another.
struct repeated {
    access const* what;
    std::size_t times;
};

bool is_alike(access const& a, access const& b) {
    return std::tie(a.kind, a.number, a.file, a.lanes, a.sectors, a.bank_words) ==
           std::tie(b.kind, b.number, b.file, b.lanes, b.sectors, b.bank_words);
}

/// The requests of the first warp to one kind of memory. Those of a loop repeat with some period.
std::vector<repeated> requests_of(std::vector<access const*> const& accesses, bool shared) {
    std::vector<repeated> found;
    for (auto const* const a : accesses) {
        if (a->warp != 0 || is_shared(*a) != shared) continue;
        auto const known =
            std::ranges::find_if(found, [&](repeated const& r) { return is_alike(*r.what, *a); });
        if (known == found.end()) found.push_back({a, 1});
        else ++known->times;
    }
    return found;
}

std::string in_words(std::size_t times) {
    return times == 1 ? "" : fmt::format(", {} times", times);
}

/// "load, 4 sectors, 16 times"
std::string note_of(repeated const& request, unsigned number, std::string_view unit) {
    return fmt::format("{}, {} {}{}{}", is_load(*request.what) ? "load" : "store", number, unit,
                       number == 1 ? "" : "s", in_words(request.times));
}

/// The launch that is drawn: some begin with one that only clears words, or searches.
std::size_t longest_launch(gpu::explanation const& explained) {
    std::size_t longest = 0;
    for (std::size_t i = 1; i < explained.launches.size(); ++i)
        if (explained.total(i).steps > explained.total(longest).steps) longest = i;
    return longest;
}

/// Draws one launch below another.
class painter {
public:
    void heading(std::string_view text) {
        y_ += 26;
        drawing_.add_text(left_edge, y_, text, drawing::dark, drawing::anchor::start, 15);
    }

    void lanes(std::vector<access const*> const& accesses, std::size_t threads) {
        std::size_t const all_warps = (threads + 31) / 32;
        std::size_t const warps = std::min(all_warps, most_warps);
        auto const steps = steps_of(accesses, warps);
        section(fmt::format(
            "Threads of {} by step: blue are active, orange are idle in a warp "
            "that works",
            all_warps > warps ? fmt::format("the first {} of {} warps of a block", warps, all_warps)
                              : std::string("a block")));
        std::size_t const shown = std::min(threads, warps * 32);
        std::size_t const width = picture_width / std::max<std::size_t>(shown, 32);
        for (auto const& step : first_rows(steps)) lane_row(step, shown, width);
        omitted(steps.size(), "steps");
    }

    void sectors(std::vector<access const*> const& accesses) {
        auto const requests = requests_of(accesses, false);
        if (requests.empty()) return;
        section("Sectors of global memory that a request of warp 0 touches, of 32 bytes");
        for (auto const& request : first_rows(requests)) {
            label(place_of(*request.what));
            std::size_t const touched = std::min(request.what->sectors, 32u);
            run(0, touched, 16, drawing::some);
            run(touched, 32, 16, drawing::none);
            grid(32, 16);
            note(note_of(request, request.what->sectors, "sector"));
        }
        omitted(requests.size(), "requests");
    }

    void banks(std::vector<access const*> const& accesses) {
        auto const requests = requests_of(accesses, true);
        if (requests.empty()) return;
        section("Words per bank of shared memory for a request of warp 0: orange are conflicts");
        for (auto const& request : first_rows(requests)) {
            label(place_of(*request.what));
            bank_cells(*request.what);
            note(note_of(request, request.what->wavefronts, "wavefront"));
        }
        omitted(requests.size(), "requests");
    }

    [[nodiscard]] std::string finish(std::string_view title) const {
        return drawing_.to_text(card_width, y_ + 20, title);
    }

private:
    template <class T>
    static std::vector<T> first_rows(std::vector<T> rows) {
        if (rows.size() > most_rows) rows.erase(rows.begin() + most_rows, rows.end());
        return rows;
    }

    void section(std::string_view text) {
        y_ += 26;
        drawing_.add_text(left_edge, y_, text, drawing::quiet);
        y_ += 6;
    }
    void label(std::string_view text) {
        y_ += row_height;
        drawing_.add_text(picture_x - 8, y_, text, drawing::dark, drawing::anchor::end, 11);
    }
    void note(std::string_view text) {
        drawing_.add_text(note_x, y_, text, drawing::quiet, drawing::anchor::start, 11);
    }
    void omitted(std::size_t rows, std::string_view what) {
        if (rows <= most_rows) return;
        y_ += row_height;
        drawing_.add_text(picture_x, y_, fmt::format("and {} more {}", rows - most_rows, what),
                          drawing::quiet, drawing::anchor::start, 11);
    }

    /// Threads of one colour are one rectangle.
    void lane_row(block_step const& step, std::size_t threads, std::size_t width) {
        label(place_of(*step.first));
        auto const is_active = [&](std::size_t thread) {
            return (step.lanes[thread / 32] >> thread % 32 & 1) != 0;
        };
        auto const colour_of = [&](std::size_t thread) {
            if (is_active(thread)) return drawing::active;
            return step.lanes[thread / 32] != 0 ? drawing::warning : drawing::none;
        };
        std::size_t active = 0;
        for (std::size_t first = 0, last; first < threads; first = last) {
            last = first + 1;
            while (last < threads && colour_of(last) == colour_of(first)) ++last;
            run(first, last, width, colour_of(first));
            active += is_active(first) ? last - first : 0;
        }
        grid((threads + 31) / 32, 32 * width);
        auto const working = std::ranges::count_if(step.lanes, [](auto m) { return m != 0; });
        note(fmt::format("{} of {} lanes{}", active,
                         std::min<std::size_t>(threads, 32 * std::size_t(working)),
                         in_words(step.times)));
    }

    /// Adjacent banks with as many words are one rectangle with one number.
    void bank_cells(access const& request) {
        auto const& words = request.bank_words;
        bool const has_conflicts = request.wavefronts > request.least_wavefronts;
        for (std::size_t first = 0, last; first < 32; first = last) {
            last = first + 1;
            while (last < 32 && words[last] == words[first]) ++last;
            run(first, last, 16,
                words[first] == 0                   ? drawing::none
                : words[first] > 1 && has_conflicts ? drawing::warning
                                                    : drawing::some);
            if (words[first] > 1)
                drawing_.add_text(picture_x + 8 * (first + last), y_ - 1,
                                  std::to_string(words[first]), drawing::dark,
                                  drawing::anchor::middle, 10);
        }
        grid(32, 16);
    }

    /// Cells of one colour in the row.
    void run(std::size_t first, std::size_t last, std::size_t width, std::string_view colour) {
        if (first == last) return;
        drawing_.add_bar(picture_x + first * width, y_ - 11, (last - first) * width, 13, colour);
    }
    void grid(std::size_t cells, std::size_t width) {
        drawing_.add_grid(picture_x, y_ - 11, cells, width, 13);
    }

    drawing drawing_;
    std::size_t y_ = 0;
};

} // namespace

std::string to_picture(explain_results const& results) {
    painter paint;
    std::string strategies;
    for (auto const& explained : results.strategies) {
        std::size_t const drawn = longest_launch(explained);
        auto const& launch = explained.launches.at(drawn);
        std::vector<access const*> accesses;
        for (auto const& a : explained.accesses)
            if (a.launch == drawn) accesses.push_back(&a);
        std::size_t const threads = std::size_t{launch.block.x} * launch.block.y;
        auto const blocks = std::uint64_t{launch.grid.x} * launch.grid.y;
        paint.heading(fmt::format(
            "{}: {} of {} threads", launch.kernel,
            blocks == 1 ? "a block" : fmt::format("the first of {} blocks", blocks), threads));
        paint.lanes(accesses, threads);
        paint.sectors(accesses);
        paint.banks(accesses);
        strategies += (strategies.empty() ? "" : ", ") + explained.policy;
    }
    return paint.finish(
        fmt::format("{} by {}: active lanes, sectors and banks", results.problem, strategies));
}

} // namespace tool
