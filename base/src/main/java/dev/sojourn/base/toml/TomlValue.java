package dev.sojourn.base.toml;

/// A value with its place.
///
/// @param value as tomlj returns it: a text, a number, a boolean, a list or a table
/// @param place such as `host.toml:3:9`
/// @param isPlainText whether it is a text from outside the file, which may represent a number, a
///   boolean, or a list with commas
public record TomlValue(Object value, String place, boolean isPlainText) {}
