/// Who signers are: key directories fetched with care, kept, and looked up by the pair of URL and
/// key.
///
/// [dev.sojourn.host.identity.KeyDirectoryCache] answers; [dev.sojourn.host.identity.HttpsGet] is
/// the only thing here that goes out, and [dev.sojourn.host.identity.DirectoryFile] remembers.
@NullMarked
package dev.sojourn.host.identity;

import org.jspecify.annotations.NullMarked;
