package dev.sojourn.host.config;

import java.nio.file.Path;

/// A path that a configuration names.
///
/// @param key the full name of its key, as `tls.key`
/// @param path absolute
record NamedPath(String key, Path path) {}
