// SPDX-License-Identifier: Apache-2.0
#include "app/core/write_stderr.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/core/text/foreign_text.h"

namespace satscope::app {
namespace {

constexpr int k_input = 0, k_output = 1, k_error = 2;

bool reads_stderr = true;  ///< false: no console and no program does

UINT code_page_before = 0;
void restore_code_page() { ::SetConsoleOutputCP(code_page_before); }

/// What the window's program has no console of its own for.
void join_callers_console() {
  const bool has_output = ::GetStdHandle(STD_OUTPUT_HANDLE) != nullptr, has_error = ::GetStdHandle(STD_ERROR_HANDLE) != nullptr;
  reads_stderr = has_error;
  if ((has_output && has_error) || !::AttachConsole(ATTACH_PARENT_PROCESS)) return;
  if (!has_output && !std::freopen("CONOUT$", "wb", stdout)) return;
  if (!has_error) reads_stderr = std::freopen("CONOUT$", "wb", stderr) != nullptr;
  std::setvbuf(stderr, nullptr, _IONBF, 0);
}

}  // namespace

void write_stderr(std::string_view text) noexcept {
  while (!text.empty()) {
    constexpr std::size_t k_at_once = 1 << 20;
    const int written = ::_write(k_error, text.data(), static_cast<unsigned>(std::min(text.size(), k_at_once)));
    if (written <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void note(std::string_view sentence) { write_stderr(fmt::format("satscope: {}\n", brief_line(sentence))); }

void note_failure(std::string_view sentence) {
  if (reads_stderr) return note(sentence);
  // as a path: it converts UTF-8
  ::MessageBoxW(nullptr, std::filesystem::path(one_line(sentence)).c_str(), L"satscope", MB_OK | MB_ICONERROR);
}

bool is_terminal(std::FILE* stream) { return ::_isatty(::_fileno(stream)) != 0; }

int terminal_width(std::FILE* stream) {
  CONSOLE_SCREEN_BUFFER_INFO screen{};
  const auto console = reinterpret_cast<HANDLE>(::_get_osfhandle(::_fileno(stream)));
  return ::GetConsoleScreenBufferInfo(console, &screen) ? screen.srWindow.Right - screen.srWindow.Left + 1 : 0;
}

void guard_streams() noexcept {
  ::_set_fmode(_O_BINARY);  // because: files are the same on all systems
  join_callers_console();
  for (const int stream : {k_input, k_output, k_error})
    if (::_get_osfhandle(stream) >= 0) ::_setmode(stream, _O_BINARY);
  code_page_before = ::GetConsoleOutputCP();
  if (code_page_before != 0 && code_page_before != CP_UTF8 && ::SetConsoleOutputCP(CP_UTF8)) std::atexit(&restore_code_page);
}

}  // namespace satscope::app
