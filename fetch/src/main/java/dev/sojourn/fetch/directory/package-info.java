/// Fetches directories of keys, keeps them, and looks keys up by URL and key id.
///
/// [dev.sojourn.fetch.directory.KeyDirectoryCache] answers look-ups,
/// [dev.sojourn.fetch.directory.HttpsGet] makes the requests, and
/// [dev.sojourn.fetch.directory.DirectoryFile] keeps the directories over a restart.
@NullMarked
package dev.sojourn.fetch.directory;

import org.jspecify.annotations.NullMarked;
