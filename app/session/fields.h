// SPDX-License-Identifier: Apache-2.0
// The members of a part of a session, each named once: `fields(io, part)` calls io for each of them, and io writes, reads or
// lists it. What is absent keeps its value; what does not fit is refused with a sentence that says what is allowed.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/core/json.h"
#include "app/core/param_values.h"
#include "kernels/table.h"

namespace satscope::app {

struct Session;

/// Whether the value is a whole number in the range of T.
template <class T>
bool holds(const nlohmann::json& value) {
  if (value.is_number_unsigned()) return std::in_range<T>(value.get<std::uint64_t>());
  return value.is_number_integer() && std::in_range<T>(value.get<std::int64_t>());
}

class Fields {
 public:
  /// What a number may be.
  template <class T>
  struct Range {
    T least, most;
    bool nearest = false;  ///< others become the nearest; else they are refused
  };
  /// A member in a list of all.
  struct Row {
    std::string name;      ///< "steps.speed"
    std::string allowed;   ///< empty: its kind says it
    nlohmann::json usual;  ///< null: it is absent
  };

  /// Writes, into `written`.
  Fields() = default;
  /// Reads. begin: how a refusal begins, such as "session: steps".
  Fields(const nlohmann::json& from, std::string_view begin) : where(begin), from_(&from) {}
  /// Writes, and lists what it writes.
  explicit Fields(std::vector<Row>& rows) : rows_(&rows) {}
  nlohmann::json written = nlohmann::json::object();
  std::string where;

  template <class T>
  void operator()(const char* name, T& value) {
    if (from_)
      read(name, value);
    else
      put(name, value);
  }

  template <class T>
  void operator()(const char* name, T& value, const Range<std::type_identity_t<T>>& range) {
    (*this)(name, value);
    allow([&] {
      const bool open = range.most == std::numeric_limits<T>::max();
      return open ? fmt::format("{} and more", range.least) : fmt::format("{} to {}", range.least, range.most);
    });
    if (!from_) return;
    if (range.nearest)
      value = std::clamp(value, range.least, range.most);
    else if (!(value >= range.least && value <= range.most))
      throw std::runtime_error(
          fmt::format("{} '{}' is {}, allowed are {} ... {}", where, name, value, range.least, range.most));
  }

  /// The id of one of a list; an empty one changes nothing.
  template <class List>
  requires requires(const List& list) { list[0].id; }
  void operator()(const char* name, std::string& value, const List& list) {
    std::string id = from_ ? std::string() : value;
    (*this)(name, id);
    allow([&] { return fmt::format("{}", fmt::join(ids_in(list), ", ")); });
    if (from_ && !id.empty()) value = find(name, id, list).id;
  }
  /// A value of one of a list, by its id; likewise.
  template <class E, class List>
  requires std::is_enum_v<E>
  void operator()(const char* name, E& value, const List& list) {
    std::optional<E> chosen = value;
    (*this)(name, chosen, list);
    value = *chosen;
  }
  /// none: the id of none, which changes nothing either.
  template <class E, class List>
  void operator()(const char* name, std::optional<E>& value, const List& list, std::string_view none = "") {
    std::string id(none);
    if (value) id = std::ranges::find_if(list, [&](const auto& one) { return one.value == *value; })->id;
    (*this)(name, id);
    allow([&] { return fmt::format("{}", fmt::join(ids_in(list, none), ", ")); });
    if (from_ && !id.empty() && id != none) value = find(name, id, list, none).value;
  }
  void operator()(const char* name, Box& box) {
    within(name, [&](Fields& of) {
      of("x", box.x);
      of("y", box.y);
      of("w", box.width);
      of("h", box.height);
    });
  }
  /// owner: whose parameters they are, which are checked; null: unchecked.
  template <class Owner>
  void params(const char* name, Params& into, const Owner* owner) {
    const std::string_view of = std::string_view(where).substr(0, where.size() - where.ends_with(':'));
    custom(
        name, [&] { return to_json(into); },
        [&](const nlohmann::json& from) {
          into = params_from_json(from, owner ? std::span<const Param>(owner->params) : std::span<const Param>(), of);
        });
    allow([] { return "values by the ids of parameters"; });
  }

  /// A member of another shape. write: gives its JSON, null where it is left out; read: takes it.
  template <class Write, class Read>
  void custom(const char* name, const Write& write, const Read& read) {
    if (!from_)
      put(name, write());
    else if (const auto found = from_->find(name); found != from_->end())
      read(*found);
  }
  /// An object with members of its own.
  template <class F>
  void within(const char* name, const F& members) {
    if (!from_) {
      Fields inner;
      inner.rows_ = rows_;
      inner.prefix_ = prefix_ + name + ".";
      members(inner);
      written[name] = std::move(inner.written);
    } else if (const auto found = from_->find(name); found != from_->end()) {
      if (!found->is_object()) throw std::runtime_error(fmt::format("{} '{}' must be a JSON object", where, name));
      Fields inner(*found, where);
      members(inner);
    }
  }
  /// Of the member that was named last, for the list: what it may be.
  void allow(const auto& text) {
    if (rows_) rows_->back().allowed = text();
  }
  bool reads() const { return from_; }
  /// Reads what is neither an object nor null, so that all members are absent.
  bool lacks_all() const { return from_ && !from_->is_object() && !from_->is_null(); }
  /// Reads, and the member is absent.
  bool lacks(const char* name) const { return from_ && !from_->contains(name); }
  /// Of what was read, with a sentence that begins behind `where`, or with its colon.
  void expect(bool fine, const auto& sentence) const {
    if (!from_ || fine) return;
    const std::string why(sentence());
    throw std::runtime_error(where + (why.starts_with(':') ? "" : " ") + why);
  }

 private:
  void put(const char* name, nlohmann::json json) {
    if (rows_) rows_->push_back({prefix_ + name, "", json});
    if (!json.is_null()) written[name] = std::move(json);
  }
  /// Leaves `into` as it is where the member is absent.
  template <class T>
  void read(const char* name, T& into) const {
    const auto found = from_->find(name);
    if (found == from_->end()) return;
    const auto wrong = [&] {
      constexpr std::size_t k_most = 60;
      std::string value = found->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
      if (value.size() > k_most) value.replace(k_most, value.npos, " ...");
      return std::runtime_error(fmt::format("{} '{}' is {}, which is of the wrong kind", where, name, value));
    };
    try {
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (!holds<T>(*found)) throw wrong();
      }
      into = found->template get<T>();
    } catch (const nlohmann::json::exception&) {
      throw wrong();
    }
  }

  template <class List>
  const auto& find(const char* name, std::string_view id, const List& list, std::string_view none = "") const {
    const auto found = std::ranges::find_if(list, [&](const auto& one) { return one.id == id; });
    if (found != std::end(list)) return *found;
    throw std::runtime_error(
        fmt::format("{} '{}' is '{}', allowed are {}", where, name, id, fmt::join(ids_in(list, none), ", ")));
  }
  static std::vector<std::string_view> ids_in(const auto& list, std::string_view none = "") {
    std::vector<std::string_view> ids;
    if (!none.empty()) ids.push_back(none);
    for (const auto& one : list) ids.push_back(one.id);
    return ids;
  }

  const nlohmann::json* from_ = nullptr;  ///< null: writes
  std::vector<Row>* rows_ = nullptr;      ///< null: lists nothing
  std::string prefix_;                    ///< of names in the list
};

/// All members of a session.
void fields(Fields& io, Session& session);

/// The part as JSON.
template <class Part>
nlohmann::json written(Part part) {
  Fields io;
  fields(io, part);
  return std::move(io.written);
}
/// Lets `walk` read the part of this name; null: nothing is read. Throws std::runtime_error with a sentence.
void read_part(const nlohmann::json& json, std::string_view member, const auto& walk) {
  if (json.is_null()) return;
  Fields io(json, fmt::format("session: {}", member));
  walk(io);
  io.expect(!io.lacks_all(), [] { return "must be a JSON object"; });
}
/// Back from JSON; what is absent has its default.
template <class Part>
Part read_part(const nlohmann::json& json) {
  Part part;
  read_part(json, Part::k_member, [&](Fields& io) { fields(io, part); });
  return part;
}

}  // namespace satscope::app
