/// TOML files that people write. [dev.sojourn.base.toml.TomlSection] returns the values of a table
/// and reports each mistake with its place.
@NullMarked
package dev.sojourn.base.toml;

import org.jspecify.annotations.NullMarked;
