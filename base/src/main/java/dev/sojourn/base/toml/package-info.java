/// TOML files that people write: a [dev.sojourn.base.toml.TomlSection] gives the values of a table
/// and reports each mistake with its place.
@NullMarked
package dev.sojourn.base.toml;

import org.jspecify.annotations.NullMarked;
