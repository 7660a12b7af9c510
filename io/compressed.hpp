#pragma once
/// gzip and zstd, known by their first bytes.
#include <string>
#include <string_view>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// True when the bytes begin as gzip or zstd do.
bool is_compressed(std::string_view bytes);
/// Throws DataError for an archive that we do not open (zip, bzip2, xz) and for text in UTF-16.
void refuse_foreign(std::string_view bytes, const std::string& name);
/// Throws DataError for what is foreign, packed (text was packed twice then), has a zero byte near its beginning (binary data in which a
/// reader would find lines and fields by chance), or whose lines end in CR alone, which would make it one line.
void check_text(std::string_view text, const std::string& name);
/// The content of gzip (all members) or zstd (all frames) data.  `name` opens the messages.
/// Throws   DataError when the data are damaged or end too early.
std::string unpack(std::string_view bytes, const std::string& name);

EDGEWISE_API_END
}  // namespace edgewise::io
