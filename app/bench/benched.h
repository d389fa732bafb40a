// SPDX-License-Identifier: Apache-2.0
// What a case of a bench is about: an algorithm and its table, or a filter and its picture. The tables of a filter are made by
// the machine's default algorithm.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "app/bench/report.h"
#include "kernels/measure.h"

namespace satscope::app {

/// More threads than any host has.
inline constexpr int k_most_threads = 1024;

/// Numbers of a filter's picture and of its result, in the notation of type pairs.
inline constexpr TypePair k_filtered{"8u8u", Scalar::u8, Scalar::u8};

/// The algorithm or the filter of this id; null: there is none.
const Described* find_benched(std::string_view id);
/// A type pair of tables, or k_filtered; null: there is none of this id.
const TypePair* find_benched_types(std::string_view id);

/// For the picture and the bytes that must be moved; of a filter only that.
Request request_of(const BenchCase& one);
/// Whether the CPU emulates it; false where it is not known here.
bool emulated(const BenchCase& one);
/// Empty if it can run here and now, else a sentence that contains "not supported".
std::string refusal(const BenchCase& one);

/// Whether it is a file of the user's.
bool is_own_file(const BenchCase& one);
/// Whether it is a file of the user's on the GPU, which runs in another process.
bool runs_apart(const BenchCase& one);
/// How that is measured, in sentences.
inline constexpr const char* k_runs_apart =
    "A CUDA file of your own is compiled by nvcc and runs on the GPU in a process of its own. Its kernels are timed without "
    "the "
    "copies between host and device: as a graph of runs, each on memory of its own, or one by one between two events, where a "
    "graph cannot repeat what the file does.";

/// Begins to measure it. A filter's picture is compared, byte for byte, with that of a rival, or with its own by tables of the
/// serial recursion. Throws as Engine does.
std::unique_ptr<Measurement> measurement_of(const BenchCase& one, std::span<const std::byte> picture, const HowToMeasure& how);
/// What is said of that comparison, a sentence.
inline constexpr const char* k_filters_are_compared =
    "The picture of a filter is compared, byte for byte, with that of a filter that computes the same in another way; where "
    "there is none, with its own by tables of the serial recursion.";

}  // namespace satscope::app
