// SPDX-License-Identifier: Apache-2.0
// A lesson as a web page: the cards as text, the steps that they show, and tasks that the page checks where it can.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/json.h"
#include "app/core/text/xml_text.h"
#include "app/lessons/lesson.h"
#include "app/session/fields.h"
#include "app/sources/samples.h"
#include "app/ui/drawing/scaled_drawing.h"
#include "app/ui/open_session.h"
#include "app/ui/views/canvas.h"
#include "app/ui/workspace.h"
#include "app/workspaces/steps/compare/pair_settings.h"
#include "app/workspaces/steps/compare/pair_words.h"
#include "app/workspaces/steps/export/pictures.h"
#include "app/workspaces/steps/export/web_page.h"
#include "app/workspaces/steps/lab/file_settings.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/state.h"
#include "kernels/plan.h"

namespace satscope::app {
namespace {
using nlohmann::json;

constexpr std::size_t k_most_steps_of_card = 200;  // because: a course page must be read in a second

/// A line of Markdown: **strong** and `code`; all else is text.
std::string inline_html(std::string_view line) {
  std::string html, plain;
  bool strong = false, code = false;
  const auto turn = [&](bool& is, const char* element) {
    // because: a row of numbers is read in one line
    const bool row = is && &is == &code && plain.find_first_not_of("0123456789 ") == plain.npos;
    for (std::size_t at = plain.find(' '); row && at != plain.npos; at = plain.find(' ', at + 1))
      plain.replace(at, 1, "\u00A0");
    html += xml_text(std::exchange(plain, {}));
    html += fmt::format("<{}{}>", is ? "/" : "", element);
    is = !is;
  };
  for (std::size_t at = 0; at < line.size(); ++at)
    if (line[at] == '`')
      turn(code, "code");
    else if (!code && line.substr(at, 2) == "**")
      turn(strong, "strong"), ++at;
    else
      plain += line[at];
  html += xml_text(plain);
  if (code) html += "</code>";
  return strong ? html + "</strong>" : html;
}

/// The text of a card: paragraphs, and lines that begin with "- " as a list.
std::string markdown_html(std::string_view text) {
  std::string html, paragraph, items;
  const auto flush = [&] {
    if (!paragraph.empty()) html += fmt::format("<p>{}</p>\n", inline_html(std::exchange(paragraph, {})));
    if (!items.empty()) html += fmt::format("<ul>\n{}</ul>\n", std::exchange(items, {}));
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool item = line.starts_with("- ");
    if (line.empty() || (item ? !paragraph.empty() : !items.empty())) flush();
    if (item)
      items += fmt::format("<li>{}</li>\n", inline_html(line.substr(2)));
    else if (!line.empty())
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
  }
  flush();
  return html;
}

/// All that a player in the page reports: what a condition may ask for.
json state_of_page(bool steps) {
  const json outcome{{"found", 0}, {"missed", 0}, {"wrong", 0}, {"values", 0}, {"right_values", 0}};
  json prediction{{"on", false}, {"found", 0}, {"asked", 0}, {"values", 0}, {"right_values", 0}, {"outcome", outcome}};
  json state{{"workspace", "steps"}, {"learn", {{"answer", 0}}}};
  if (steps)
    state["steps"] = {{"step", 0},   {"steps", 0}, {"label", ""},
                      {"phase", ""}, {"pass", 0},  {"prediction", std::move(prediction)}};
  return state;
}

/// What the session steps; null: it has no steps, or the numbers are too many.
std::shared_ptr<const Story> story_of(const Session& session) {
  const auto& settings = session.part<StepsSettings>();
  Samples samples;
  if (settings.source.kind == StepsSource::Kind::patch) {
    const Samples whole = transformed(load_input(session.edit.input), session.edit.transform);
    samples = samples_of(settings.source, &whole);
  } else {
    samples = samples_of(settings.source, nullptr);
  }
  if (std::max(samples.extent.width, samples.extent.height) > k_trace_limit) return nullptr;
  auto story = make_story(story_request(settings, std::move(samples), session.part<StepsPlace>().deleted));
  return story->steps.empty() ? nullptr : story;
}

/// What is stepped beside it.
Session second_of(const Session& session) {
  Session second = session;
  second.part<StepsSettings>() = second_of(session.part<StepsSettings>(), session.part<StepsPair>());
  return second;
}

PageLook look_of(const Session& session, const Story& story) {
  const auto& settings = session.part<StepsSettings>();
  const bool has_messages = has_block_messages(story.trace);
  return {.view = &shown_view(settings.view, has_messages),
          .beside = shown_beside(settings, has_messages),
          .colours = colour_map_of(session),
          .first_block = session.part<StepsPlace>().first_block,
          .all_arrows = settings.all_arrows,
          .essential = settings.level == StepsLevel::essential,
          .covers_turns = settings.level == StepsLevel::essential};
}

/// Of lines on paper the page says whether they are right.
std::string lines_html(const std::vector<PaperLine>& lines) {
  if (lines.empty()) return {};
  std::string html;
  const auto add = [&](const char* kind, const std::string& when, const std::string& text) {
    html += fmt::format("<p class=\"when{}\" data-when=\"{}\" hidden>{}</p>\n", kind, xml_text(when), inline_html(text));
  };
  for (const PaperLine& line : lines)
    add(" right", fmt::format("learn.answer == {}", fmt::join(line.numbers, "")),
        fmt::format("This line is right: {}.", line.name));
  const std::size_t count = lines.front().numbers.size();
  add("", fmt::format("learn.answer > 1{}", std::string(count - 2, '0')),
      fmt::format("This line is not right. A line has {} numbers.", count));
  return html;
}

class LessonPage {
 public:
  LessonPage(const Lesson& lesson, std::string file) : lesson_(lesson), file_(std::move(file)) {}

  std::string html() {
    std::string cards, list;
    for (std::size_t i = 0; i < lesson_.cards.size(); ++i) {
      const Card& card = lesson_.cards[i];
      list += fmt::format("<li><a href=\"#card-{}\">{}</a></li>\n", i + 1, xml_text(card.title));
      cards += card_html(card, i);
    }
    return web_page({.title = lesson_.title,
                     .about = fmt::format("A lesson of {} minutes. Then {}{}", lesson_.minutes,
                                          lesson_.able.starts_with("You") ? "y" : lesson_.able.substr(0, 1),
                                          lesson_.able.substr(std::min<std::size_t>(1, lesson_.able.size()))),
                     .body = fmt::format("<nav aria-label=\"Cards\"><ol>\n{}</ol></nav>\n{}", list, cards)},
                    runs_, players_, drawings_, sources_);
  }

 private:
  /// What a card sets, else what the card before it left; null: nothing was set yet.
  const Card* setting_of(std::size_t at) const {
    for (; at > 0 && !lesson_.cards[at].show;) --at;
    return lesson_.cards[at].show ? &lesson_.cards[at] : nullptr;
  }

  /// The steps that a card shows, as a player; empty: it shows something else.
  std::string player_of(const Card& card) {
    json members = *card.show;
    try {
      if (!file_.empty() && members.contains("input")) members["input"] = input_below(file_, members["input"]);
      const Session session = open_session({.session = members}, whole_session()).session;
      const auto& settings = session.part<StepsSettings>();
      if (session.workspace != "steps" || step_view(settings.view).of_frame()) return {};
      const StepsPair& pair = session.part<StepsPair>();
      const std::string first = player_of(session, members);
      if (!pair.on || first.empty()) return first;
      members["second"] = true;  // another run
      const Session other = second_of(session);
      const std::string second = player_of(other, members);
      if (second.empty()) return {};
      const auto [a, b] = pair_differences(settings, other.part<StepsSettings>());
      return fmt::format("<p><b>A</b> {}</p>\n{}<p><b>B</b> {}</p>\n{}", xml_text(a), first, xml_text(b), second);
    } catch (const std::exception& error) {
      throw LessonError(fmt::format("lesson '{}', line {}: {}", lesson_.id, card.show_line, error.what()));
    }
  }

  std::string player_of(const Session& session, const json& members) {
    const std::optional<std::size_t> run = run_of(session, members);
    if (!run) return {};
    players_.push_back({.run = *run, .step = std::min(session.part<StepsPlace>().step, lasts_[*run])});
    return fmt::format("<div class=\"player\" data-player=\"{}\"></div>\n", players_.size() - 1);
  }

  /// Cards that show the same steps share them. None: too many steps, or none.
  std::optional<std::size_t> run_of(const Session& session, json members) {
    members.erase("steps_at");
    const auto& place = session.part<StepsPlace>();
    const auto [known, added] = known_.try_emplace(members.dump() + written(StepsPlace{.deleted = place.deleted}).dump());
    if (!added) return known->second;
    const auto story = story_of(session);
    if (!story || story->steps.size() > k_most_steps_of_card) return std::nullopt;
    const StepsPage page(story, look_of(session, *story));
    WebRun run(page, k_web_desk, 0, story->step_count());
    while (run.go_on(drawings_, sources_)) {
    }
    runs_.push_back(run.data());
    lasts_.push_back(story->step_count());
    return known->second = runs_.size() - 1;
  }

  std::string card_html(const Card& card, std::size_t at) {
    const Card* setting = setting_of(at);
    const std::string player = setting ? player_of(*setting) : "";
    std::string html = fmt::format("<section class=\"card\" id=\"card-{0}\">\n<h2>{0}. {1}</h2>\n{2}{3}", at + 1,
                                   xml_text(card.title), markdown_html(card.text), player);
    const bool elsewhere = setting && player.empty();
    if (card.act) html += act_html(*card.act, at, !player.empty(), elsewhere);
    if (card.question)
      html += fmt::format(
          "<div class=\"act\"><p><b class=\"turn\">A question</b></p>\n{}<details><summary>Show the "
          "answer</summary>\n{}</details></div>\n",
          markdown_html(card.question->text), markdown_html(card.question->answer));
    if (elsewhere && !card.act) html += in_program(at);
    return html + "</section>\n";
  }

  std::string in_program(std::size_t at) const {
    return fmt::format(
        "<p class=\"about\">This card works with the window of satscope: <code>satscope lesson {} --card "
        "{}</code></p>\n",
        xml_text(lesson_.id), at + 1);
  }

  std::string act_html(const Act& act, std::size_t at, bool steps, bool elsewhere) {
    const bool checked = act.until.absent_from(state_of_page(steps)).empty();
    const std::string stop = act.stop ? fmt::format(" data-stop=\"{}\"", *act.stop) : "";
    std::string html = checked ? fmt::format("<form class=\"act\" data-until=\"{}\"{}>", xml_text(act.until.text()), stop)
                               : std::string("<div class=\"act\">");
    html += fmt::format("<p><b class=\"turn\">Your turn</b></p>\n{}", markdown_html(act.ask));
    if (checked && act.answers)
      html +=
          "<p class=\"row\"><label>Your answer <input autocomplete=\"off\"></label> <button "
          "class=\"main\">Check</button></p>\n";
    const bool typed = checked && std::ranges::all_of(act.solution, [](const LessonAction& one) {
                         return one.kind == LessonAction::Kind::answer;
                       });
    if (!typed && (!checked || elsewhere)) html += in_program(at);
    if (checked) html += "<p class=\"verdict\" role=\"status\"></p>\n";
    for (const LessonAction& wrong : act.wrong)
      if (checked && !wrong.why.empty())
        html +=
            fmt::format("<p class=\"why\" data-answer=\"{}\" hidden>{}</p>\n", xml_text(wrong.text), inline_html(wrong.why));
    for (const CardRemark& remark : act.remarks)  // of what is typed; what the pointer does is another matter in a page
      if (checked && remark.when.text().find("learn.answer") != std::string::npos &&
          remark.when.absent_from(state_of_page(steps)).empty())
        html += fmt::format("<p class=\"when{}\" data-when=\"{}\" hidden>{}</p>\n", remark.right ? " right" : "",
                            xml_text(remark.when.text()), inline_html(remark.text));
    if (checked) html += lines_html(act.lines);
    for (std::size_t i = 0; i < act.hints.size(); ++i)
      html += fmt::format("<details><summary>Hint{}</summary>\n{}</details>\n",
                          act.hints.size() > 1 ? fmt::format(" {}", i + 1) : "", markdown_html(act.hints[i]));
    if (!act.done.empty())
      html += fmt::format("<details class=\"solution\"><summary>The answer</summary>\n{}</details>\n", markdown_html(act.done));
    if (checked && steps)
      html += "<p class=\"row\"><button type=\"button\" class=\"again\">Begin this card again</button></p>\n";
    return html + (checked ? "</form>\n" : "</div>\n");
  }

  const Lesson& lesson_;
  std::string file_;
  std::map<std::string, std::optional<std::size_t>> known_;  // by what is shown: its run
  std::vector<json> runs_;
  std::vector<std::size_t> lasts_;  // by run: its last step
  std::vector<WebPlayer> players_;
  PackedDrawings drawings_;
  json sources_ = json::array();
};

}  // namespace

Sketch steps_sketch(const Session& session) {
  if (step_view(session.part<StepsSettings>().view).of_frame() || !session.part<StepsFile>().start.empty()) return {};
  const auto story = story_of(session);
  if (!story) return {};
  PageLook look = look_of(session, *story);
  look.captions = false;
  look.for_slide = true;
  const std::size_t step = std::min(session.part<StepsPlace>().step, story->step_count());
  std::vector<std::shared_ptr<StepsPage>> pages;
  if (session.part<StepsPair>().on) {
    const Session other = second_of(session);
    if (const auto second = story_of(other); second && step <= second->step_count()) {
      const auto [a, b] = pair_differences(session.part<StepsSettings>(), other.part<StepsSettings>());
      PageLook look_b = look;
      look.name = "A: " + a;
      look_b.name = "B: " + b;
      pages.push_back(std::make_shared<StepsPage>(second, look_b));
    }
  }
  pages.insert(pages.begin(), std::make_shared<StepsPage>(story, look));
  return [pages, step](Drawing& drawing, const Area& area) {
    constexpr double k_em = 16;      // of a page, pixels
    constexpr double k_high = 17.6;  // em; because: in a lower one views leave out what the stage shows
    const double wide = area.width / static_cast<double>(pages.size());
    const double ems = std::max(pages.size() > 1 ? 26.0 : 34.0, k_high * wide / area.height);  // its width
    const double scale = wide / (ems * k_em);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      ScaledDrawing scaled(drawing, scale, k_em, {area.x + static_cast<double>(i) * wide, area.y});
      pages[i]->paint(scaled, {0, 0, wide / scale, area.height / scale}, step);
    }
  };
}

std::string write_lesson_page(const Lesson& lesson, const std::string& file, const std::string& out) {
  { const AtomicFile trial(out); }  // fails now where it would fail later
  const std::string page = LessonPage(lesson, file).html();
  write_file(out, page);
  return fmt::format("{}: {} cards, {} bytes", out, lesson.cards.size(), page.size());
}

}  // namespace satscope::app
