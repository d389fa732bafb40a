// SPDX-License-Identifier: Apache-2.0
// satscope describe: the man pages and the completions of shells, from what --help prints, and the schemas of --json.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <regex>
#include <sstream>
#include <utility>

#include "app/commands/describe/describe.h"
#include "app/commands/describe/schemas.h"
#include "app/commands/shared/command.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/core/files/atomic_file.h"
#include "app/lessons/lesson.h"
#include "kernels/near_word.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

template <class List>
void add_ids(std::vector<std::string>& ids, const List& list) {
  for (const auto& entry : list) ids.emplace_back(entry.id);
}

std::string without_brackets(const std::string& text) {
  std::string rest;
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : 0;
    if (depth == 0) rest += c;
    depth -= c == ')' ? 1 : 0;
  }
  return rest;
}

/// The words that a text lists: "form of the table: inclusive, exclusive, padded; default: inclusive", or "how: " and lines
/// "ID: about". Nothing where it lists no words.
std::vector<std::string> listed_in(const std::string& help) {
  std::vector<std::string> words;
  if (const std::regex a_line("\n([a-z0-9-]+): "); std::regex_search(help, a_line)) {
    for (std::sregex_iterator at(help.begin(), help.end(), a_line), end; at != end; ++at) words.push_back((*at)[1]);
    return words;
  }
  std::string text = without_brackets(help.substr(0, help.find(';')));
  for (const std::string_view before : {": ", " of "})
    if (const std::size_t at = text.rfind(before); at != text.npos) {
      text.erase(0, at + before.size());
      break;
    }
  std::istringstream parts(text);
  const std::regex a_word(" *(?:or )?([A-Za-z0-9][A-Za-z0-9_.+-]*) *");
  for (std::string part; std::getline(parts, part, ',');) {
    std::smatch word;
    if (!std::regex_match(part, word, a_word)) return {};
    words.push_back(word[1]);
  }
  return words.size() > 1 ? words : std::vector<std::string>();
}

void add(std::vector<NamedValues>& pairs, const std::string& name, const std::vector<std::string>& values) {
  auto pair = std::ranges::find(pairs, name, &NamedValues::name);
  if (pair == pairs.end()) pair = pairs.insert(pairs.end(), {name});
  for (const std::string& value : values)
    if (std::ranges::find(pair->values, value) == pair->values.end()) pair->values.push_back(value);
}

void add_params(std::vector<NamedValues>& pairs, const Described& one) {
  for (const Param& param : one.params)
    add(pairs, param.id, param.kind() == "bool" ? std::vector<std::string>{"true", "false"} : param.choices);
}

/// What an option NAME=VALUE can have. of_filters: it may be of a filter, too.
std::vector<NamedValues> pairs_of(const std::string& option, bool of_filters) {
  std::vector<NamedValues> pairs;
  if (option == "--vary" || option == "--sweep")
    pairs = {{"size"}, {"threads"}, {"type", id_list(k_type_pairs)}};
  else if (option != "--param")
    return {};
  for (const Algorithm& algorithm : algorithms()) add_params(pairs, algorithm);
  if (of_filters)
    for (const Filter& filter : filters()) add_params(pairs, filter);
  return pairs;
}

/// "bench", "compare".
std::vector<std::string> names_of_schemas() {
  std::vector<std::string> names;
  for (const std::string_view name : schema_names()) names.emplace_back(name.substr(0, name.find('.')));
  return names;
}

/// Whether it takes a file, by the word for what it takes, or by its name if it is a positional.
bool takes_file(const Flag& flag) {
  constexpr std::array k_words{"FILE", "FILE...", "FOLDER", "PROGRAM", "DEVICE", "WORD", "INPUT", "OUT"};
  return std::ranges::find(k_words, flag.positional ? flag.names.front() : flag.takes) != k_words.end();
}

/// What its help says of the values.
void add_choices(Flag& flag) {
  flag.list = flag.help.starts_with("comma-separated");
  const auto says = [&](std::string_view words) { return flag.help.find(words) != std::string::npos; };
  if (says("`satscope list --lessons`"))
    for (const Lesson* lesson : all_lessons()) flag.choices.push_back(lesson->id);
  else if (says("`satscope list`"))
    add_ids(flag.choices, algorithms());
  const bool of_list = !flag.choices.empty();
  if (of_list) flag.ending = says("--lessons`") ? ".md" : ".cu";
  if (of_list && says("filters")) add_ids(flag.choices, filters());
  flag.input = flag.positional && flag.names.front() == "INPUT";  // what it lists are names behind "pattern:"
  const auto is = [&](std::string_view name) { return std::ranges::find(flag.names, name) != flag.names.end(); };
  if (std::ranges::any_of(std::array{"--compare", "--with", "--from", "--resume", "--table"}, is)) flag.ending = ".json";
  if (flag.positional && flag.help.starts_with("a CUDA file")) flag.ending = ".cu";
  if (is("--include")) flag.ending = "/";
  if (is("--chain") || is("--step-filter")) add_ids(flag.choices, filters());
  if (is("--schedule")) flag.choices = {"ticket", "reversed:", "random:", "lockstep"};
  if (is("--relative-to")) {
    add_ids(flag.choices, algorithms());
    add_ids(flag.choices, filters());
  }
  if (flag.names.front() == "COMMAND") {
    for (const Command& one : commands())
      if (!one.name.empty()) flag.choices.emplace_back(one.name);
    for (const std::string& name : names_of_schemas())
      if (std::ranges::find(flag.choices, name) == flag.choices.end()) flag.choices.push_back(name);
  }
  if (!flag.input && flag.choices.empty()) flag.choices = listed_in(flag.help);
  flag.files = of_list || (flag.choices.empty() && takes_file(flag));
}

}  // namespace

std::vector<Flag> flags_of(const Command& command) {
  CLI::App parser;
  set_up(command, parser);
  std::vector<Flag> flags;
  for (const CLI::Option* option : parser.get_options()) {
    Flag flag{{}, option->get_description(), {}, option->get_positional()};
    for (const std::string& name : option->get_snames()) flag.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) flag.names.push_back("--" + name);
    if (option->get_expected_max() > 0) flag.takes = option->get_type_name();
    flag.many = option->get_items_expected_max() > 1 && (flag.positional || option->get_allow_extra_args());
    if (flag.positional) flag.names = {option->get_name()};
    if (flag.positional || !flag.takes.empty()) add_choices(flag);
    const std::string other = other_number_of(flag.names.back());
    if (!other.empty() && !parser.get_option_no_throw(other)) flag.unlisted = other;
    if (!flag.positional) flag.pairs = pairs_of(flag.names.back(), parser.get_option_no_throw("--algorithms") != nullptr);
    if (flag.names.back() == "--set")
      for (std::string& name : std::exchange(flag.choices, {})) flag.pairs.push_back({std::move(name)});
    flags.push_back(std::move(flag));
  }
  return flags;
}

std::string title_of_value(const Flag& flag, std::string_view id) {
  const auto title = [&](const auto& list) {
    const auto* const one = find_in(list, id);
    return one ? std::string(one->title) : std::string();
  };
  if (flag.names.front() == "COMMAND") {
    const auto one = std::ranges::find(commands(), id, &Command::name);
    return one == commands().end() ? std::string() : std::string(one->summary);
  }
  for (const Lesson* lesson : all_lessons())
    if (lesson->id == id) return lesson->title;
  const std::string of_algorithm = title(algorithms());
  return of_algorithm.empty() ? title(filters()) : of_algorithm;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) text.replace(at, what.size(), by);
  return text;
}

namespace {

struct Format {
  std::string_view id;
  std::string (*text)();
};
constexpr std::array k_formats{Format{"bash", bash_completion}, Format{"zsh", zsh_completion}, Format{"fish", fish_completion}};

/// The schema of this name; without one the names, a line each.
void print_schema(const std::string& of) {
  const std::vector<std::string> names = names_of_schemas();
  if (of.empty()) return print(fmt::format("{}\n", fmt::join(names, "\n")));
  if (std::ranges::find(names, of) == names.end()) throw UsageError(unknown_word("schema", of, names));
  print_json_text(schema_text(of + ".schema.json"));
}

/// A page for each command.
void write_man_pages(const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (const Command& command : commands()) {
    AtomicFile file((std::filesystem::path(folder) / (man_name_of(command) + ".1")).string());
    file.write(man_page(command));
    file.commit();
  }
}

}  // namespace

Task declare_describe(CLI::App& parser) {
  const auto format = std::make_shared<std::string>(), of = std::make_shared<std::string>(),
             folder = std::make_shared<std::string>();
  parser.add_option("FORMAT", *format, "what to print: man, bash, zsh, fish, schema")->required();
  parser.add_option("COMMAND", *of,
                    "of man: the page of this command, else that of satscope as a whole; of schema: that of the "
                    "JSON that it prints, else the names of all");
  parser.add_option("-o,--output", *folder, "of man: a folder, into which the pages of all commands are written");
  parser.footer(
      "satscope describe bash > ~/.local/share/bash-completion/completions/satscope\n"
      "satscope describe man bench | man -l -\n"
      "satscope describe schema bench > bench.schema.json");
  return [format, of, folder] {
    if (*format != "man" && !folder->empty()) throw UsageError("--output is of man; others are printed");
    if (*format == "schema") return print_schema(*of);
    if (*format != "man" && !of->empty())
      throw UsageError("COMMAND is of man and schema; a completion is one text for all commands");
    if (*format == "man") {
      if (!folder->empty() && !of->empty()) throw UsageError("--output writes the pages of all commands; leave out COMMAND");
      if (!folder->empty()) return write_man_pages(*folder);
      const auto command = std::ranges::find(commands(), *of, &Command::name);
      if (command != commands().end()) return print(man_page(*command));
      std::vector<std::string> names;
      for (const Command& one : commands())
        if (!one.name.empty()) names.emplace_back(one.name);
      throw UsageError(unknown_word("command", *of, names));
    }
    const auto found = std::ranges::find(k_formats, *format, &Format::id);
    if (found == k_formats.end())
      throw UsageError(unknown_word("format", *format, std::array<std::string, 5>{"man", "bash", "zsh", "fish", "schema"}));
    print(found->text());
  };
}

}  // namespace satscope::app
