// SPDX-License-Identifier: Apache-2.0
/// @file
/// Drawings as SVG, in the style of the drawings in doc/images.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tool {

/// Shapes on a white card, which is readable on light and on dark pages. Coordinates are pixels.
class svg_drawing {
public:
    /// @name Colours
    /// @{
    static constexpr std::string_view active = "#1f6feb", some = "#b6d4fe", none = "#f6f8fa",
                                      warning = "#ffb454", line = "#8c959f", dark = "#1f2328",
                                      quiet = "#57606a";
    /// @}

    /// The side of a text that its x is at.
    enum class anchor { start, middle, end };

    /// @param x of the anchor
    /// @param y of the baseline
    /// @param text is escaped
    void add_text(std::size_t x, std::size_t y, std::string_view text,
                  std::string_view colour = dark, anchor side = anchor::start,
                  std::size_t size = 12);
    /// A rectangle without a border.
    void add_bar(std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                 std::string_view colour);
    /// Vertical lines at equal distances.
    /// @param cells between the lines, one fewer than these
    /// @param width of a cell
    void add_grid(std::size_t x, std::size_t y, std::size_t cells, std::size_t width,
                  std::size_t height);

    /// @param width of the card
    /// @param height of the card
    /// @param title says what the drawing shows, for readers who do not see it
    /// @return the file
    [[nodiscard]] std::string to_text(std::size_t width, std::size_t height,
                                      std::string_view title) const;

private:
    std::string shapes_;
};

} // namespace tool
