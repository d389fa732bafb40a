// SPDX-License-Identifier: Apache-2.0
// Any text as a session and as a lesson: what is read fits together, what is not is refused in one sentence, nothing else.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/lessons/lesson.h"
#include "app/sources/files/session_file.h"
#include "app/sources/loaders.h"

namespace {

using namespace satscope::app;

void require(bool is_so) {
  if (!is_so) std::abort();
}

void read_session(std::string_view text) {
  const auto document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_discarded()) return;
  try {
    const SessionFile session = session_in(document, "fuzz.satscope");
    require(session.session.is_object());
    require(is_session(nlohmann::json::parse(text_of(session, "fuzz.satscope"))));
  } catch (const InputError& problem) {
    require(std::string(problem.what()).size() > 10);
  }
}

void read_lesson(std::string_view text) {
  try {
    const Lesson lesson = parse_lesson(text, "fuzz");
    require(!lesson.title.empty() && !lesson.cards.empty());
    for (const Card& card : lesson.cards)
      if (card.act) card.act->until.holds({{"box", {{"sum", 612}}}, {"learn", {{"answer", nullptr}}}});
  } catch (const LessonError& problem) {
    require(std::string(problem.what()).size() > 10);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_session(text);
  read_lesson(text);
  return 0;
}
