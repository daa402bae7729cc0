package dev.sojourn.host.config;

import dev.sojourn.base.cli.Suggestion;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// One table of the file, with the environment variables that override it. Callers ask for each
/// value by its key. A wrong value is added to a list of errors, and a default takes its place, so
/// that one reading finds all errors. At the end, [#finish] reports unknown keys.
final class ConfigTable {
  private final String file;
  private final String name;
  private final String variablePrefix;
  private final @Nullable TomlTable table;
  private final Map<String, String> environment;
  private final List<ConfigError> errors;
  private final Set<String> asked = new LinkedHashSet<>();
  private final Set<String> askedVariables;
  private final List<NamedPath> paths;

  /// A table of the file. The top table has no `name`. The `number` of a table in an array counts
  /// from 1; for other tables it is 0.
  ConfigTable(ConfigSource source, String name, int number, @Nullable TomlTable table) {
    this.file = source.file();
    this.name = name;
    this.table = table;
    this.environment = source.environment();
    this.errors = source.errors();
    this.askedVariables = source.askedVariables();
    this.paths = source.paths();
    this.variablePrefix =
        "SOJOURN_"
            + (name.isEmpty() ? "" : variable(name) + "_")
            + (number == 0 ? "" : number + "_");
  }

  private static String variable(String key) {
    return key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /// A value before its conversion.
  private record Raw(Object value, boolean fromEnvironment) {}

  private Optional<Raw> raw(String key) {
    asked.add(key);
    var variable = variablePrefix + variable(key);
    askedVariables.add(variable);
    var override = environment.get(variable);
    if (override != null) {
      return Optional.of(new Raw(override, true));
    }
    var value = table == null ? null : table.get(List.of(key));
    return value == null ? Optional.empty() : Optional.of(new Raw(value, false));
  }

  /// Whether the file or the environment sets a value of this table.
  boolean isThere() {
    return table != null
        || environment.keySet().stream().anyMatch(variable -> variable.startsWith(variablePrefix));
  }

  /// Whether the file or the environment has this key.
  boolean has(String key) {
    return raw(key).isPresent();
  }

  Optional<String> text(String key, String expected) {
    return value(key, expected, raw -> raw.value() instanceof String text ? text : null);
  }

  String requiredText(String key, String expected) {
    if (raw(key).isEmpty()) {
      missing(key, expected);
      return "";
    }
    return text(key, expected).orElse("");
  }

  /// A path of the daemon's own files, relative to a directory. No site may serve it.
  Optional<Path> path(String key, Path directory, String expected) {
    var path = text(key, expected).flatMap(text -> resolve(key, text, directory, expected));
    path.ifPresent(own -> paths.add(new NamedPath(fullName(key), own)));
    return path;
  }

  /// A required path of the daemon's own files.
  Optional<Path> requiredPath(String key, Path directory, String expected) {
    if (raw(key).isEmpty()) {
      missing(key, expected);
    }
    return path(key, directory, expected);
  }

  /// The folder of a site.
  Optional<Path> root(String key, Path directory, String expected) {
    var text = requiredText(key, expected);
    return text.isEmpty() ? Optional.empty() : resolve(key, text, directory, expected);
  }

  private Optional<Path> resolve(String key, String text, Path directory, String expected) {
    try {
      if (!text.isEmpty()) {
        return Optional.of(directory.resolve(text).normalize());
      }
    } catch (InvalidPathException _) {
      // The error below covers this case, too.
    }
    error(key, "\"" + text + "\"", expected);
    return Optional.empty();
  }

  List<String> texts(String key, List<String> otherwise, String expected) {
    return value(key, expected, ConfigTable::asTexts).orElse(otherwise);
  }

  /// A list of texts, or one text without a list.
  List<String> textOrTexts(String key, List<String> otherwise, String expected) {
    return value(
            key,
            expected,
            raw ->
                raw.value() instanceof String text && !raw.fromEnvironment()
                    ? List.of(text)
                    : asTexts(raw))
        .orElse(otherwise);
  }

  /// The values of the texts in a list. A text with another form is an error.
  <T> List<T> values(String key, String expected, Function<String, Optional<T>> reading) {
    var values = new ArrayList<T>();
    for (var text : texts(key, List.of(), expected)) {
      reading
          .apply(text)
          .ifPresentOrElse(values::add, () -> error(key, "\"" + text + "\"", expected));
    }
    return values;
  }

  private static @Nullable List<String> asTexts(Raw raw) {
    if (raw.value() instanceof String text && raw.fromEnvironment()) {
      return text.isBlank() ? List.of() : List.of(text.strip().split("\\s*,\\s*"));
    }
    if (!(raw.value() instanceof TomlArray array)) {
      return null;
    }
    var texts = new ArrayList<String>();
    for (var item : array.toList()) {
      if (!(item instanceof String text)) {
        return null;
      }
      texts.add(text);
    }
    return texts;
  }

  boolean flag(String key, boolean otherwise) {
    return value(
            key,
            "true or false",
            raw ->
                switch (raw.value()) {
                  case Boolean flag -> flag;
                  case String text when raw.fromEnvironment() && text.equals("true") -> true;
                  case String text when raw.fromEnvironment() && text.equals("false") -> false;
                  default -> null;
                })
        .orElse(otherwise);
  }

  long count(String key, long otherwise, long least, long most) {
    return value(
            key,
            "a whole number from %,d to %,d".formatted(least, most),
            raw -> within(asLong(raw), least, most))
        .orElse(otherwise);
  }

  long bytes(String key, long otherwise, long least, long most) {
    return value(
            key,
            "a size from \"%s\" to \"%s\""
                .formatted(Quantity.ofBytes(least), Quantity.ofBytes(most)),
            raw -> {
              if (!(raw.value() instanceof String text)) {
                return null;
              }
              var bytes = Quantity.bytes(text);
              return bytes.isEmpty() ? null : within(bytes.getAsLong(), least, most);
            })
        .orElse(otherwise);
  }

  Duration duration(String key, Duration otherwise, Duration least, Duration most) {
    return value(
            key,
            "a duration from \"%s\" to \"%s\"".formatted(Quantity.of(least), Quantity.of(most)),
            raw ->
                raw.value() instanceof String text
                    ? Quantity.duration(text)
                        .filter(d -> d.compareTo(least) >= 0 && d.compareTo(most) <= 0)
                        .orElse(null)
                    : null)
        .orElse(otherwise);
  }

  private static @Nullable Long asLong(Raw raw) {
    return switch (raw.value()) {
      case Long number -> number;
      case String text when raw.fromEnvironment() && text.matches("[0-9]{1,18}") ->
          Long.valueOf(text);
      default -> null;
    };
  }

  private static @Nullable Long within(@Nullable Long value, long least, long most) {
    return value == null || value < least || value > most ? null : value;
  }

  private <T> Optional<T> value(
      String key, String expected, Function<Raw, @Nullable T> conversion) {
    var raw = raw(key);
    if (raw.isEmpty()) {
      return Optional.empty();
    }
    @Nullable T value = conversion.apply(raw.get());
    if (value == null) {
      error(key, shown(raw.get().value()), expected);
    }
    return Optional.ofNullable(value);
  }

  private static String shown(Object value) {
    return switch (value) {
      case String text -> "\"" + text + "\"";
      case TomlTable _ -> "a table";
      case TomlArray array -> array.toList().toString();
      default -> value.toString();
    };
  }

  /// Reports a wrong value.
  void error(String key, String found, String expected) {
    var variable = variablePrefix + variable(key);
    var place =
        environment.containsKey(variable)
            ? ConfigError.ENVIRONMENT + variable
            : place(table == null ? null : table.inputPositionOf(List.of(key)));
    errors.add(new ConfigError(place, fullName(key), found, expected));
  }

  private void missing(String key, String expected) {
    var first =
        table == null || table.isEmpty()
            ? null
            : table.inputPositionOf(List.of(table.keySet().iterator().next()));
    var here = name.isEmpty() ? null : first;
    errors.add(new ConfigError(place(here), fullName(key), "nothing", expected));
  }

  private String place(@Nullable TomlPosition position) {
    return position == null ? file : file + ":" + position.line() + ":" + position.column();
  }

  private String fullName(String key) {
    return name.isEmpty() ? key : name + "." + key;
  }

  /// Reports each key that was not asked for.
  void finish() {
    if (table == null) {
      return;
    }
    for (var key : table.keySet()) {
      if (!asked.contains(key)) {
        error(key, "an unknown key" + Suggestion.suffix(key, asked), oneOf(asked));
      }
    }
  }

  private static String oneOf(Set<String> keys) {
    return "one of " + String.join(", ", keys);
  }

  /// The tables of an array such as `[[site]]`, numbered from 1. Tables that exist only in the
  /// environment are included.
  List<ConfigTable> tables(ConfigSource source, String key) {
    asked.add(key);
    var value = table == null ? null : table.get(List.of(key));
    var tables = new ArrayList<ConfigTable>();
    if (value instanceof TomlArray array
        && array.toList().stream().allMatch(TomlTable.class::isInstance)) {
      for (int i = 0; i < array.size(); i++) {
        tables.add(new ConfigTable(source, key, i + 1, (TomlTable) array.get(i)));
      }
    } else if (value != null) {
      error(key, shown(value), "tables, each begun by [[" + key + "]]");
      return List.of();
    }
    for (int number = tables.size() + 1; isInEnvironment(key, number); number++) {
      tables.add(new ConfigTable(source, key, number, null));
    }
    return tables;
  }

  private boolean isInEnvironment(String key, int number) {
    var prefix = "SOJOURN_" + variable(key) + "_" + number + "_";
    return environment.keySet().stream().anyMatch(v -> v.startsWith(prefix));
  }

  /// The table of a key, such as `[limits]`.
  ConfigTable table(ConfigSource source, String key) {
    asked.add(key);
    var value = table == null ? null : table.get(List.of(key));
    if (value == null || value instanceof TomlTable) {
      return new ConfigTable(source, key, 0, (TomlTable) value);
    }
    error(key, shown(value), "a table, begun by [" + key + "]");
    return new ConfigTable(source, key, 0, null);
  }
}
