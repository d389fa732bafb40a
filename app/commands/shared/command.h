// SPDX-License-Identifier: Apache-2.0
// The commands.
#pragma once
#include <functional>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace satscope::app {

/// The command line is wrong: exit code 2. what() is one sentence that says what was wrong and what is allowed.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A signal ended the command early, with everything closed: exit code 128 + signal. what() says what is kept.
struct Interrupted : std::runtime_error {
  Interrupted(int signal_number, const std::string& what) : std::runtime_error(what), signal(signal_number) {}
  int signal;
};

/// A command has printed its result, which is what this exit code says.
struct Finished {
  int code;
};

/// The command that prints the schema of the JSON of a command.
std::string schema_of(std::string_view command);

/// What a command does once its options are read. Returns the exit code 0, or throws.
using Task = std::function<void()>;

/// A command declares its options to a parser and returns its action.
struct Command {
  std::string_view name;     ///< the first word that chooses it; empty for the window, which needs no word
  std::string_view summary;  ///< one line for the help
  Task (*declare)(CLI::App&);
};

Task declare_open(CLI::App&);
Task declare_list(CLI::App&);
Task declare_sat(CLI::App&);
Task declare_store(CLI::App&);
Task declare_box(CLI::App&);
Task declare_faces(CLI::App&);
Task declare_filter(CLI::App&);
Task declare_trace(CLI::App&);
Task declare_steps(CLI::App&);
Task declare_bench(CLI::App&);
Task declare_sweep(CLI::App&);
Task declare_report(CLI::App&);
Task declare_kernels(CLI::App&);
Task declare_model(CLI::App&);
Task declare_check(CLI::App&);
Task declare_doctor(CLI::App&);
Task declare_lesson(CLI::App&);
Task declare_shot(CLI::App&);
Task declare_describe(CLI::App&);

/// All of them, in the order of the help.
std::span<const Command> commands();

/// "satscope" or "satscope NAME".
std::string title_of(const Command& command);

/// Command lines that are worth trying, below the help and in the man page.
struct CommandExample {
  std::string_view command;  ///< a name of commands()
  std::string_view line, what;
};
std::span<const CommandExample> command_examples();
/// Those of a command, as its help ends with them; empty: it has none.
std::string examples_text(std::string_view command);

/// An exit code, or a range of them, and what it says.
struct ExitCode {
  std::string_view code, meaning;
};
/// The list that every help and man page has: the codes of all commands, with what this one says of them, and its own. A
/// command that has own ones ends its footer with it.
std::string exit_codes_list(std::initializer_list<ExitCode> own = {});
inline constexpr std::string_view k_exit_codes_title = "Exit codes:\n";

/// Gives a new parser the title, the options and the help of a command. Returns its action.
Task set_up(const Command& command, CLI::App& parser);

/// "--sizes" of "--size" and the other way round, which a command understands if it has only one of them; likewise of an
/// algorithm, type or form; of other options empty.
std::string other_number_of(const std::string& name);

/// Throws UsageError for a plain word that is no file: it is a slip in the name of a command.
void require_file(const std::string& input);

/// Chooses a command by its first word (none: the window), reads the rest and runs it. words: without the program's name.
/// Throws UsageError, or what the command throws.
void run_command_line(std::vector<std::string> words);

}  // namespace satscope::app
