// SPDX-License-Identifier: Apache-2.0
#include "app/lab/finding.h"

#include <algorithm>
#include <cctype>

namespace satscope::app::lab {

bool Findings::add(const std::string& key, LabFinding finding) {
  const auto known = std::find(keys_.begin(), keys_.end(), key);
  if (known != keys_.end()) {
    list_[static_cast<std::size_t>(known - keys_.begin())].times += finding.times;
    return false;
  }
  if (finding.sentence.starts_with("thread"))
    finding.sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(finding.sentence[0])));
  keys_.push_back(key);
  list_.push_back(std::move(finding));
  return true;
}

void Findings::merge(const Findings& other, const std::string& run) {
  for (std::size_t k = 0; k < other.list_.size(); ++k) {
    LabFinding finding = other.list_[k];
    finding.run = run;
    add(other.keys_[k], std::move(finding));
  }
}

void Findings::drop_doubles() {
  for (std::size_t k = list_.size(); k-- > 0;) {
    const LabFinding& one = list_[k];
    if (one.kind != "bounds" || !one.array.empty()) continue;
    const bool doubled = std::any_of(list_.begin(), list_.end(), [&](const LabFinding& other) {
      return other.kind == "bounds" && !other.array.empty() && other.party.place.file == one.party.place.file &&
             other.party.place.line == one.party.place.line;
    });
    if (!doubled) continue;
    list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(k));
    keys_.erase(keys_.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

bool Findings::wrong() const {
  return std::any_of(list_.begin(), list_.end(), [](const LabFinding& finding) { return !finding.note; });
}

}  // namespace satscope::app::lab
