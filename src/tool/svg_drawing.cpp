// SPDX-License-Identifier: Apache-2.0
#include "svg_drawing.hpp"

#include <fmt/format.h>

#include <array>

namespace tool {

namespace {

std::string escaped(std::string_view text) {
    std::string result;
    for (char const c : text) {
        switch (c) {
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '&': result += "&amp;"; break;
        default: result += c;
        }
    }
    return result;
}

} // namespace

void svg_drawing::add_text(std::size_t x, std::size_t y, std::string_view text,
                           std::string_view colour, anchor side, std::size_t size) {
    constexpr std::array<std::string_view, 3> anchors{"start", "middle", "end"};
    shapes_ += fmt::format(
        "<text x=\"{}\" y=\"{}\" fill=\"{}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", x, y,
        colour, anchors[static_cast<std::size_t>(side)], size, escaped(text));
}

void svg_drawing::add_bar(std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                          std::string_view colour) {
    shapes_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x,
                           y, width, height, colour);
}

void svg_drawing::add_grid(std::size_t x, std::size_t y, std::size_t cells, std::size_t width,
                           std::size_t height) {
    shapes_ += fmt::format("<path stroke=\"{}\" d=\"M{} {}v{}", line, x, y, height);
    for (std::size_t i = 0; i < cells; ++i)
        shapes_ += fmt::format("m{} -{}v{}", width, height, height);
    shapes_ += "\"/>\n";
}

std::string svg_drawing::to_text(std::size_t width, std::size_t height,
                                 std::string_view title) const {
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                       "viewBox=\"0 0 {0} {1}\" role=\"img\" "
                       "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>{2}</title>\n"
                       "<rect width=\"{0}\" height=\"{1}\" rx=\"6\" fill=\"#ffffff\"/>\n",
                       width, height, escaped(title)) +
           shapes_ + "</svg>\n";
}

} // namespace tool
