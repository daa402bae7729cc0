package dev.sojourn.lab.experiment;

import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.lab.result.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads settings of variants, such as `{ crawl.kind = "mobile", link.delay = "25 ms" }`.
final class SettingsReader {
  private final List<Variant> variants;

  SettingsReader(List<Variant> variants) {
    this.variants = variants;
  }

  /// {@return the settings as texts by key} A setting that no variant has is reported as an error.
  Map<String, String> read(TomlSection table) {
    var settings = new LinkedHashMap<String, String>();
    read(table, "", settings);
    return settings;
  }

  private void read(TomlSection table, String prefix, Map<String, String> settings) {
    for (var key : table.keys()) {
      var full = prefix + key;
      if (table.isTable(key)) {
        read(table.table(key), full + ".", settings);
        continue;
      }
      var raw = table.raw(key).orElseThrow();
      var value = raw.toString();
      var texts = texts(full);
      if (texts.isEmpty()) {
        table.error(key, "a key that does not vary", keysThatVary());
      } else if (!texts.contains(value)) {
        table.error(key, TomlSection.shown(raw), String.join(" or ", texts));
      }
      settings.put(full, value);
    }
  }

  /// {@return whether each of these settings occurs in some variant}
  boolean exist(Map<String, String> settings) {
    return settings.entrySet().stream()
        .allMatch(setting -> texts(setting.getKey()).contains(setting.getValue()));
  }

  private List<String> texts(String key) {
    return variants.stream()
        .flatMap(variant -> variant.settings().stream())
        .filter(setting -> setting.key().equals(key))
        .map(Setting::text)
        .distinct()
        .toList();
  }

  private String keysThatVary() {
    var keys =
        variants.stream()
            .flatMap(variant -> variant.settings().stream())
            .map(Setting::key)
            .distinct()
            .toList();
    return keys.isEmpty() ? "a key that varies; none does" : "one of " + String.join(", ", keys);
  }
}
