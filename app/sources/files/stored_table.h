// SPDX-License-Identifier: Apache-2.0
// The file of a table that `satscope store` keeps in fewer bytes. All numbers are little-endian:
//
//     bytes  0 ...  7   magic
//     byte        8     version, 1
//     byte        9     length of the method's id
//     byte       10     bits of a word
//     byte       11     low bits that pixels have lost
//     bytes 12 ... 19   width and height of the picture, 32 bits each
//     bytes 20 ... 27   entries that are not the sum of their pixels
//     bytes 28 ... 35   checksum: FNV-1a, 64 bits, of all other bytes
//     from byte 36      the method's id, the words, the pixels, as kernels/storage/codec.h packs them
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/sources/loaders.h"
#include "kernels/storage/codec.h"
#include "kernels/storage/method.h"

namespace satscope::app {

struct StoredTable {
  Stored stored;
  std::uint64_t wrong = 0;  ///< entries that are not the sum of their pixels

  /// What is lost, a sentence that begins with the name in quotes; empty if nothing is.
  std::string lost(const std::string& name) const;
};

/// Whether a file begins so.
bool is_stored_table(const FileBytes& file);

std::string stored_table_bytes(const StoredTable& table);

/// Nothing if it is another kind of file. Throws InputError, a sentence, if it is broken.
std::optional<StoredTable> read_stored_table(const FileBytes& file);
/// The same of a file by name; nothing if there is no such file, or it cannot be read.
std::optional<StoredTable> load_stored_table(const std::string& name);

/// Which boxes are exact, in any picture and in this one. here: the largest exact square of this one. where: said behind its
/// size, such as ", drawn at corner A".
std::string exactness_text(const Coding& coding, Extent here, std::string_view where = {});

}  // namespace satscope::app
