// SPDX-License-Identifier: Apache-2.0
// What workspaces keep in a session: one part for each type, and no type known here.
//
// A part T is a value with `static constexpr const char* k_member`, the member of the session's JSON that holds it, and with
// `void fields(Fields&, T&)`, which names its own members (fields.h). Two parts with one member are a mistake of the program,
// which `whole_session` finds at the start: std::logic_error.
#pragma once
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace satscope::app {

class Fields;

class Parts {
 public:
  Parts() = default;
  Parts(const Parts& other) { *this = other; }
  Parts(Parts&&) = default;
  Parts& operator=(const Parts& other) {
    std::map<std::string_view, std::unique_ptr<Part>> copies;
    for (const auto& [member, part] : other.parts_) copies.emplace(member, part->copy());
    parts_ = std::move(copies);
    return *this;
  }
  Parts& operator=(Parts&&) = default;

  /// Made with its defaults when it is first asked for.
  template <class T>
  T& part() {
    auto& part = parts_[T::k_member];
    if (!part) part = std::make_unique<Of<T>>();
    return as<Of<T>>(*part, T::k_member).value;
  }
  template <class T>
  const T& part() const {
    static const Of<T> untouched;
    const auto found = parts_.find(T::k_member);
    return found == parts_.end() ? untouched.value : as<const Of<T>>(*found->second, T::k_member).value;
  }

  /// A part that is absent equals one with its defaults.
  bool operator==(const Parts& other) const { return other.has_all_of(*this) && has_all_of(other); }

  /// Writes or reads the parts that there are.
  void walk(Fields& io);

 private:
  struct Part {
    virtual ~Part() = default;
    virtual std::unique_ptr<Part> copy() const = 0;
    virtual bool equals(const Part* other) const = 0;
    virtual void reset() = 0;
    virtual void walk(Fields& io) = 0;
  };
  template <class T>
  struct Of final : Part {
    T value{};
    std::unique_ptr<Part> copy() const override { return std::make_unique<Of>(*this); }
    bool equals(const Part* other) const override { return value == (other ? as<const Of>(*other, T::k_member).value : T{}); }
    void reset() override { value = {}; }
    void walk(Fields& io) override { fields(io, value); }
  };

  [[noreturn]] static void throw_taken(std::string_view member) {
    throw std::logic_error("two parts of a session are called '" + std::string(member) + "'");
  }
  template <class Wanted, class Held>
  static Wanted& as(Held& part, std::string_view member) {
    if (auto* const wanted = dynamic_cast<Wanted*>(&part)) return *wanted;
    throw_taken(member);
  }

  bool has_all_of(const Parts& other) const {
    for (const auto& [member, part] : other.parts_) {
      const auto found = parts_.find(member);
      if (!part->equals(found == parts_.end() ? nullptr : found->second.get())) return false;
    }
    return true;
  }

  std::map<std::string_view, std::unique_ptr<Part>> parts_;
};

}  // namespace satscope::app
