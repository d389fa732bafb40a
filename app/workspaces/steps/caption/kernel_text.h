// SPDX-License-Identifier: Apache-2.0
// The source of the kernels: compiled into the program as text, or a CUDA file that was adopted.
#pragma once
#include <string_view>
#include <vector>

namespace satscope::app {

/// The text of kernels/<name>, an algorithm's or a filter's; throws std::logic_error if there is none of that name.
std::string_view kernel_text(std::string_view name);

/// "algorithms/serial.h" from a path to it, as source_text takes it, or the path of a CUDA file of the user's; empty: no source
/// that is known.
std::string_view kernel_name(std::string_view path);

/// The text of what kernel_name gives.
std::string_view source_text(std::string_view name);

/// The lines of a text, without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

/// The last line (from 1) of the statement that begins on line `first`: where its outermost parenthesis closes.
int end_of_statement(const std::vector<std::string_view>& lines, int first);

}  // namespace satscope::app
