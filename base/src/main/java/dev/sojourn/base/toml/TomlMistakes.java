package dev.sojourn.base.toml;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.tomlj.Toml;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// The mistakes of a file, without duplicates.
public final class TomlMistakes {
  private final String file;
  private final Set<TomlError> errors = new LinkedHashSet<>();

  /// Creates an empty collection.
  ///
  /// @param file its name in messages
  public TomlMistakes(String file) {
    this.file = file;
  }

  /// Parses a text, and adds its syntax errors.
  ///
  /// @param text the content of the file
  /// @return its top table; empty if it is not TOML
  public Optional<TomlTable> parse(String text) {
    var parsed = Toml.parse(text);
    for (var error : parsed.errors()) {
      var words = String.valueOf(error.getMessage()).split(", expected ", 2);
      add(
          new TomlError(
              place(error.position()),
              TomlError.TOML,
              words[0].substring(0, 1).toLowerCase(Locale.ROOT) + words[0].substring(1),
              words.length == 2 ? words[1] : "as toml.io describes it"));
    }
    return parsed.hasErrors() ? Optional.empty() : Optional.of(parsed);
  }

  /// Adds a mistake.
  ///
  /// @param error the mistake
  public void add(TomlError error) {
    errors.add(error);
  }

  /// {@return the place of a value, such as `host.toml:3:9`}
  ///
  /// @param position in the file
  public String place(TomlPosition position) {
    return file + ":" + position.line() + ":" + position.column();
  }

  /// {@return all mistakes, in the order of [TomlError#IN_FILE_ORDER]}
  public List<TomlError> all() {
    return errors.stream().sorted(TomlError.IN_FILE_ORDER).toList();
  }
}
