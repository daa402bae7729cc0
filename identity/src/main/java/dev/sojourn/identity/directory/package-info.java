/// Directories of keys: fetched with care, kept, and looked up by the pair of URL and key.
///
/// [dev.sojourn.identity.directory.KeyDirectoryCache] answers,
/// [dev.sojourn.identity.directory.HttpsGet] is the only type here that goes out, and
/// [dev.sojourn.identity.directory.DirectoryFile] remembers.
@NullMarked
package dev.sojourn.identity.directory;

import org.jspecify.annotations.NullMarked;
