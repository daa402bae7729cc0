package dev.sojourn.lab.experiment;

import dev.sojourn.base.toml.TomlContext;
import dev.sojourn.base.toml.TomlError;
import dev.sojourn.base.toml.TomlMistakes;
import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.base.toml.TomlValue;
import dev.sojourn.lab.result.Setting;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.tomlj.TomlArray;

/// The state while a file is read: which value of each list is in use. The file is read once for
/// each variant.
final class Choices implements TomlContext {
  private final TomlMistakes mistakes;
  private final Map<String, Integer> chosen = new LinkedHashMap<>();
  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private final Map<String, Setting> constants = new LinkedHashMap<>();

  /// For each list, the positions of its values.
  private final Map<String, Map<Object, Integer>> values = new LinkedHashMap<>();

  private final Set<TomlError> repeated = new LinkedHashSet<>();

  Choices(TomlMistakes mistakes) {
    this.mistakes = mistakes;
  }

  /// Begins the reading of a variant.
  ///
  /// @param indices the position in each list, by full key
  void choose(Map<String, Integer> indices) {
    chosen.clear();
    chosen.putAll(indices);
    settings.clear();
    constants.clear();
  }

  Set<String> varying() {
    return chosen.keySet();
  }

  @Override
  public Optional<TomlValue> value(TomlSection section, String key, Optional<TomlValue> inFile) {
    var index = Optional.ofNullable(chosen.get(section.fullName(key)));
    return inFile.map(
        found ->
            index.isPresent() && found.value() instanceof TomlArray list
                ? new TomlValue(
                    list.get(index.get()), mistakes.place(list.inputPositionOf(index.get())), false)
                : found);
  }

  @Override
  public void used(String place, String key, String text, double number, String unit) {
    var setting = new Setting(key, text, number, unit);
    var index = chosen.get(key);
    if (index == null) {
      constants.merge(key, setting, Choices::both);
      return;
    }
    settings.put(key, setting);
    var earlier =
        values
            .computeIfAbsent(key, _ -> new HashMap<>())
            .putIfAbsent(setting.isWord() ? text : number, index);
    if (earlier != null && !earlier.equals(index)) {
      repeated.add(new TomlError(place, key, text + " again", "each value once"));
    }
  }

  /// Reports values that occur twice in a list. A list with another mistake is skipped, since the
  /// reader replaces a wrong value with one that is not in the file.
  void reportRepeated() {
    var wrong = mistakes.all().stream().map(TomlError::key).collect(Collectors.toSet());
    repeated.stream().filter(error -> !wrong.contains(error.key())).forEach(mistakes::add);
  }

  /// Joins the values of a key in several tables, for example the starts of outages.
  private static Setting both(Setting one, Setting other) {
    return one.equals(other)
        ? one
        : new Setting(one.key(), one.text() + "; " + other.text(), 0, "");
  }

  Map<String, Setting> settings() {
    return settings;
  }

  /// The settings that do not vary, including defaults.
  List<Setting> constants() {
    return List.copyOf(constants.values());
  }
}
