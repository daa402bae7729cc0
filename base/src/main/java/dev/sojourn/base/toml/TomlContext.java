package dev.sojourn.base.toml;

import java.util.Optional;

/// The program that reads a file: its values may take precedence, and it may keep those in use.
public interface TomlContext {
  /// {@return the value of a key that counts}
  ///
  /// @param section that has the key
  /// @param key its name in the section
  /// @param inFile the value in the file; empty if it has none
  Optional<TomlValue> value(TomlSection section, String key, Optional<TomlValue> inFile);

  /// {@return whether there are values for a table that the file does not have}
  ///
  /// @param name of the table
  /// @param number its place in an array of tables, from 1; 0 if it stands alone
  default boolean hasTable(String name, int number) {
    return false;
  }

  /// Keeps a value that is used; a default, too.
  ///
  /// @param place of the value, or of its table
  /// @param key its full name
  /// @param text the value as a person reads it
  /// @param number the value in the unit; 0 if it is a word
  /// @param unit `ms`, `B` or `1`, or one of the program's own; empty if it is a word
  default void used(String place, String key, String text, double number, String unit) {}
}
