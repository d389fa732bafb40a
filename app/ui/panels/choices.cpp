// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/choices.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/ui/imgui_versions.h"

namespace satscope::app {
namespace {

/// The value in force: what cannot be a value of this parameter counts as absent.
ParamValue value_of(const Param& param, const Params& params) {
  try {
    return param.value_in(params);
  } catch (const std::invalid_argument&) {
    return param.fallback;
  }
}

/// Decimals that distinguish two neighbouring steps of the range.
int decimals_of(const ParamRange& range) {
  return range.whole ? 0 : std::clamp(static_cast<int>(std::ceil(-std::log10(range.step) - 1e-9)), 0, 6);
}

/// The nearest step of the range from its least value on; by a key at least one step from `before`.
double stepped(const ParamRange& range, double value, double before, bool by_mouse) {
  if (!by_mouse && std::abs(value - before) < range.step) value = before + (value < before ? -range.step : range.step);
  return range.nearest(value);
}

/// As a slider over it is, whose steps are even or, where it has many, by how many times larger the next one is.
bool is_logarithmic(const ParamRange& range) {
  constexpr double k_long_range = 200;  // steps that a slider still distinguishes
  return range.min >= 0 && (range.max - range.min) / range.step > k_long_range;
}

/// Where the grab is in the middle of the slider.
double middle_of(const ParamRange& range) {
  return range.nearest(is_logarithmic(range) && range.min > 0 ? std::sqrt(range.min * range.max) : (range.min + range.max) / 2);
}

/// The number of a slider where the parameter's own says little, and back.
struct OtherUnit {
  double (*of)(double value);
  double (*back)(double shown);
};
constexpr OtherUnit k_percent{[](double part) { return 100 * part; }, [](double percent) { return percent / 100; }};
/// Of a variance of values 0 to 1.
constexpr OtherUnit k_contrast{[](double variance) { return 100 * std::sqrt(variance); },
                               [](double percent) { return percent / 100 * (percent / 100); }};

/// What a control says of a filter's parameter: words before the value, and the unit of a number behind it.
struct ParamWords {
  std::string_view id, words, unit;
  const OtherUnit* other = nullptr;
};

constexpr auto k_words = std::to_array<ParamWords>({
    {"r", "radius", " px"},
    {"map", "layout", ""},
    {"border", "edge of picture:", ""},
    {"bins", "grey steps", ""},
    {"bits", "bits for a sum", ""},
    {"hide", "faces become:", ""},
    {"kernel", "blur shape", ""},
    {"guide", "edges from", ""},
    {"by", "cells by", ""},
    {"kind", "rectangles", ""},
    {"from", "template from", ""},
    {"lines", "lines between cells", ""},
    {"fast", "fast, from a small picture", ""},
    {"t", "darker by", " %%"},
    {"k", "darker by", " %%", &k_percent},
    {"R", "clear print:", " greys"},
    {"angle", "angle", "°"},
    {"sharp", "sharp within", " %%"},
    {"x", "middle across", " %%"},
    {"y", "middle down", " %%"},
    {"x of a template", "left edge", " px"},
    {"y of a template", "upper edge", " px"},
    {"fade", "fades over", " %%"},
    {"sigma", "strength", " px"},
    {"n", "made of", " box blurs"},
    {"eps", "smooths up to", " %%", &k_contrast},
    {"detail", "detail", " %%"},
    {"amount", "amount", " %%"},
    {"threshold", "unchanged up to", " greys"},
    {"target", "contrast", " greys"},
    {"floor", "flat below", " greys"},
    {"keep", "keep brightness", " %%"},
    {"cell", "cell", " px"},
    {"levels", "cells double", " times"},
    {"split", "splits above", " greys"},
    {"part", "takes the grey at", " %%"},
    {"limit", "contrast limit", " times"},
    {"gain", "shown", " times as strong"},
    {"focus", "in focus at", " %%"},
    {"w", "width", " px"},
    {"h", "height", " px"},
    {"least", "alike: over", " of 1"},
    {"parts", "cells across a face:", ""},
    {"factor", "next size:", " times"},
    {"neighbours", "sure: over", " hits"},
    {"smallest", "smallest face", " %%"},
    {"margin", "margin", " %%"},
    {"weight1", "first weight", ""},
    {"weight2", "second weight", ""},
    {"weight3", "third weight", ""},
    {"weight4", "fourth weight", ""},
});

const ParamWords* words_of(const Param& param) {
  // because: an algorithm has an n, too
  if (param.id == "n" && param.range && param.range->max > 6) return nullptr;
  // because: of a template x and y are pixels of the picture, elsewhere percent of it
  const bool in_pixels = (param.id == "x" || param.id == "y") && param.range && param.range->max > 100;
  const auto* const found = std::ranges::find(k_words, param.id + (in_pixels ? " of a template" : ""), &ParamWords::id);
  return found == k_words.end() ? nullptr : found;
}

/// The format of a slider: in words where they fit, else with the parameter's id. number: "%d".
std::string format_of(const Param& param, const std::string& number) {
  const ParamWords* const found = words_of(param);
  const std::string plain = fmt::format("{} {}", param.id, number);
  if (!found) return plain;
  // as wide as a number is beyond its format
  const float room = ImGui::CalcItemWidth() - 2 * ImGui::GetStyle().FramePadding.x - ImGui::CalcTextSize("0000").x;
  const std::string worded = fmt::format("{} {}{}", found->words, number, found->unit);
  return first_that_fits({worded, plain}, room);
}

constexpr double k_most_dragged = 200;  ///< radius, unless a larger one is set: typed, by the wheel or by keys

/// What the double click that opens a slider's field replaces, for Escape; in the storage of its panel.
class NumberBefore {
 public:
  void keep(double number) const {
    const auto halves = std::bit_cast<std::array<int, 2>>(number);
    for (std::size_t i = 0; i < 2; ++i) storage_.SetInt(keys_[i], halves[i]);
    storage_.SetBool(opened_, false);
  }
  void open() const { storage_.SetBool(opened_, true); }
  std::optional<double> number() const {
    if (!storage_.GetBool(opened_)) return {};
    return std::bit_cast<double>(std::array{storage_.GetInt(keys_[0]), storage_.GetInt(keys_[1])});
  }

 private:
  ImGuiStorage& storage_ = *ImGui::GetStateStorage();
  std::array<ImGuiID, 2> keys_{ImGui::GetID("before, low"), ImGui::GetID("before, high")};
  ImGuiID opened_ = ImGui::GetID("opened by a double click");
};

void draw_number(Ui& ui, const Param& param, double before, Params& params, const Params& usual) {
  const ParamRange& range = param.range.value();
  const std::string id = "##number of " + param.id;
  ParamRange dragged = range;  // because: over all radii that are allowed, a pixel of the mouse would be a large step
  bool& far = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("far"), before > k_most_dragged);
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) far = before > k_most_dragged;  // else the grab would jump
  const bool typed_in = ImGui::TempInputIsActive(ImGui::GetID(id.c_str()));
  if (param.id == "r" && !far && !typed_in) dragged.max = std::min(range.max, k_most_dragged);
  const ParamWords* const words = words_of(param);
  const OtherUnit* const other = words ? words->other : nullptr;
  const int flags = ImGuiSliderFlags_AlwaysClamp | (is_logarithmic(dragged) && !other ? ImGuiSliderFlags_Logarithmic : 0);
  // a double click gives the default back, and opens the field: a number that is typed then is meant for it
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool clicked =
      ImGui::IsMouseClicked(ImGuiMouseButton_Left) && context.HoveredIdPreviousFrame == ImGui::GetID(id.c_str());
  const bool clicked_twice = clicked && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  const NumberBefore number_before;
  if (clicked && !clicked_twice) number_before.keep(before);
  if (clicked_twice) {
    number_before.open();
    const auto other_usual = usual.find(param.id);
    params.erase(param.id);
    if (other_usual != usual.end()) params.insert(*other_usual);
    const double* const number = std::get_if<double>(other_usual != usual.end() ? &other_usual->second : &param.fallback);
    if (!number) return ImGui::ClearActiveID();  // because: the button is still down, and would drag
    before = *number;
  }
  const bool ctrl = std::exchange(context.IO.KeyCtrl, context.IO.KeyCtrl || clicked_twice);
  double value = before;
  bool changed = false;
  const TextOverGrab readable(ui);
  if (range.whole) {
    auto whole = static_cast<int>(before);
    changed = ImGui::SliderInt(id.c_str(), &whole, static_cast<int>(range.min), static_cast<int>(dragged.last()),
                               format_of(param, "%d").c_str(), flags);
    value = whole;
  } else if (other) {
    double shown = other->of(before);
    const double least = other->of(range.min), most = other->of(range.max);
    changed =
        ImGui::SliderScalar(id.c_str(), ImGuiDataType_Double, &shown, &least, &most, format_of(param, "%.0f").c_str(), flags);
    if (changed) value = range.nearest(other->back(shown));
  } else {
    const std::string format = format_of(param, fmt::format("%.{}f", decimals_of(range)));
    changed = ImGui::SliderScalar(id.c_str(), ImGuiDataType_Double, &value, &range.min, &range.max, format.c_str(), flags);
  }
  context.IO.KeyCtrl = ctrl;
  const bool active = ImGui::IsItemActive();
  if (changed) {
    const bool typed = active && ImGui::GetIO().WantTextInput;
    const double next = typed && !range.whole ? std::clamp(value, range.min, range.max)
                        : typed               ? range.nearest(value)
                                              : stepped(range, value, before, ImGui::IsMouseDown(ImGuiMouseButton_Left));
    if (next != before) params[param.id] = next;
  }
  if (const auto old = number_before.number(); old && typed_in && ImGui::IsItemDeactivated() && escape_pressed())
    params[param.id] = *old;
  // a click that becomes a double click is one change with it
  const ImGuiIO& io = ImGui::GetIO();
  const bool just_clicked =
      ImGui::IsItemHovered() && ImGui::GetTime() - io.MouseClickedTime[0] < double{io.MouseDoubleClickTime};
  if (active || just_clicked) ui.doing.changing = true;
  if (just_clicked) ui.animating = true;  // so that it is a step of undo soon
}

/// A combo over the choices of a parameter; where it has a range too, the last entry is a number of it.
void draw_choices(Ui& ui, const Param& param, const ParamValue& now, Params& params, const std::string& control,
                  const ChoiceHere& here) {
  const std::string number_id = "number";
  const bool is_number = std::holds_alternative<double>(now);
  std::string value = is_number ? number_id : std::get<std::string>(now);
  const ParamWords* const found = words_of(param);
  const std::string name(found ? found->words : std::string_view(param.id));
  std::vector<Choice> choices;
  for (const std::string& choice : param.choices) {
    const std::string amounts = here ? here(param, choice) : std::string();
    choices.push_back({choice, fmt::format("{} {}{}{}", name, choice, amounts.empty() ? "" : ": ", amounts), {}});
  }
  if (param.range) choices.push_back({number_id, fmt::format("{}: set below", name), param.range->text()});
  if (!choose(ui, ("##" + param.id).c_str(), control, param.help, value, choices)) return;
  if (param.range && value == number_id)
    params[param.id] = middle_of(*param.range);
  else
    params[param.id] = value;
}

}  // namespace

TextOverGrab::TextOverGrab(const Ui& ui) {
  constexpr float k_grab = 0.45F, k_held = 0.6F, k_narrow = 0.3F;
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, packed(ui.palette.accent, k_grab));
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, packed(ui.palette.accent, k_held));
  ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, std::round(k_narrow * ui.em));
}

TextOverGrab::~TextOverGrab() {
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
}

bool choose(Ui& ui, const char* label, std::string_view control, std::string_view tip, std::string& id,
            const std::vector<Choice>& choices) {
  bool changed = false;
  std::string title;
  for (const Choice& choice : choices)
    if (choice.id == id) title = choice.title;
  if (ImGui::BeginCombo(label, title.c_str(), ImGuiComboFlags_HeightLarge)) {
    std::string group;
    for (const Choice& choice : choices) {
      if (choice.group != group) caption(ui, group = choice.group);
      const bool chosen = choice.id == id;
      const bool can = choice.why_not.empty();
      if (ImGui::Selectable(choice.title.c_str(), chosen, can ? 0 : ImGuiSelectableFlags_Disabled) && !chosen) {
        id = choice.id;
        changed = true;
      }
      ui.control(fmt::format("{}:{}", control, choice.id));
      if (chosen) ImGui::SetItemDefaultFocus();
      const std::string& reported = can ? choice.help : choice.why_not;
      if (!reported.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", reported.c_str());
    }
    ImGui::EndCombo();
  }
  ui.control(control, tip);
  return changed;
}

void draw_param(Ui& ui, const Param& param, Params& params, std::string_view control_prefix, const ChoiceHere& here,
                const Params& usual) {
  const ParamValue now = value_of(param, params);
  const std::string control = fmt::format("{}{}", control_prefix, param.id);
  ImGui::PushID(control.c_str());
  if (const bool* on = std::get_if<bool>(&now)) {
    bool value = *on;
    const ParamWords* const found = words_of(param);
    const std::string label(found ? found->words : std::string_view(param.id));
    if (ImGui::Checkbox(label.c_str(), &value)) params[param.id] = value;
    ui.control(control, param.help);
  } else {
    if (!param.choices.empty()) draw_choices(ui, param, now, params, control, here);
    if (const double* number = std::get_if<double>(&now)) {
      draw_number(ui, param, *number, params, usual);
      ui.control(param.choices.empty() ? control : control + ":value",
                 param.help + ". Drag to change, double click for the default or to type another, Ctrl+click to type");
    }
  }
  ImGui::PopID();
}

}  // namespace satscope::app
