package dev.sojourn.host.config;

import java.nio.file.Path;

/// A path that a configuration names.
///
/// @param key the full name of its key, such as `tls.key`
/// @param path the absolute path
record NamedPath(String key, Path path) {}
