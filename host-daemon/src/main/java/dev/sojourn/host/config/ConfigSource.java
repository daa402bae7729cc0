package dev.sojourn.host.config;

import dev.sojourn.atp.tls.CertificateDates;
import dev.sojourn.base.toml.TomlContext;
import dev.sojourn.base.toml.TomlError;
import dev.sojourn.base.toml.TomlMistakes;
import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.base.toml.TomlValue;
import dev.sojourn.visit.content.PrivatePaths;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.tomlj.TomlTable;

/// The inputs and results of reading a configuration once. The environment overrides the file.
///
/// @param file the name of the file, for messages
/// @param environment the environment of the process
/// @param now the time
/// @param mistakes the mistakes found so far
/// @param warnings sentences about settings that work but should be changed
/// @param askedVariables the environment variables that the configuration uses
/// @param paths the daemon's own files and directories that are named, including the configuration;
///   roots of sites are excluded
record ConfigSource(
    String file,
    Map<String, String> environment,
    Instant now,
    TomlMistakes mistakes,
    List<String> warnings,
    Set<String> askedVariables,
    List<NamedPath> paths)
    implements TomlContext {

  static ConfigSource of(String file, Map<String, String> environment, Instant now) {
    return new ConfigSource(
        file,
        environment,
        now,
        new TomlMistakes(file),
        new ArrayList<>(),
        new HashSet<>(),
        new ArrayList<>());
  }

  /// The top table of the file.
  TomlSection top(TomlTable table) {
    return TomlSection.top(mistakes, this, table, file);
  }

  @Override
  public Optional<TomlValue> value(TomlSection section, String key, Optional<TomlValue> inFile) {
    var variable = prefix(section.name(), section.number()) + variable(key);
    askedVariables.add(variable);
    return Optional.ofNullable(environment.get(variable))
        .map(text -> new TomlValue(text, TomlError.ENVIRONMENT + variable, true))
        .or(() -> inFile);
  }

  @Override
  public boolean hasTable(String name, int number) {
    var prefix = prefix(name, number);
    return environment.keySet().stream().anyMatch(variable -> variable.startsWith(prefix));
  }

  private static String prefix(String table, int number) {
    return "SOJOURN_"
        + (table.isEmpty() ? "" : variable(table) + "_")
        + (number == 0 ? "" : number + "_");
  }

  private static String variable(String key) {
    return key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /// Reads the path of one of the daemon's own files, relative to a directory. No site may serve
  /// this path.
  Optional<Path> path(TomlSection table, String key, Path directory, String expected) {
    var path =
        table.text(key, expected).flatMap(text -> resolve(table, key, text, directory, expected));
    path.ifPresent(own -> paths.add(new NamedPath(table.fullName(key), own)));
    return path;
  }

  /// Like [#path], but a missing key is an error.
  Optional<Path> requiredPath(TomlSection table, String key, Path directory, String expected) {
    if (!table.has(key)) {
      table.error(key, "nothing", expected);
    }
    return path(table, key, directory, expected);
  }

  /// The folder of a site.
  Optional<Path> root(TomlSection table, String key, Path directory, String expected) {
    var text = table.requiredText(key, expected);
    return text.isEmpty() ? Optional.empty() : resolve(table, key, text, directory, expected);
  }

  private static Optional<Path> resolve(
      TomlSection table, String key, String text, Path directory, String expected) {
    try {
      if (!text.isEmpty()) {
        return Optional.of(directory.resolve(text).normalize());
      }
    } catch (InvalidPathException _) {
      // As wrong as an empty one.
    }
    table.error(key, "\"" + text + "\"", expected);
    return Optional.empty();
  }

  /// The texts of a list. In the file, a single text may stand in place of the list. A wrong list
  /// counts as missing.
  List<String> textOrTexts(TomlSection table, String key, List<String> otherwise, String expected) {
    boolean isOfFile = !table.place(key).startsWith(TomlError.ENVIRONMENT);
    var texts =
        isOfFile && table.hasText(key)
            ? table.text(key, expected).stream().toList()
            : table.texts(key, expected);
    boolean isEmptyList = table.has(key) && table.isNothing(key);
    return texts.isEmpty() && !isEmptyList ? otherwise : texts;
  }

  /// The values of the texts in a list. If a text is not a value, that is an error.
  static <T> List<T> values(
      TomlSection table, String key, String expected, Function<String, Optional<T>> reading) {
    var values = new ArrayList<T>();
    for (var text : table.texts(key, expected)) {
      reading
          .apply(text)
          .ifPresentOrElse(values::add, () -> table.error(key, "\"" + text + "\"", expected));
    }
    return values;
  }

  /// Warns of certificates that are not valid now, or that expire soon.
  void checkDates(Path certificates) throws IOException {
    CertificateDates.read(certificates).concern(now).ifPresent(warnings::add);
  }

  /// The paths that no site may serve.
  PrivatePaths privatePaths() {
    return new PrivatePaths(paths.stream().map(NamedPath::path).toList());
  }
}
