package dev.sojourn.lab.experiment;

import dev.sojourn.host.config.ConfigError;
import dev.sojourn.lab.result.Setting;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlPosition;

/// The state of one reading of a file: which value of each list is read now, and the mistakes
/// found. The file is read once for each variant; a mistake that is found again counts once.
final class Choices {
  private final Path file;
  private final Set<ConfigError> errors = new LinkedHashSet<>();
  private final Map<String, Integer> chosen = new LinkedHashMap<>();
  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private final Map<String, Setting> constants = new LinkedHashMap<>();

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

  void found(Setting setting) {
    if (chosen.containsKey(setting.key())) {
      settings.put(setting.key(), setting);
    } else {
      constants.merge(setting.key(), setting, Choices::both);
    }
  }

  /// The values of a key that several tables have, as each outage has a begin.
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

  void error(@Nullable TomlPosition position, String key, String found, String expected) {
    var place = position == null ? file : file + ":" + position.line() + ":" + position.column();
    errors.add(new ConfigError(place.toString(), key, found, expected));
  }

  Set<ConfigError> errors() {
    return errors;
  }
}
