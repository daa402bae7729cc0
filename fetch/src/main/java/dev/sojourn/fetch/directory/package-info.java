/// Directories of keys: fetched with care, kept, and looked up by the pair of URL and key.
///
/// [dev.sojourn.fetch.directory.KeyDirectoryCache] answers, [dev.sojourn.fetch.directory.HttpsGet]
/// is the only type here that goes out, and [dev.sojourn.fetch.directory.DirectoryFile] remembers.
@NullMarked
package dev.sojourn.fetch.directory;

import org.jspecify.annotations.NullMarked;
