package dev.sojourn.lab.experiment;

import dev.sojourn.host.config.ConfigError;
import dev.sojourn.lab.result.Setting;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tomlj.TomlPosition;

/// The state of one reading of a file: which value of each list is read now, and the mistakes
/// found. The file is read once for each variant; a mistake that is found again counts once.
final class Choices {
  private final Path file;
  private final Set<ConfigError> errors = new LinkedHashSet<>();
  private final Map<String, Integer> chosen = new LinkedHashMap<>();
  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private final Map<String, Setting> constants = new LinkedHashMap<>();

  /// For each list, the places of its values in the list.
  private final Map<String, Map<Object, Integer>> values = new LinkedHashMap<>();

  private final Set<ConfigError> repeated = new LinkedHashSet<>();

  Choices(Path file) {
    this.file = file;
  }

  /// Begins the reading of a variant.
  ///
  /// @param indices the place in the list, by full key
  void choose(Map<String, Integer> indices) {
    chosen.clear();
    chosen.putAll(indices);
    settings.clear();
    constants.clear();
  }

  /// The place of the value that counts now; -1 for a key that does not vary.
  int chosen(String key) {
    return chosen.getOrDefault(key, -1);
  }

  Set<String> varying() {
    return chosen.keySet();
  }

  /// Keeps a value.
  ///
  /// @param position of the setting
  void found(Setting setting, TomlPosition position) {
    var key = setting.key();
    int index = chosen(key);
    if (index < 0) {
      constants.merge(key, setting, Choices::both);
      return;
    }
    settings.put(key, setting);
    var earlier =
        values
            .computeIfAbsent(key, _ -> new HashMap<>())
            .putIfAbsent(setting.isWord() ? setting.text() : setting.number(), index);
    if (earlier != null && earlier != index) {
      repeated.add(
          new ConfigError(place(position), key, setting.text() + " again", "each value once"));
    }
  }

  /// Reports the values that stand in a list twice. A list with another mistake is left out, since
  /// the value that stands in for a wrong one is not in the file.
  void reportRepeated() {
    var wrong = errors.stream().map(ConfigError::key).collect(Collectors.toSet());
    repeated.stream().filter(error -> !wrong.contains(error.key())).forEach(errors::add);
  }

  /// The values of a key in several tables, as the begins of outages.
  private static Setting both(Setting one, Setting other) {
    return one.equals(other)
        ? one
        : new Setting(one.key(), one.text() + "; " + other.text(), 0, "");
  }

  Map<String, Setting> settings() {
    return settings;
  }

  /// The settings that do not vary, defaults among them.
  List<Setting> constants() {
    return List.copyOf(constants.values());
  }

  void error(TomlPosition position, String key, String found, String expected) {
    errors.add(new ConfigError(place(position), key, found, expected));
  }

  private String place(TomlPosition position) {
    return file + ":" + position.line() + ":" + position.column();
  }

  Set<ConfigError> errors() {
    return errors;
  }
}
