// SPDX-License-Identifier: Apache-2.0
#include "app/lab/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <future>
#include <stdexcept>

#include "app/core/files/atomic_file.h"
#include "app/lab/cache.h"
#include "app/lab/process/process.h"
#include "app/lab/runtime_text.h"
#include "kernels/near_word.h"

namespace satscope::app::lab {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t k_most_source_bytes = 16 << 20;

/// Headers that CUDA programs include; here all are one.
/// Some only so that they can be included: what they declare is_of_cuda().
constexpr std::array k_header_names{"cuda.h",
                                    "cuda_runtime.h",
                                    "cuda_runtime_api.h",
                                    "cuda_device_runtime_api.h",
                                    "device_functions.h",
                                    "driver_types.h",
                                    "vector_types.h",
                                    "vector_functions.h",
                                    "math_functions.h",
                                    "math_constants.h",
                                    "device_launch_parameters.h",
                                    "sm_20_atomic_functions.h",
                                    "cuda_profiler_api.h",
                                    "device_atomic_functions.h",
                                    "cuda_fp16.h",
                                    "cuda_bf16.h",
                                    "cuda_fp8.h",
                                    "mma.h",
                                    "cuda_pipeline.h",
                                    "cuda_pipeline_primitives.h",
                                    "curand.h",
                                    "curand_kernel.h"};

/// Functions of libraries, and what the student's code calls instead: memory of a kernel is on the device's heap, and the rest
/// are accesses, too.
constexpr std::pair<const char*, const char*> k_replaced[] = {
    {"memmove", "satlab_memmove"},     {"memcmp", "satlab_memcmp"},        {"fwrite", "satlab_fwrite"},
    {"fread", "satlab_fread"},         {"malloc", "satlab_malloc_call"},   {"free", "satlab_free_call"},
    {"_Znwm", "satlab_new"},           {"_Znam", "satlab_new_array"},      {"_ZdlPv", "satlab_delete"},
    {"_ZdaPv", "satlab_delete_array"}, {"_ZdlPvm", "satlab_delete_sized"}, {"_ZdaPvm", "satlab_delete_array_sized"}};

void compile_runtime(const Compiler& compiler, const fs::path& folder, const char* source, const char* object) {
  const Ended ended =
      run_process({.words = {compiler.command, "-std=c++20", "-O2", "-w", "-fno-omit-frame-pointer", "-fcf-protection=none",
                             "-c", (folder / source).string(), "-o", (folder / object).string()}});
  if (ended.code != 0)
    throw std::runtime_error(
        fmt::format("{} cannot compile the runtime of the Lab: {}", compiler.command, ended.output.substr(0, 400)));
}

/// The folder with the runtime: headers, and two objects.
fs::path runtime_folder(const Compiler& compiler) {
  std::string all = compiler.command + compiler.version;
  for (const std::string_view name : lab_runtime_names()) all += std::string(name) + std::string(lab_runtime_text(name));
  return kept(cache_folder() / ("runtime-" + hash_of(all)), [&](const fs::path& folder) {
    fs::create_directories(folder / "include");
    for (const std::string_view name : lab_runtime_names()) std::ofstream(folder / name) << lab_runtime_text(name);
    for (const char* name : k_header_names) std::ofstream(folder / "include" / name) << "#pragma once\n#include \"satlab.h\"\n";
    fs::create_directories(folder / "include" / "cooperative_groups");
    for (const char* name : {"reduce.h", "scan.h"})
      std::ofstream(folder / "include" / "cooperative_groups" / name) << "#pragma once\n#include \"../cooperative_groups.h\"\n";
    for (const char* name : {"cub/cub.cuh", "cub/block/block_scan.cuh", "cub/block/block_reduce.cuh", "cub/warp/warp_scan.cuh",
                             "cub/warp/warp_reduce.cuh", "cuda/functional", "cuda/std/functional"}) {
      fs::create_directories((folder / "include" / name).parent_path());
      std::ofstream(folder / "include" / name) << "#pragma once\n#include <satlab_cub.h>\n";
    }
    std::ofstream(folder / "include" / "nvToolsExt.h")
        << "#pragma once\ninline int nvtxRangePushA(const char*) { return 0; }\ninline int nvtxRangePop() { return 0; "
           "}\n#define nvtxRangePush nvtxRangePushA\n";
    compile_runtime(compiler, folder, "runtime.cpp", "runtime.o");
    compile_runtime(compiler, folder, "table.cpp", "table.o");
  });
}

/// The header of all programs, compiled beforehand with each of these options: a file of a few lines is compiled in a third of
/// the time. g++ takes the one that fits, else it reads the header.
void compile_header(const Compiler& compiler, const fs::path& runtime) {
  const std::string header = (runtime / "include" / "satlab.h").string();
  kept(header + ".gch", [&](const fs::path& folder) {
    std::vector<std::future<Ended>> all;
    for (const auto& [name, options] :
         {std::pair("watched", watching_options(compiler, "-O0")), std::pair("warned", warning_options(compiler))}) {
      std::vector<std::string> words{compiler.command, "-std=c++17"};
      words.insert(words.end(), options.begin(), options.end());
      words.insert(words.end(), {"-x", "c++-header", header, "-o", (folder / name).string()});
      all.push_back(std::async(std::launch::async, [words] { return run_process({.words = words}); }));
    }
    for (std::future<Ended>& one : all) one.wait();
  });
}

/// What the compiler defines by itself it defines again when it reads its own output.
std::string without_built_ins(std::string text, const std::string& file) {
  const std::size_t from = text.find("# 1 \"<built-in>\"");
  if (from == text.npos) return text;
  const std::size_t to = std::min(text.find("# 1 \"/usr/include/stdc-predef.h\""), text.find("# 1 \"" + file + "\"", from + 1));
  return to != text.npos && from < to ? text.erase(from, to - from) : text;
}

/// One of the files.
struct Source {
  std::string path;  ///< absolute
  std::string text = {};
  bool expand = false;                                ///< all macros are expanded
  bool is_c() const { return path.ends_with(".c"); }  ///< code of the host in C: taken as it is
  Rewritten rewritten = {};

  /// Where the text begins that is rewritten, behind the header of all programs; 0: that header is not distinguished.
  std::size_t own_text() const {
    const std::string own = "# 0 \"<command-line>\" 2\n# 1 \"" + path + "\"\n";
    const std::size_t at = expand ? text.npos : text.find(own);
    return at != text.npos && text.compare(0, at, rewritten.text, 0, at) == 0 ? at : 0;
  }
};

class Build {
 public:
  Build(const BuildRequest& request, const Compiler& compiler)
      : request_(request), compiler_(compiler), runtime_(runtime_folder(compiler)) {
    if (!compiler.clang) compile_header(compiler, runtime_);
    add(request.file);
    for (const std::string& file : request.further) add(file);
  }

  Built run() {
    // Macros stay, and with them lines and columns, unless one hides a part of a launch. clang can only expand all.
    for (Source& source : sources_)
      if ((compiler_.clang || !read(source, false)) && !read(source, true)) break;
    if (built_.errors.empty()) make();
    return std::move(built_);
  }

 private:
  void add(const std::string& file) {
    const std::string path = fs::absolute(file).lexically_normal().string();
    std::error_code error;
    if (!fs::exists(path, error)) throw std::runtime_error(fmt::format("there is no file '{}'", file));
    if (!fs::is_regular_file(path, error)) throw std::runtime_error(fmt::format("'{}' is no file that can be read", file));
    if (fs::file_size(path, error) > k_most_source_bytes)
      throw std::runtime_error(fmt::format("{} is too large for a source: at most 16 MB", file));
    if (!std::ifstream(path)) throw std::runtime_error(fmt::format("{} cannot be read", path));
    sources_.push_back({path});
  }

  const std::string& first() const { return sources_.front().path; }

  Ended run_compiler(const std::vector<std::string>& words) const {
    return run_process({.words = words, .stop = request_.stop});
  }

  std::vector<std::string> common(const Source& source) const {
    std::vector<std::string> words{compiler_.command,
                                   "-std=c++17",
                                   "-isystem",
                                   (runtime_ / "include").string(),
                                   "-I",
                                   fs::path(source.path).parent_path().string()};
    for (const std::string& folder : request_.folders) words.insert(words.end(), {"-I", fs::absolute(folder).string()});
    for (const std::string& macro : request_.macros) words.insert(words.end(), {"-D", macro});
    return words;
  }

  /// False: it has errors, or a macro hides a part of a launch, so that it must be read with all macros expanded.
  bool read(Source& source, bool expand) {
    source.expand = expand;
    const std::string out = work_.path() + "/student.ii";
    if (source.is_c()) return read_c(source, out);
    std::vector<std::string> words = common(source);
    words.insert(words.end(), {"-include", "satlab.h", expand ? "-DSATLAB_KEEP_WORDS" : "-fdirectives-only", "-E", "-x", "c++",
                               source.path, "-o", out, "-w"});
    words.push_back(compiler_.clang ? "-fno-caret-diagnostics" : "-fno-diagnostics-show-caret");
    const Ended ended = run_compiler(words);
    if (ended.code != 0) return built_.errors = errors_of(ended.output, source), false;
    source.text = file_text(out);
    if (!expand) source.text = without_built_ins(std::move(source.text), source.path);
    source.rewritten = rewrite(source.text, expand);
    return expand || !source.rewritten.needs_expansion;
  }

  bool read_c(Source& source, const std::string& out) {
    const Ended ended = run_compiler(words_of_c(source, {"-E", "-o", out}));
    if (ended.code != 0) return built_.errors = errors_of(ended.output, source), false;
    source.text = file_text(out);
    source.rewritten.has_main = rewrite(source.text, true).has_main;
    source.rewritten.text = source.text;
    return true;
  }

  std::vector<std::string> words_of_c(const Source& source, std::initializer_list<std::string> more) const {
    std::vector<std::string> words{
        compiler_.command, "-x", "c", "-w", "-g", "-I", fs::path(source.path).parent_path().string()};
    for (const std::string& folder : request_.folders) words.insert(words.end(), {"-I", fs::absolute(folder).string()});
    for (const std::string& macro : request_.macros) words.insert(words.end(), {"-D", macro});
    words.insert(words.end(), more);
    words.push_back(source.path);
    return words;
  }

  void make() {
    bool has_main = false, has_main_of_c = false;
    const Source* with_table = nullptr;
    for (const Source& source : sources_) {
      has_main |= source.rewritten.has_main;
      has_main_of_c |= source.rewritten.has_main && source.is_c();
      if (source.rewritten.table_line > 0) with_table = &source;
    }
    const bool table = with_table && !has_main_of_c;
    std::string all;
    for (Source& source : sources_) {
      if (table && source.rewritten.has_main) source.rewritten = rewrite(source.text, source.expand, true);
      const Rewritten& made = source.rewritten;
      built_.refusals.insert(built_.refusals.end(), made.refusals.begin(), made.refusals.end());
      all += made.text;
    }
    if (!has_main && !with_table && built_.refusals.empty() && !refuse_without_start()) return;
    if (!built_.refusals.empty()) return;
    std::string key = compiler_.command + compiler_.version + request_.level + runtime_.string() + (table ? "table" : "main");
    for (const auto& options : {watching_options(compiler_, request_.level), warning_options(compiler_)})
      for (const std::string& option : options) key += option;
    for (const std::string& macro : request_.macros) key += "-D" + macro + '\n';
    const fs::path place = cache_folder() / "programs" / hash_of(key + all);
    std::error_code error;
    if (!request_.cached) fs::remove_all(place, error);
    try {
      kept(place, [&](const fs::path& folder) { compile(table, folder); });
    } catch (const Failed&) {
      return;
    }
    mark_used(place);
    const std::string program = (place / "program").string();
    built_.program = LabProgram{.path = program, .source = first(), .has_table = table, .lines = LineTable(file_text(program))};
    if (table) {
      built_.program->skips_main = has_main;
      built_.program->table_parameters = with_table->rewritten.table_parameters;
      built_.program->table_place = {with_table->path, with_table->rewritten.table_line, 0};
    }
    for (std::size_t k = 0; k < sources_.size(); ++k)
      if (const Source& source = sources_[k]; !source.is_c()) {
        const auto found = warnings_in(file_text(warnings_file(place, k)), source.path, source.rewritten.shifts);
        built_.warnings.insert(built_.warnings.end(), found.begin(), found.end());
      }
  }

  struct Failed {};

  /// Nothing can be called, so that nothing can be run. False: the compiler has errors, which may be why.
  bool refuse_without_start() {
    try {
      for (const Source& source : sources_) compile_one(source, work_.path() + "/alone.o", work_.path() + "/warnings");
    } catch (const Failed&) {
      return false;
    }
    Refusal refusal{{first(), 0, 0}, k_nothing_to_run};
    for (const Source& source : sources_)
      for (const auto& [name, place] : source.rewritten.functions) {
        if (place.file != source.path) continue;
        const std::string meant = near_word(name, std::array<std::string, 2>{"table", "main"});
        if (meant.empty()) continue;
        refusal.place = place;
        refusal.sentence += fmt::format(" Did you mean {}() instead of {}()?", meant, name);
        return built_.refusals.push_back(refusal), true;
      }
    return built_.refusals.push_back(refusal), true;
  }

  static std::string warnings_file(const fs::path& folder, std::size_t number) {
    return (folder / fmt::format("warnings{}", number)).string();
  }

  void compile(bool table, const fs::path& folder) {
    // the runtime first: its variables begin before those of the program, which register themselves in it
    std::vector<std::string> words{compiler_.command, (runtime_ / "runtime.o").string()};
    for (std::size_t k = 0; k < sources_.size(); ++k) {
      words.push_back(fmt::format("{}/student{}.o", work_.path(), k));
      compile_one(sources_[k], words.back(), warnings_file(folder, k));
    }
    if (table) words.push_back((runtime_ / "table.o").string());
    words.insert(words.end(), {"-no-pie", "-Wl,--wrap=malloc", "-ldl", "-o", (folder / "program").string()});
    link(words);
    for (auto& [file, output] : warned_) std::ofstream(file, std::ios::binary) << output.get().output;
  }

  void compile_one(const Source& source, const std::string& object, const std::string& warnings_file) {
    if (source.is_c()) return check(run_compiler(words_of_c(source, {"-c", "-o", object})), source);
    const std::string made = fmt::format("{}/made{}.ii", work_.path(), warned_.size());
    const std::size_t own = source.own_text();
    std::ofstream(made, std::ios::binary) << std::string_view(source.rewritten.text).substr(own);
    std::vector<std::string> language = common(source);
    if (own > 0) language.insert(language.end(), {"-include", "satlab.h"});
    if (source.expand)
      language.insert(language.end(), compiler_.clang ? std::initializer_list<std::string>{"-x", "c++-cpp-output"}
                                                      : std::initializer_list<std::string>{"-x", "c++", "-fpreprocessed"});
    else
      language.insert(language.end(), {"-x", "c++"});
    std::vector<std::string> words = language;
    const auto options = watching_options(compiler_, request_.level), warnings = warning_options(compiler_);
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"-c", made, "-o", object});
    std::vector<std::string> warn = language;
    warn.insert(warn.end(), warnings.begin(), warnings.end());
    warn.insert(warn.end(), {"-c", made, "-o", made + ".o"});
    // because: that takes as long again, and most machines have a core for it
    warned_.emplace_back(warnings_file, std::async(std::launch::async, [this, warn] { return run_compiler(warn); }));
    check(run_compiler(words), source);
    words = {"objcopy"};
    for (const auto& [name, ours] : k_replaced) words.insert(words.end(), {"--redefine-sym", fmt::format("{}={}", name, ours)});
    // because: clang calls these by their plain names for copies of structs
    if (compiler_.clang)
      words.insert(words.end(), {"--redefine-sym", "memcpy=satlab_memcpy", "--redefine-sym", "memset=satlab_memset"});
    words.push_back(object);
    check(run_compiler(words), source);
  }

  /// What the compiler finds wrong behind the end of a file, in what the Lab adds there, is a bracket that the file leaves
  /// open.
  static std::vector<CompileError> errors_of(const std::string& output, const Source& source) {
    std::vector<CompileError> errors = errors_in(output, source.path, source.rewritten.shifts);
    const std::string text = file_text(source.path);
    const auto lines = static_cast<int>(std::ranges::count(text, '\n')) + (text.empty() || text.back() != '\n');
    const auto behind = [&](const CompileError& error) { return error.place.file == source.path && error.place.line > lines; };
    const auto first = std::ranges::find_if(errors, behind);
    if (first == errors.end()) return errors;
    *first = {{source.path, lines, 1}, "The file ends before all of its braces and parentheses are closed."};
    errors.erase(std::remove_if(first + 1, errors.end(), behind), errors.end());
    return errors;
  }

  void check(const Ended& ended, const Source& source) {
    if (ended.code == 0) return;
    built_.errors =
        ended.signal
            ? std::vector<CompileError>{{{source.path, 0, 0}, "The compiler was stopped: it took too long or too much memory."}}
            : errors_of(ended.output, source);
    throw Failed();
  }

  void link(const std::vector<std::string>& words) {
    const Ended ended = run_compiler(words);
    if (ended.code == 0) return;
    built_.errors = link_errors_in(ended.output, first());
    throw Failed();
  }

  const BuildRequest& request_;
  const Compiler& compiler_;
  fs::path runtime_;
  TemporaryFolder work_;
  std::vector<Source> sources_;
  std::vector<std::pair<std::string, std::future<Ended>>> warned_;  ///< file for what the compiler warns of
  Built built_;
};

}  // namespace

Built build(const BuildRequest& request, const Compiler& compiler) { return Build(request, compiler).run(); }

}  // namespace satscope::app::lab
