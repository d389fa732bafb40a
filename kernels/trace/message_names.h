// SPDX-License-Identifier: Apache-2.0
// Names of the messages of a trace, for JSON and window.
#pragma once
#include <string>

#include "kernels/trace/trace.h"

namespace satscope {

inline constexpr std::array k_message_kinds{Named<Message::Kind>{Message::Kind::publish, "publish"},
                                            Named<Message::Kind>{Message::Kind::look, "look"},
                                            Named<Message::Kind>{Message::Kind::wait, "wait"}};
constexpr std::string_view id_of(Message::Kind kind) { return k_message_kinds[static_cast<std::size_t>(kind)].id; }

inline constexpr std::array k_known{Named<Known>{Known::nothing, "nothing"}, Named<Known>{Known::aggregate, "aggregate"},
                                    Named<Known>{Known::prefix, "prefix"}};
constexpr std::string_view id_of(Known known) { return k_known[static_cast<std::size_t>(known)].id; }

/// What one of these words is called: "row word" of "row words".
inline std::string word_name(const std::string& words) {
  return words.size() > 1 && words.back() == 's' ? words.substr(0, words.size() - 1) : words + " word";
}

}  // namespace satscope
