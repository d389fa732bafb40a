// SPDX-License-Identifier: Apache-2.0
// Libraries of the system that are loaded on demand, because they may be missing.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace satscope {

/// A library, which stays loaded when this goes.
class SharedLibrary {
 public:
  enum class Symbols : std::uint8_t { when_called, at_once };  ///< when what it needs of others is looked for

  /// file: a path, or a name that the system's loader looks for ("libEGL.so.1").
  explicit SharedLibrary(const std::string& file, Symbols symbols = Symbols::when_called);
  explicit operator bool() const { return handle_ != nullptr; }
  /// What the loader said; empty if the library is loaded.
  const std::string& why_not() const { return why_not_; }
  /// nullptr if there is none of that name, or no library.
  template <class Function>
  Function function(const char* name) const {
    return reinterpret_cast<Function>(address_of(name));
  }

 private:
  void* address_of(const char* name) const;

  void* handle_;
  std::string why_not_;
};

/// Where this program's file is; empty if the system does not say.
std::filesystem::path program_folder();

}  // namespace satscope
