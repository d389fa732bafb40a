// SPDX-License-Identifier: Apache-2.0
// Files are there whole or not at all.
#include "app/core/files/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <tuple>

#include "app/core/files/named_file.h"
#include "app/core/files/read_files.h"
#include "app/core/files/user_folders.h"
#include "app/sources/files/npy.h"
#include "tests/app/made_files.h"

namespace {

/// What a file is committed by, in its order. The program's calls of the C library come here.
std::vector<std::string> calls;

bool is_folder(int descriptor) {
  struct stat about {};
  return ::fstat(descriptor, &about) == 0 && S_ISDIR(about.st_mode);
}

}  // namespace

extern "C" int fsync(int descriptor) {
  calls.emplace_back(is_folder(descriptor) ? "sync folder" : "sync file");
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
extern "C" int linkat(int from, const char* old, int to, const char* name, int flags) noexcept {
  const auto done = static_cast<int>(::syscall(SYS_linkat, from, old, to, name, flags));
  if (done == 0) calls.emplace_back("name");
  return done;
}

namespace satscope::app {
namespace {

using test::Folder;
using test::read_file;
using Names = std::vector<std::string>;

TEST(Files, NothingIsThereBeforeCommit) {
  const Folder folder;
  {
    AtomicFile file(folder.file("a"));
    file.write(std::string_view("first "));
    EXPECT_EQ(std::filesystem::exists(folder.file("a")), false);
    file.write(std::string_view("second"));
    file.commit();
  }
  EXPECT_EQ(read_file(folder.file("a")), "first second");
  EXPECT_EQ(folder.names(), Names{"a"});
}

TEST(Files, WithoutCommitNothingChanges) {
  const Folder folder;
  folder.write("old", "kept");
  {
    AtomicFile fresh(folder.file("new")), over(folder.file("old"));
    fresh.write(std::string_view("lost"));
    over.write(std::string_view("lost"));
  }
  EXPECT_EQ(folder.names(), Names{"old"});
  EXPECT_EQ(read_file(folder.file("old")), "kept");
}

TEST(Files, ReplacesWhatWasThere) {
  const Folder folder;
  folder.write("old", "much longer than the new one");
  write_file(folder.file("old"), std::string_view("new"));
  EXPECT_EQ(read_file(folder.file("old")), "new");
  EXPECT_EQ(folder.names(), Names{"old"});
}

TEST(Files, ALinkStaysALink) {
  const Folder folder;
  folder.write("real", "old");
  std::filesystem::create_symlink("real", folder.file("link"));
  write_file(folder.file("link"), std::string_view("new"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(read_file(folder.file("real")), "new");
}

TEST(Files, PlacesThatCannotBeWritten) {
  const Folder folder;
  folder.write("file", "");
  EXPECT_THROW(AtomicFile{""}, WriteError);
  EXPECT_THROW(AtomicFile{folder.path().string()}, WriteError);
  EXPECT_THROW(AtomicFile{folder.file("missing/a")}, WriteError);
  EXPECT_THROW(AtomicFile{folder.file("file/a")}, WriteError);
  EXPECT_THROW(AtomicFile{folder.file("new/")}, WriteError);
  EXPECT_EQ(folder.names(), Names{"file"});
}

TEST(Files, APipeIsWrittenStraight) {
  const Folder folder;
  const std::string name = folder.file("pipe");
  ASSERT_EQ(::mkfifo(name.c_str(), 0600), 0);
  const int reader = ::open(name.c_str(), O_RDWR | O_NONBLOCK);  // so that no call waits
  ASSERT_GE(reader, 0);
  write_file(name, std::string_view("through"));
  char got[16] = "";
  EXPECT_EQ(::read(reader, got, sizeof got), 7);
  ::close(reader);
  EXPECT_STREQ(got, "through");
  EXPECT_TRUE(std::filesystem::is_fifo(name));
  EXPECT_EQ(folder.names(), Names{"pipe"});
}

TEST(Files, ALinkToNothingYetStaysALink) {
  const Folder folder;
  std::filesystem::create_symlink("real", folder.file("link"));
  write_file(folder.file("link"), std::string_view("new"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(read_file(folder.file("real")), "new");
}

TEST(Files, AReplacedFileKeepsItsMode) {
  const Folder folder;
  folder.write("secret", "old");
  ASSERT_EQ(::chmod(folder.file("secret").c_str(), 0600), 0);
  write_file(folder.file("secret"), std::string_view("new"));
  struct stat about {};
  ASSERT_EQ(::stat(folder.file("secret").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777, 0600U);
}

TEST(Files, ALongNameIsWrittenAndATooLongOneIsReportedAtOnce) {
  const Folder folder;
  const std::string longest(255, 'n');
  write_file(folder.file(longest), std::string_view("new"));
  EXPECT_EQ(folder.names(), Names{longest});
  EXPECT_THROW(AtomicFile{folder.file(longest + "n")}, WriteError);
}

TEST(Files, BytesAreOnTheDiskBeforeTheNameIsAndTheNameBeforeCommitReturns) {
  const Folder folder;
  calls.clear();
  write_file(folder.file("new"), std::string_view("x"));
  EXPECT_EQ(calls, (Names{"sync file", "name", "sync folder"}));
  calls.clear();
  write_file(folder.file("new"), std::string_view("y"));  // replaced: renamed after its draft has a name
  EXPECT_EQ(calls, (Names{"sync file", "name", "sync folder"}));
  calls.clear();
  AtomicFile fleeting(folder.file("new"));
  fleeting.stay_unsynced();
  fleeting.commit();
  EXPECT_EQ(calls, (Names{"name"}));
}

TEST(Files, TwoThatWriteUnderOneNameAreBothKept) {
  const Folder folder;
  std::filesystem::create_symlink("nothing", folder.file("a-2.png"));  // a link has its name too
  const std::string name = free_name(folder.file("a"), ".png");
  EXPECT_EQ(name, folder.file("a-1.png"));
  AtomicFile first(name, IfTaken::count_up), second(name, IfTaken::count_up);
  first.write(std::string_view("first"));
  second.write(std::string_view("second"));
  second.commit();
  first.commit();
  EXPECT_EQ(second.name(), folder.file("a-1.png"));
  EXPECT_EQ(first.name(), folder.file("a-3.png"));
  EXPECT_EQ(read_file(folder.file("a-1.png")), "second");
  EXPECT_EQ(read_file(folder.file("a-3.png")), "first");
  EXPECT_EQ(free_name(folder.file("a"), ".png"), folder.file("a-4.png"));
}

TEST(Files, WhatIsCommittedIntoARemovedFolderIsNotLost) {
  const Folder folder;
  std::filesystem::create_directory(folder.file("sub"));
  AtomicFile counted(folder.file("sub/a-1.png"), IfTaken::count_up), named(folder.file("sub/b"));
  counted.write(std::string_view("kept"));
  std::filesystem::remove_all(folder.file("sub"));
  EXPECT_THROW(named.commit(), WriteError);
  counted.commit();
  EXPECT_EQ(read_file(folder.file("sub/a-1.png")), "kept");
  EXPECT_THROW(counted.commit(), WriteError) << "a file has one commit";
}

TEST(Files, ANumberedNameMayLieInTheWorkingFolder) {
  const Folder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  EXPECT_EQ(write_file("a-1", std::string_view("x"), IfTaken::count_up), "a-1");
  EXPECT_EQ(write_file("a-1", std::string_view("y"), IfTaken::count_up), "a-2");
  std::filesystem::current_path(before);
  EXPECT_EQ(folder.names(), (Names{"a-1", "a-2"}));
}

TEST(Files, NumbersCountUpBeforeTheEnding) {
  EXPECT_EQ(next_name("a-9.png"), "a-10.png");
  EXPECT_EQ(next_name("x.y/a.png"), "x.y/a-2.png");
  EXPECT_EQ(next_name("x.y/a-1"), "x.y/a-2");
  EXPECT_EQ(next_name("a5.png"), "a5-2.png");
  EXPECT_EQ(next_name("a-99999999999.png"), "a-99999999999-2.png");
}

TEST(Files, AFileIsRenamedToAFreeNameOnly) {
  const Folder folder;
  folder.write("a", "a");
  folder.write("b", "b");
  EXPECT_FALSE(rename_to_free(folder.file("a"), folder.file("b")));
  EXPECT_TRUE(rename_to_free(folder.file("a"), folder.file("c")));
  EXPECT_EQ(folder.names(), (Names{"b", "c"}));
  EXPECT_EQ(read_file(folder.file("b")), "b");
  EXPECT_THROW(rename_to_free(folder.file("a"), folder.file("d")), std::system_error);
}

TEST(Files, ArePlayedOnlyWhileNothingIsWritten) {
  const Folder folder;
  folder.write("old", "kept");
  {
    const WriteNothing nothing;
    write_file(folder.file("new"), "lost");
    AtomicFile over(folder.file("old"));
    over.write(std::string_view("lost"));
    over.commit();
  }
  EXPECT_EQ(folder.names(), Names{"old"});
  EXPECT_EQ(read_file(folder.file("old")), "kept");
  write_file(folder.file("old"), "written");
  EXPECT_EQ(read_file(folder.file("old")), "written") << "and then files are written again";
}

TEST(Files, AFullDeviceIsASentence) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_THROW(write_file("/dev/full", std::string_view("x")), WriteError);
  EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

TEST(Files, AnInputIsNotReplacedByAnyName) {
  const Folder folder;
  const std::string name = folder.write("a", "input");
  std::filesystem::create_symlink(name, folder.file("link"));
  std::filesystem::create_hard_link(name, folder.file("other"));
  folder.write("free", "old");
  mark_as_input(name);
  mark_as_input(folder.file("missing"));
  for (const std::string& out : {name, folder.file("link"), folder.file("other"), folder.path().string() + "/./a"})
    EXPECT_THROW(AtomicFile{out}, WriteError) << out;
  write_file(folder.file("free"), std::string_view("new"));
  write_file(folder.file("missing"), std::string_view("new"));
  EXPECT_EQ(read_file(name), "input");
  EXPECT_EQ(read_file(folder.file("free")), "new");
  {  // a part of a playlist is found while the output is written
    AtomicFile late(folder.file("free"));
    mark_as_input(folder.file("free"));
    EXPECT_THROW(late.commit(), WriteError);
  }
  EXPECT_EQ(read_file(folder.file("free")), "new");
  // one that is gone protects nothing, also not the file that gets its number
  for (const char* gone : {"a", "link", "other"}) std::filesystem::remove(folder.file(gone));
  for (int i = 0; i < 20; ++i) write_file(folder.file("b" + std::to_string(i)), std::string_view("new"));
  write_file(folder.file("b0"), std::string_view("newer"));
}

TEST(UserFolders, AreReadFromRegularFilesAlone) {
  const Folder home;
  std::filesystem::create_directories(home.path() / ".config");
  const char* const before = std::getenv("HOME");
  const std::string old = before ? before : "/";
  for (const char* variable : {"XDG_CONFIG_HOME", "XDG_VIDEOS_DIR"}) ::unsetenv(variable);
  ::setenv("HOME", home.path().c_str(), 1);
  const std::string file = home.write(".config/user-dirs.dirs", "# \nXDG_VIDEOS_DIR=\"$HOME/Films\"\n");
  EXPECT_EQ(user_folder(UserFolder::videos), home.path() / "Films");
  std::filesystem::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(user_folder(UserFolder::videos), home.path() / "Videos") << "and it does not wait";
  ::setenv("HOME", old.c_str(), 1);
}

// by the XDG Base Directory Specification
TEST(OwnFolders, AreWhereXdgSays) {
  const char* const before = std::getenv("HOME");
  const std::string old = before ? before : "/";
  ::setenv("HOME", "/ada", 1);
  for (const auto& [folder, variable, at_home] : {std::tuple{OwnFolder::settings, "XDG_CONFIG_HOME", "/ada/.config/satscope"},
                                                  std::tuple{OwnFolder::state, "XDG_STATE_HOME", "/ada/.local/state/satscope"},
                                                  std::tuple{OwnFolder::cache, "XDG_CACHE_HOME", "/ada/.cache/satscope"},
                                                  std::tuple{OwnFolder::data, "XDG_DATA_HOME", "/ada/.local/share/satscope"}}) {
    const char* const set = std::getenv(variable);
    const std::string as_it_was = set ? set : "";
    ::unsetenv(variable);
    EXPECT_EQ(own_folder(folder), at_home);
    ::setenv(variable, "relative", 1);
    EXPECT_EQ(own_folder(folder), at_home) << "a relative path is invalid";
    ::setenv(variable, "/elsewhere", 1);
    EXPECT_EQ(own_folder(folder), "/elsewhere/satscope");
    set ? ::setenv(variable, as_it_was.c_str(), 1) : ::unsetenv(variable);
  }
  ::unsetenv("HOME");
  if (!std::getenv("XDG_DATA_HOME")) {
    EXPECT_EQ(own_folder(OwnFolder::data), "");
  }
  ::setenv("HOME", old.c_str(), 1);
}

TEST(NamedFiles, AsDesktopsGiveThem) {
  EXPECT_EQ(path_of_uri("file:///a%20b/%C3%A4.png"), "/a b/\xC3\xA4.png");
  EXPECT_EQ(path_of_uri("file://localhost/a"), "/a");
  EXPECT_EQ(path_of_uri("file:/a"), "/a");
  for (const char* same :
       {"/a%20b", "a", "http://x/a", "file://elsewhere/a", "file:a", "file:///a%00b", "pattern:zero:1x1", ""})
    EXPECT_EQ(path_of_uri(same), same);
  EXPECT_EQ(path_of_uri("file:///100%"), "/100%");
  EXPECT_EQ(path_of_uri("file:///%zz"), "/%zz");
  for (const auto& [text, wanted] : {std::pair{" /a b \n", "/a b"},
                                     {"\"/a\"", "/a"},
                                     {"copy\nfile:///a%20b\nfile:///c", "/a b"},
                                     {"cut\nfile:///a", "/a"},
                                     {"x-special/nautilus-clipboard\ncopy\nfile:///a\n", "/a"},
                                     {"# comment\r\nfile:///a\r\nfile:///b\r\n", "/a"},
                                     {"copy", "copy"},
                                     {"\n \n", ""},
                                     {"", ""}})
    EXPECT_EQ(input_in_text(text), wanted) << text;
}

TEST(Npy, HeaderAsTheFormatSays) {
  const std::string header = npy_header(Scalar::u32, {7, 5});
  EXPECT_EQ(header.size() % 64, 0U);
  EXPECT_EQ(header.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length = static_cast<unsigned char>(header[8]) + 256U * static_cast<unsigned char>(header[9]);
  EXPECT_EQ(header.size(), 10 + length);
  EXPECT_EQ(header.back(), '\n');
  EXPECT_EQ(header.substr(10, header.find('}') - 9), "{'descr': '<u4', 'fortran_order': False, 'shape': (5, 7), }");
  EXPECT_NE(npy_header(Scalar::f32, {7, 5}, 4).find("'shape': (5, 7, 4), }"), std::string::npos);
  EXPECT_NE(npy_header(Scalar::u64, {1, 1}).find("'<u8'"), std::string::npos);
  EXPECT_NE(npy_header(Scalar::f32, {1, 1}).find("'<f4'"), std::string::npos);
  for (int width = 1; width < 100000000; width = width * 7 + 1)
    EXPECT_EQ(npy_header(Scalar::u64, {width, width}).size() % 64, 0U);
}

}  // namespace
}  // namespace satscope::app
