// SPDX-License-Identifier: Apache-2.0
#include "app/lab/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "app/lab/tokens.h"

namespace satscope::app::lab {
namespace {

struct Edit {
  std::size_t begin, end;  ///< in the text
  std::size_t token;       ///< before which it is
  std::string text;
};

/// The names that a declaration declares.
struct Declarators {
  std::vector<std::string> names;
  std::size_t end;  ///< its semicolon, or the number of tokens if it has none
  bool function = false;
};

/// +1 for an opening bracket, -1 for a closing one.
int nesting(std::string_view x) { return x == "(" || x == "[" || x == "{" ? 1 : x == ")" || x == "]" || x == "}" ? -1 : 0; }

class Rewriter {
 public:
  Rewriter(std::string_view text, bool expanded, bool has_table)
      : text_(text), expanded_(expanded), has_table_(has_table), tokens_(tokens_of(text)), t_(tokens_.list) {}

  Rewritten run() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].directive) {
        if (triple(i, "<") && launch(i)) i += 2;
        statement_ = i + 1;
        continue;
      }
      if (scope(i)) continue;
      if (triple(i, "<")) {
        if (launch(i)) i += 2;
      } else {
        word(i);
      }
    }
    out_.text = applied();
    return std::move(out_);
  }

 private:
  // ---- looking
  std::string_view of(std::size_t i) const {
    return i < t_.size() ? text_.substr(t_[i].begin, t_[i].end - t_[i].begin) : std::string_view();
  }
  bool is(std::size_t i, std::string_view what) const { return of(i) == what; }
  bool is_one_of(std::size_t i, std::initializer_list<std::string_view> list) const {
    return std::find(list.begin(), list.end(), of(i)) != list.end();
  }
  bool is_word(std::size_t i) const { return i < t_.size() && t_[i].kind == Token::word; }
  std::string_view between(std::size_t first, std::size_t last) const {
    return text_.substr(t_[first].begin, t_[last].end - t_[first].begin);
  }
  Place place(std::size_t i) const {
    return {t_[i].file < 0 ? "" : tokens_.files[static_cast<std::size_t>(t_[i].file)], t_[i].line, t_[i].column};
  }

  /// <<< or >>>. Formatters that do not know CUDA write << < and >> >.
  bool triple(std::size_t i, std::string_view what) const {
    return is(i, what) && is(i + 1, what) && is(i + 2, what) && t_[i + 1].begin == t_[i].end;
  }

  std::size_t close_of(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < t_.size(); ++i)
      if ((depth += nesting(of(i))) == 0) return i;
    return t_.size();
  }
  std::size_t open_of(std::size_t close) const {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;)
      if ((depth -= nesting(of(i))) == 0) return i;
    return t_.size();
  }
  /// The < of the > at i, or the number of tokens.
  std::size_t open_angle_of(std::size_t i) const {
    int depth = 0;
    for (std::size_t k = i + 1; k-- > 0;) {
      if (is(k, ")") || is(k, "]")) {
        k = open_of(k);
        if (k == t_.size()) return k;
      } else if (is(k, ">")) {
        ++depth;
      } else if (is(k, "<") && --depth == 0) {
        return k;
      } else if (is(k, ";") || is(k, "{")) {
        break;
      }
    }
    return t_.size();
  }

  // ---- changing
  void replace(std::size_t first, std::size_t last, std::string text) {
    edits_.push_back({t_[first].begin, t_[last].end, first, std::move(text)});
  }
  void remove(std::size_t i) { replace(i, i, ""); }
  void insert_before(std::size_t i, std::string text) { edits_.push_back({t_[i].begin, t_[i].begin, i, std::move(text)}); }
  void insert_after(std::size_t i, std::string text) { edits_.push_back({t_[i].end, t_[i].end, i, std::move(text)}); }
  void refuse(std::size_t i, std::string sentence) { out_.refusals.push_back({place(i), std::move(sentence)}); }
  std::string fresh(char kind) { return fmt::format("satlab_{}{}", kind, ++made_); }

  // ---- statements and scopes
  struct Scope {
    bool inner;  ///< more than a namespace
    bool of_device;
  };
  bool at_file_scope() const { return std::ranges::none_of(scopes_, &Scope::inner); }

  /// Whether the token only opens or ends a statement or a scope.
  bool scope(std::size_t i) {
    if (is(i, "{")) {
      bool inner = true;  // a namespace, or extern "C" {, is none
      of_device_ = of_device_ && !at_file_scope();
      for (std::size_t k = statement_; k < i; ++k) {
        of_device_ |= is_one_of(k, {"__device__", "__global__"});
        if (is(k, "namespace") || (is(k, "extern") && is(k + 1, "\"C\"") && k + 2 == i)) inner = false;
      }
      scopes_.push_back({inner, of_device_});
    } else if (is(i, "}")) {
      if (!scopes_.empty()) scopes_.pop_back();
      of_device_ = !scopes_.empty() && scopes_.back().of_device;
    } else if (!is(i, ";")) {
      return false;
    }
    statement_ = i + 1;
    return true;
  }

  void main_at(std::size_t i) {
    out_.has_main = true;
    if (has_table_) replace(i, i, "satlab_main");
  }
  void table_at(std::size_t i) {
    out_.table_line = place(i).line;
    if (const std::size_t close = close_of(i + 1); close < t_.size()) out_.table_parameters = between(i + 1, close);
  }
  void word(std::size_t i) {
    const std::string_view x = of(i);
    if (expanded_ && is_one_of(i, {"__global__", "__device__", "__host__", "__constant__", "__managed__", "__grid_constant__"}))
      remove(i);
    if (x == "\\" || x == "__noinline__") {  // nvcc lets a stray backslash pass
      remove(i);
    } else if (x == "asm" || x == "__asm__") {
      const bool code = is(i + 1, "(") || (is_one_of(i + 1, {"volatile", "__volatile__"}) && is(i + 2, "("));
      if (code && of_device_) refuse(i, "Inline PTX (asm) is machine code of a GPU and cannot run on the CPU here.");
    } else if (x == "cudaLaunchKernel" || x == "cudaLaunchCooperativeKernel") {
      // (void*)kernel -> kernel, because its type says what its arguments are
      if (is(i + 1, "(") && is(i + 2, "(") && is(i + 3, "void") && is(i + 4, "*") && is(i + 5, ")")) replace(i + 2, i + 5, "");
    } else if (x == "tex1D" || x == "tex2D" || x == "tex3D" || x == "tex1Dfetch" || x == "cudaTextureObject_t" ||
               x == "texture") {
      if (x != "texture" || is(i + 1, "<")) refuse(i, "Textures cannot run on the CPU here: read from global memory instead.");
    } else if ((x == "thrust" || x == "cub") && is(i + 1, ":") && is(i + 2, ":")) {
      if (x == "thrust") refuse(i, fmt::format("The library thrust {}: its kernels are not in your file.", k_not_here));
      if (x == "cub" && is_word(i + 3) && of(i + 3).starts_with("Device"))
        refuse(i, fmt::format("cub::{} {}: {}.", of(i + 3), k_not_here, k_of_cub));
    } else if (x == "cudaGraph_t" || x == "cudaGraphExec_t" || x == "cudaStreamBeginCapture") {
      refuse(i, "CUDA graphs cannot run on the CPU here: launch the kernels one after the other instead.");
    } else if (x == "__half" || x == "half2" || x == "__half2") {
      refuse(i, "Numbers of 16 bits (half) cannot run on the CPU here: use float.");
    } else if (x == "main" || x == "table") {
      if (at_file_scope() && is(i + 1, "(")) x == "main" ? main_at(i) : table_at(i);
    } else if (x == "__global__") {
      kernel(i);
    } else if (x == "__shared__") {
      shared(i);
    } else if (x == "__device__" || x == "__constant__" || x == "__managed__") {
      device_variable(i);
    } else if (at_file_scope() && is(i + 1, "(")) {
      out_.functions.emplace_back(x, place(i));
    }
  }

  // ---- launches
  /// The first token of the expression that ends before `end`: a kernel's name with its scopes and template arguments. The
  /// number of tokens if there is none.
  std::size_t kernel_begin(std::size_t end) const {
    std::size_t i = end;
    while (i > 0) {
      std::size_t k = i - 1;
      if (is(k, ">")) {
        k = open_angle_of(k);
        if (k == 0 || k == t_.size()) return t_.size();
        --k;
      } else if (is(k, ")") || is(k, "]")) {
        k = open_of(k);
        if (k == t_.size()) return k;
        if (k == 0 || !is_word(k - 1) || is_one_of(k - 1, {"return", "else", "do", "if", "while", "for"})) return k;
        --k;  // f(x)<<<, a[i]<<<
      } else if (!is_word(k)) {
        return t_.size();
      }
      i = k;
      if (i >= 2 && is(i - 1, ":") && is(i - 2, ":")) {
        i -= 2;
        if (i == 0 || (!is_word(i - 1) && !is(i - 1, ">"))) return i;
      } else if (i >= 1 && (is(i - 1, ".") || is(i - 1, "template"))) {
        --i;
      } else if (i >= 2 && is(i - 1, ">") && is(i - 2, "-") && t_[i - 1].begin == t_[i - 2].end) {
        i -= 2;
      } else {
        return i;
      }
    }
    return i;
  }

  /// The texts between the commas, joined by semicolons.
  std::string list_of(std::size_t from, std::size_t to) const {
    std::string list;
    int depth = 0;
    std::size_t begin = from;
    for (std::size_t i = from; i <= to; ++i) {
      if (i < to) depth += nesting(of(i));
      if (i != to && (depth != 0 || !is(i, ","))) continue;
      if (begin < i) list += (list.empty() ? "" : ";") + on_one_line(between(begin, i - 1));
      begin = i + 1;
    }
    return list;
  }

  /// K<<<C>>>(A)  ->  ::satlab::launch("K", "A", LINE, [&](auto... satlab_a) { K(satlab_a...); }, C)(A)
  bool launch(std::size_t i) {
    const std::size_t kernel = kernel_begin(i);
    std::size_t close = i + 3;
    for (int depth = 0; close < t_.size() && (depth != 0 || !triple(close, ">")); ++close) {
      depth += nesting(of(close));
      if (depth < 0 || is(close, ";")) break;
    }
    const std::size_t open = close + 3;
    const auto beside = [&](std::size_t k) { return t_[k].directive == t_[i].directive; };
    const bool closed = triple(close, ">"), whole = closed && kernel < i && is(open, "(") && beside(kernel) && beside(open);
    if (!whole) {
      if (expanded_ && kernel < i && !closed) refuse(i, "This launch lacks a '>': write kernel<<<grid, block>>>(arguments).");
      out_.needs_expansion = true;
      return false;
    }
    if (of_device_)
      refuse(i, "A kernel that launches a kernel (dynamic parallelism) cannot run on the CPU here: launch it from the host.");
    const std::size_t end = close_of(open);
    const bool in_macro = t_[i].directive != 0;  // its text would be quoted within a macro
    insert_before(
        kernel,
        fmt::format("::satlab::launch(\"{}\", \"{}\", {}, [&](auto... satlab_a) __attribute__((no_sanitize(\"thread\"))) {{ ",
                    in_macro ? "" : on_one_line(between(kernel, i - 1)), in_macro ? "" : list_of(open + 1, end), t_[i].line));
    replace(i, i + 2, "(satlab_a...); }, ");
    replace(close, close + 2, ")");
    for (std::size_t a = open + 1; a < end; ++a)
      if (is(a, "NULL")) replace(a, a, "nullptr");
    return true;
  }

  // ---- declarations
  Declarators declarators(std::size_t i) const {
    Declarators d{{}, t_.size()};
    int depth = 0, angle = 0;
    std::string last;
    bool taken = false;
    for (; i < t_.size(); ++i) {
      if (depth == 0 && is_one_of(i, {"struct", "union"}) && (is(i + 1, "{") || is(i + 2, "{"))) {
        i = close_of(is(i + 1, "{") ? i + 1 : i + 2);
        continue;
      }
      const std::string_view x = of(i);
      if (depth == 0 && angle == 0 && !taken && !last.empty() && is_one_of(i, {";", ",", "=", "[", "{"})) {
        d.names.push_back(last);
        taken = true;
      }
      if (depth == 0 && x == ";") {
        d.end = i;
        return d;
      }
      if (depth == 0 && angle == 0 && x == ",") {
        taken = false;
        last.clear();
      } else if (is_one_of(
                     i, {"__align__", "alignas", "__attribute__", "__launch_bounds__", "__declspec", "aligned", "decltype"})) {
        if (is(i + 1, "(")) i = close_of(i + 1);
      } else {
        if (depth == 0 && !taken && x == "(") {
          d.function = true;
          return d;
        }
        if (depth == 0 && !taken) angle += x == "<" ? 1 : x == ">" ? -1 : 0;
        depth += nesting(x);
        if (depth < 0) return d;
        if (depth == 0 && !taken && is_word(i)) last = x;
      }
    }
    return d;
  }

  void device_variable(std::size_t i) {
    if (!at_file_scope() || is_one_of(statement_, {"extern", "template", "class", "struct"})) return;
    const Declarators d = declarators(i + 1);
    if (d.function || d.end == t_.size()) return;
    std::string more;
    for (const std::string& name : d.names)
      more += fmt::format(" static const int {} = ::satlab::global(\"{}\", {});", fresh('g'), name, name);
    insert_after(d.end, more);
  }

  /// The names of its parameters.
  void kernel(std::size_t i) {
    for (std::size_t k = i + 1; k < t_.size() && !is(k, ";") && !is(k, "{"); ++k) {
      if (is(k, "__launch_bounds__") || is(k, "__attribute__")) {
        k = close_of(k + 1);
      } else if (is(k, "(") && is_word(k - 1)) {
        const std::size_t close = close_of(k);
        if (is(close + 1, "{")) kernels_.push_back(fmt::format("\"{}\", \"{}\"", of(k - 1), parameters(k + 1, close)));
        return;
      }
    }
  }

  std::string parameters(std::size_t from, std::size_t to) const {
    std::string list, last;
    int depth = 0, angle = 0;
    bool named = false, first = true;
    for (std::size_t i = from; i <= to; ++i) {
      if (i == to || (depth == 0 && angle <= 0 && is(i, ","))) {
        list += (first ? "" : ";") + last;
        last.clear();
        first = named = false;
        continue;
      }
      angle += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
      depth += nesting(of(i));
      named |= is(i, "=");
      if (!named && is_word(i)) last = of(i);
    }
    return list;
  }

  void shared(std::size_t i) {
    bool is_extern = is(i + 1, "extern");  // it may follow
    std::size_t first = i;
    for (std::size_t k = i; k-- > statement_;) {
      is_extern |= is(k, "extern");
      if (is_one_of(k, {"extern", "volatile", "static", "const", "__device__", "__align__"})) first = k;
    }
    const Declarators d = declarators(i + 1);
    if (d.end == t_.size() || d.names.empty()) return;
    if (is_extern) return at_file_scope() ? dynamic_at_file_scope(i, d) : dynamic(i, d);
    if (at_file_scope()) return replace(i, i, is(statement_, "static") ? "" : "static");
    static_shared(first, i, d);
  }

  /// extern __shared__ T a[];  ->  extern T a[] __asm__("satlab_dynamic_shared");
  void dynamic_at_file_scope(std::size_t i, const Declarators& d) {
    remove(i);
    int depth = 0;
    for (std::size_t k = i + 1; k <= d.end; ++k) {
      if (depth == 0 && (is(k, ",") || is(k, ";"))) insert_before(k, " __asm__(\"satlab_dynamic_shared\")");
      depth += nesting(of(k));
    }
    std::string more;
    for (const std::string& name : d.names)
      more += fmt::format(" static const int {} = ::satlab::dynamic_default(\"{}\", {});", fresh('d'), name, name);
    insert_after(d.end, more);
  }

  /// extern __shared__ T a[];  ->  T (&a)[] = ::satlab::Dynamic{"a"};  because g++ forgets the label within a template
  void dynamic(std::size_t i, const Declarators& d) {
    for (std::size_t k = statement_; k <= i + 1; ++k)
      if (is(k, "extern") || is(k, "__shared__")) remove(k);
    std::string_view name;
    for (std::size_t k = i + 1; k <= d.end; ++k) {
      if (is_word(k) && std::find(d.names.begin(), d.names.end(), of(k)) != d.names.end() &&
          is_one_of(k + 1, {"[", ",", ";"})) {
        insert_before(k, "(&");
        insert_after(k, ")");
        name = of(k);
      } else if (!name.empty() && (is(k, ",") || is(k, ";"))) {
        insert_before(k, fmt::format(" = ::satlab::Dynamic{{\"{}\"}}", name));
        name = {};
      }
    }
    std::string more;
    for (const std::string& declared : d.names) more += fmt::format(" ::satlab::dynamic(\"{}\", {});", declared, declared);
    insert_after(d.end, more);
  }

  /// __shared__ T a[8], b;  ->  struct satlab_s1 { T a[8], b; }; auto& a = ...; auto& b = ...;
  void static_shared(std::size_t first, std::size_t i, const Declarators& d) {
    const std::string type = fresh('s');
    for (std::size_t k = first; k <= i; ++k)
      if (is(k, "static") || is(k, "__shared__")) remove(k);
    insert_before(first, fmt::format("struct {} {{ ", type));
    std::string more = " };";
    int number = 0;
    for (const std::string& name : d.names)
      more += fmt::format(" auto& {} = ::satlab::shared<{}, {}, decltype({}::{})>(\"{}\", {});", name, type, number++, type,
                          name, name, t_[i].line);
    insert_after(d.end, more);
  }

  // ---- the text
  std::string applied() {
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& a, const Edit& b) { return std::tie(a.begin, a.end) < std::tie(b.begin, b.end); });
    std::string result;
    std::size_t done = 0;
    for (const Edit& edit : edits_) {
      if (edit.begin < done) continue;
      result.append(text_, done, edit.begin - done);
      result += edit.text;
      const auto removed = text_.substr(edit.begin, edit.end - edit.begin);
      result.append(static_cast<std::size_t>(std::count(removed.begin(), removed.end(), '\n')), '\n');
      Place at = place(edit.token);
      at.column += static_cast<int>(edit.begin - t_[edit.token].begin);
      out_.shifts.push_back({at, static_cast<int>(removed.size()), static_cast<int>(edit.text.size())});
      done = edit.end;
    }
    result.append(text_, done);
    for (const std::string& kernel : kernels_)
      result += fmt::format("\nstatic const int {} = ::satlab::kernel({});", fresh('k'), kernel);
    return result + "\n";
  }

  std::string_view text_;
  bool expanded_, has_table_;
  Tokens tokens_;
  const std::vector<Token>& t_;
  std::vector<Edit> edits_;
  std::vector<Scope> scopes_;  ///< of each open brace
  bool of_device_ = false;     ///< the function at hand has code for the device
  std::size_t statement_ = 0;  ///< first token of the current statement
  std::vector<std::string> kernels_;
  int made_ = 0;
  Rewritten out_;
};

}  // namespace

Rewritten rewrite(std::string_view text, bool expanded, bool has_table) { return Rewriter(text, expanded, has_table).run(); }

}  // namespace satscope::app::lab
