package dev.sojourn.base.toml;

/// A value as it was found.
///
/// @param value as tomlj gives it: a text, a number, a truth, a list or a table
/// @param place as `host.toml:3:9`
/// @param isPlainText whether it is a text from outside the file, which may stand for a number, a
///   truth, or a list with commas
public record TomlValue(Object value, String place, boolean isPlainText) {}
