// SPDX-License-Identifier: Apache-2.0
// What the Lab keeps from one start to the next: its runtime, and programs, each in a folder named by all that it was made of.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace satscope::app::lab {

/// $XDG_CACHE_HOME/satscope/lab.
std::filesystem::path cache_folder();
/// A name for a text, of 32 letters and digits: Fowler, Noll and Vo's hash, twice.
std::string hash_of(std::string_view text);

/// The whole of a file. Throws std::runtime_error if it cannot be read.
std::string file_text(const std::filesystem::path& path);

/// Returns the place. If it is not there, fill gets a folder beside it, which then takes the place at once, so that no other
/// process sees half of it. Throws std::runtime_error if nothing can be written there, and what fill throws.
std::filesystem::path kept(const std::filesystem::path& place, const std::function<void(const std::filesystem::path&)>& fill);
/// Notes that a program is in use. Those beside it that were not used for the longest time go.
void mark_used(const std::filesystem::path& program);

/// Whether the user has let this text of a file run, in the window or by `satscope check`. The path is absolute.
bool has_run(const std::string& path, const std::string& text);
void remember_run(const std::string& path, const std::string& text);

}  // namespace satscope::app::lab
