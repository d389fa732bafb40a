// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "app/lessons/lesson.h"
#include "app/lessons/lesson_files.h"
#include "app/sources/loaders.h"
#include "kernels/near_word.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_first_steps = "00-first-steps.md";

/// "03-tree.md" is "tree": the number is its place.
std::string id_of(std::string_view name) {
  name.remove_suffix(k_lesson_ending.size());
  const std::size_t dash = name.find('-');
  return std::string(name.substr(dash == name.npos ? 0 : dash + 1));
}

std::string text_of_file(const std::string& name) {
  constexpr std::uintmax_t k_most = std::uintmax_t{1} << 20;
  std::error_code error;
  if (!std::filesystem::exists(name, error)) throw LessonError(fmt::format("there is no file '{}'", name));
  try {
    const std::vector<std::byte> bytes = whole_file(name, k_most);
    return std::string(FileBytes{name, bytes}.text());
  } catch (const InputError& problem) {
    throw LessonError(problem.what());
  }
}

}  // namespace

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all = [] {
    std::vector<Lesson> made;
    for (const std::string_view name : lesson_names())
      if (name != k_first_steps) made.push_back(parse_lesson(lesson_text(name), id_of(name)));
    return made;
  }();
  return all;
}

const Lesson& first_steps() {
  static const Lesson lesson = parse_lesson(lesson_text(k_first_steps), id_of(k_first_steps));
  return lesson;
}

std::vector<const Lesson*> all_lessons() {
  std::vector<const Lesson*> all{&first_steps()};
  for (const Lesson& lesson : lessons()) all.push_back(&lesson);
  return all;
}

const Lesson* find_lesson(std::string_view id) {
  const std::vector<const Lesson*> all = all_lessons();
  const auto found = std::ranges::find(all, id, &Lesson::id);
  return found == all.end() ? nullptr : *found;
}

Lesson load_lesson(const std::string& id_or_file) {
  if (const Lesson* ours = find_lesson(id_or_file)) return *ours;
  if (!id_or_file.ends_with(k_lesson_ending)) {
    std::vector<std::string> ids;
    for (const Lesson* lesson : all_lessons()) ids.push_back(lesson->id);
    throw LessonError(fmt::format("{}, or a file NAME{}", unknown_word("lesson", id_or_file, ids), k_lesson_ending));
  }
  return parse_lesson(text_of_file(id_or_file), std::filesystem::path(id_or_file).filename().string());
}

std::string input_below(const std::string& lesson_file, const std::string& input) {
  if (input.find(':') != input.npos) return input;
  const std::filesystem::path folder = std::filesystem::canonical(std::filesystem::path(lesson_file)).parent_path();
  std::error_code unknown;
  const std::filesystem::path file = std::filesystem::weakly_canonical(folder / input, unknown);
  if (unknown || std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first != folder.end())
    throw std::runtime_error(fmt::format("'{}' leads out of the lesson's folder; put the file below it", input));
  return file.string();
}

}  // namespace satscope::app
