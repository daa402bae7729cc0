package dev.sojourn.base.toml;

import java.util.Optional;

/// The program that reads a file: its own values may take precedence, and it may record the values
/// in use.
public interface TomlContext {
  /// {@return the value of a key that applies}
  ///
  /// @param section that has the key
  /// @param key its name in the section
  /// @param inFile the value in the file; empty if it is missing
  Optional<TomlValue> value(TomlSection section, String key, Optional<TomlValue> inFile);

  /// {@return whether there are values for a table that is missing in the file}
  ///
  /// @param name of the table
  /// @param number its place in an array of tables, from 1; 0 outside an array
  default boolean hasTable(String name, int number) {
    return false;
  }

  /// Records a value that is used, even if it is a default.
  ///
  /// @param place of the value, or of its table
  /// @param key its full name
  /// @param text the value in readable form
  /// @param number the value in the unit; 0 for a word
  /// @param unit `ms`, `B`, `1` or a unit of the program; empty for a word
  default void used(String place, String key, String text, double number, String unit) {}
}
