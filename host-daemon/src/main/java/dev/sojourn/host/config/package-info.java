/// The daemon's configuration: a TOML file, with environment variables that take precedence.
///
/// [ConfigReader] checks all of it before anything starts. Each record documents its keys with
/// unit, default and range.
@NullMarked
package dev.sojourn.host.config;

import org.jspecify.annotations.NullMarked;
