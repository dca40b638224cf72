// SPDX-License-Identifier: Apache-2.0
#include "text_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tool {

namespace {

std::string padded(std::string const& text, std::size_t width, alignment side) {
    std::string const spaces(width - display_width(text), ' ');
    return side == alignment::left ? text + spaces : spaces + text;
}

std::string coloured(std::string const& line, emphasis kind) {
    switch (kind) {
    case emphasis::best: return "\x1b[1;32m" + line + "\x1b[0m";
    case emphasis::wrong: return "\x1b[1;31m" + line + "\x1b[0m";
    case emphasis::none: break;
    }
    return line;
}

} // namespace

std::size_t display_width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

std::string bar(double part, std::size_t width, bool has_unicode) {
    // clang-format off
    constexpr std::array<std::string_view, 8> eighths{"", "▏", "▎", "▍",
                                                      "▌", "▋", "▊", "▉"};
    // clang-format on
    std::size_t const steps = has_unicode ? 8 : 1;
    auto length = static_cast<std::size_t>(
        std::lround(std::clamp(part, 0.0, 1.0) * static_cast<double>(width * steps)));
    if (part > 0) length = std::max<std::size_t>(length, 1);
    std::string text;
    for (std::size_t i = 0; i < length / steps; ++i) text += has_unicode ? "█" : "#";
    return text += eighths[length % steps];
}

std::string wrapped(std::string_view text, std::size_t most) {
    std::string all;
    while (!text.empty()) {
        auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        std::size_t used = 0;
        while (!line.empty()) {
            auto const word = line.substr(0, line.find(' '));
            line.remove_prefix(std::min(line.size(), word.size() + 1));
            if (used > 0 && used + 1 + display_width(word) > most) {
                all += "\n  ";
                used = 2;
            } else if (used > 0) {
                all += ' ';
                ++used;
            }
            all += word;
            used += display_width(word);
        }
        all += '\n';
    }
    return all;
}

void text_table::add_column(std::string title, alignment side, std::vector<std::string> texts) {
    insert_column(columns_.size(), std::move(title), side, std::move(texts));
}

void text_table::insert_column(std::size_t place, std::string title, alignment side,
                               std::vector<std::string> texts) {
    std::size_t width = display_width(title);
    for (auto const& text : texts) width = std::max(width, display_width(text));
    columns_.insert(columns_.begin() + static_cast<std::ptrdiff_t>(place),
                    {std::move(title), side, std::move(texts), width});
}

std::size_t text_table::width() const {
    std::size_t total = columns_.empty() ? 0 : (columns_.size() - 1) * gap_;
    for (auto const& one : columns_) total += one.width;
    return total;
}

void text_table::narrow(std::size_t most) {
    if (width() > most) gap_ = 1;
}

std::string text_table::to_text(std::vector<emphasis> const& rows) const {
    if (columns_.empty()) return {};
    auto const line = [&](auto const& text_of) {
        std::string all;
        for (auto const& one : columns_) {
            if (&one != columns_.data()) all.append(gap_, ' ');
            all += padded(text_of(one), one.width, one.side);
        }
        return all.erase(all.find_last_not_of(' ') + 1);
    };
    std::string text = line([](column const& c) { return c.title; }) + '\n';
    for (std::size_t i = 0; i < columns_[0].texts.size(); ++i)
        text += coloured(line([&](column const& c) { return c.texts[i]; }),
                         rows.empty() ? emphasis::none : rows[i]) +
                '\n';
    return text;
}

} // namespace tool
