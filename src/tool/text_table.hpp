// SPDX-License-Identifier: Apache-2.0
/// @file
/// Text in columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

/// Where the text of a column stands.
enum class alignment { left, right };

/// The colour of a row.
enum class emphasis { none, best, wrong };

/// A table whose columns are as wide as their texts.
class text_table {
public:
    /// Add a column, after those that are there.
    void add_column(std::string title, alignment side, std::vector<std::string> texts);

    /// Add a column at some place.
    /// @param place of the new column, from 0
    void insert_column(std::size_t place, std::string title, alignment side,
                       std::vector<std::string> texts);

    /// @return columns of the terminal that the table takes
    [[nodiscard]] std::size_t width() const;

    /// Halve the gaps between columns if the table is wider than this.
    void narrow(std::size_t most);

    /// @return how many columns the table has
    [[nodiscard]] std::size_t columns() const { return columns_.size(); }

    /// @param rows the emphasis of each row; empty for no colours
    /// @return the titles and a line for each row
    [[nodiscard]] std::string to_text(std::vector<emphasis> const& rows = {}) const;

private:
    struct column {
        std::string title;
        alignment side;
        std::vector<std::string> texts;
        std::size_t width;
    };
    std::vector<column> columns_;
    std::size_t gap_ = 2;
};

/// @param text lines of words
/// @param most columns of a line, exceeded only by longer words
/// @return the same, each line broken between words; what follows is indented by two columns
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t most);

/// @return code points of a text in UTF-8, each of which takes one column in tables
[[nodiscard]] std::size_t display_width(std::string_view text);

/// @param part from 0 to 1
/// @param width columns of a whole bar
/// @param has_unicode eighths of columns; otherwise whole ones, of #
/// @return a bar, at least a trace of it if the part is above 0
[[nodiscard]] std::string bar(double part, std::size_t width, bool has_unicode);

} // namespace tool
