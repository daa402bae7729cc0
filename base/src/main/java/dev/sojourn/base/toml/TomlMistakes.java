package dev.sojourn.base.toml;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.tomlj.Toml;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// The mistakes of a file. One that is found again counts once.
public final class TomlMistakes {
  private final String file;
  private final Set<TomlError> errors = new LinkedHashSet<>();

  /// Begins without a mistake.
  ///
  /// @param file its name, as messages show it
  public TomlMistakes(String file) {
    this.file = file;
  }

  /// Reads a text, and adds what is wrong with its form.
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
  /// @param error found
  public void add(TomlError error) {
    errors.add(error);
  }

  /// {@return the place of a value, as `host.toml:3:9`}
  ///
  /// @param position in the file
  public String place(TomlPosition position) {
    return file + ":" + position.line() + ":" + position.column();
  }

  /// {@return all mistakes, those of the file by their places}
  public List<TomlError> all() {
    return errors.stream().sorted(TomlError.IN_FILE_ORDER).toList();
  }
}
