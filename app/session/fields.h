// SPDX-License-Identifier: Apache-2.0
// The members of a part of a session, each named once: `fields(io, part)` calls io for each of them, and io writes or reads it.
// What is absent keeps its value; what does not fit is refused with a sentence that says what is allowed.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/core/json.h"
#include "app/session/json.h"

namespace satscope::app {

class Fields {
 public:
  /// What a number may be.
  template <class T>
  struct Range {
    T least, most;
    bool nearest = false;  ///< others become the nearest; else they are refused
  };

  /// Writes, into `written`.
  Fields() = default;
  /// Reads. where: how a refusal begins, such as "session: steps".
  Fields(const nlohmann::json& from, std::string_view where) : from_(&from), where_(where) {
    if (!from.is_object()) throw std::runtime_error(fmt::format("{} must be a JSON object", where));
  }
  nlohmann::json written = nlohmann::json::object();

  template <class T>
  void operator()(const char* name, T& value) {
    if (from_)
      read_member(*from_, name, value, where_);
    else
      written[name] = value;
  }

  template <class T>
  void operator()(const char* name, T& value, const Range<std::type_identity_t<T>>& range) {
    (*this)(name, value);
    if (!from_) return;
    if (range.nearest)
      value = std::clamp(value, range.least, range.most);
    else if (!(value >= range.least && value <= range.most))
      throw std::runtime_error(
          fmt::format("{} '{}' is {}, allowed are {} ... {}", where_, name, value, range.least, range.most));
  }

  /// The id of one of a list; an empty one changes nothing.
  template <class List>
  requires requires(const List& list) { list[0].id; }
  void operator()(const char* name, std::string& value, const List& list) {
    if (!from_) return (*this)(name, value);
    std::string id;
    (*this)(name, id);
    if (!id.empty()) value = find(name, id, list).id;
  }
  /// A value of one of a list, by its id; likewise.
  template <class E, class List>
  requires std::is_enum_v<E>
  void operator()(const char* name, E& value, const List& list) {
    std::string id(std::ranges::find_if(list, [&](const auto& one) { return one.value == value; })->id);
    (*this)(name, id);
    if (from_ && !id.empty()) value = find(name, id, list).value;
  }
  /// None has an empty id.
  template <class E, class List>
  void operator()(const char* name, std::optional<E>& value, const List& list) {
    std::string id;
    if (value) id = std::ranges::find_if(list, [&](const auto& one) { return one.value == *value; })->id;
    (*this)(name, id);
    if (from_ && !id.empty()) value = find(name, id, list).value;
  }

  /// A member of another shape. write: gives its JSON, null where it is left out; read: takes it.
  template <class Write, class Read>
  void custom(const char* name, const Write& write, const Read& read) {
    if (!from_) {
      if (nlohmann::json json = write(); !json.is_null()) written[name] = std::move(json);
    } else if (const auto found = from_->find(name); found != from_->end()) {
      read(*found);
    }
  }
  /// An object with members of its own.
  template <class F>
  void within(const char* name, const F& members) {
    if (!from_) {
      Fields inner;
      members(inner);
      written[name] = std::move(inner.written);
    } else if (const auto found = from_->find(name); found != from_->end()) {
      if (!found->is_object()) throw std::runtime_error(fmt::format("{} '{}' must be a JSON object", where_, name));
      Fields inner(*found, where_);
      members(inner);
    }
  }
  bool reads() const { return from_; }
  /// Reads, and the member is absent.
  bool lacks(const char* name) const { return from_ && !from_->contains(name); }
  /// Of what was read, with a sentence that begins behind `where`.
  void expect(bool fine, const auto& sentence) const {
    if (from_ && !fine) throw std::runtime_error(fmt::format("{} {}", where_, sentence()));
  }

 private:
  template <class List>
  const auto& find(const char* name, std::string_view id, const List& list) const {
    const auto found = std::ranges::find_if(list, [&](const auto& one) { return one.id == id; });
    if (found != std::end(list)) return *found;
    std::vector<std::string_view> ids;
    for (const auto& one : list) ids.push_back(one.id);
    throw std::runtime_error(fmt::format("{} '{}' is '{}', allowed are {}", where_, name, id, fmt::join(ids, ", ")));
  }

  const nlohmann::json* from_ = nullptr;  ///< null: writes
  std::string_view where_;
};

/// The part as JSON.
template <class Part>
nlohmann::json written(Part part) {
  Fields io;
  fields(io, part);
  return std::move(io.written);
}
/// And back; null: its defaults. Throws std::runtime_error with a sentence.
template <class Part>
Part read_fields(const nlohmann::json& json, std::string_view where) {
  Part part;
  if (json.is_null()) return part;
  Fields io(json, where);
  fields(io, part);
  return part;
}

}  // namespace satscope::app
