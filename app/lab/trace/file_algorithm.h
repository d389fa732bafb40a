// SPDX-License-Identifier: Apache-2.0
// A student's CUDA file as an algorithm like ours: stepped, run on pictures, timed. It is emulated on the CPU.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "app/lab/compiler.h"
#include "kernels/plan.h"

namespace satscope::app::lab {

/// Whether a word names a CUDA file rather than an algorithm: it ends in .cu.
bool names_cuda_file(std::string_view word);

/// Compiles the file, runs it once, and adds it to the list of algorithms, with the path as its id. Its types are those of its
/// table(), its form the one that it makes. Once adopted, a file is compiled again where it has changed. Throws
/// std::runtime_error with a sentence, and file and line, if it does not compile, has no table() or does not come to its end.
const Algorithm& adopt_file(const std::string& path, const std::string& compiler = "");

/// Adds a file that cannot be adopted to the list, with what it was said about it: whatever runs it throws that.
const Algorithm& adopt_broken_file(const std::string& path, const std::string& why);

/// The types of what a file sums; of another algorithm those of bytes.
const TypePair& types_of(const Algorithm& algorithm);

/// What the program of a file printed while its newest trace of this extent and these parameters was made. None: there was no
/// such trace.
std::optional<std::string> printed_in_trace(const std::string& path, const Request& request);

/// A file that was opened, or dropped on the window, waits here until Steps takes it.
void offer_file(const std::string& path);
std::optional<std::string> take_offered_file();

}  // namespace satscope::app::lab
