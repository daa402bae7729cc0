package dev.sojourn.robots.extension;

import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The preferences of a site for uses of its content beyond fetching it.
///
/// Labels are spelled as in the source: `train-ai` and `search` in the AIPREF vocabulary, `search`,
/// `ai-input` and `ai-train` in Content-Signal. A use without a label is neither permitted nor
/// denied.
///
/// @param permissions whether each stated use is permitted, by label
public record UsagePreferences(SortedMap<String, Boolean> permissions) {

  /// No preference at all.
  public static final UsagePreferences NONE = new UsagePreferences(new TreeMap<>());

  /// Copies the map.
  public UsagePreferences {
    permissions = Collections.unmodifiableSortedMap(new TreeMap<>(permissions));
  }

  /// Reads the preferences of a Content-Usage record or header field: a dictionary (RFC 9651, 3.2)
  /// of tokens `y` and `n`. Other values and all parameters count as not stated.
  ///
  /// @param dictionary such as `train-ai=n, search=y`
  /// @return the preferences; empty if the text is not a dictionary, so that nothing is stated
  public static Optional<UsagePreferences> parseContentUsage(String dictionary) {
    return DictionaryReader.read(dictionary)
        .map(
            members -> {
              var stated = new TreeMap<String, Boolean>();
              members.forEach(
                  (key, value) -> {
                    if (value.equals("y") || value.equals("n")) {
                      stated.put(key, value.equals("y"));
                    }
                  });
              return new UsagePreferences(stated);
            });
  }

  /// Reads the value of a Content-Signal record; a value other than `yes` and `no` states nothing.
  ///
  /// @param value such as `search=yes, ai-train=no`
  /// @return the preferences; [#NONE] if nothing is stated
  public static UsagePreferences parseContentSignal(String value) {
    var stated = new TreeMap<String, Boolean>();
    int from = 0;
    while (from <= value.length()) {
      int comma = value.indexOf(',', from);
      int to = comma < 0 ? value.length() : comma;
      var member = value.substring(from, to);
      int equals = member.indexOf('=');
      if (equals > 0) {
        var label = member.substring(0, equals).strip().toLowerCase(Locale.ROOT);
        switch (member.substring(equals + 1).strip().toLowerCase(Locale.ROOT)) {
          case "yes" -> stated.put(label, true);
          case "no" -> stated.put(label, false);
          default -> stated.remove(label);
        }
      }
      from = to + 1;
    }
    return new UsagePreferences(stated);
  }

  /// {@return whether a use is stated and denied}
  ///
  /// @param label such as `train-ai`
  public boolean denies(String label) {
    return Boolean.FALSE.equals(permissions.get(label));
  }

  /// {@return whether a use is stated and permitted}
  ///
  /// @param label such as `search`
  public boolean permits(String label) {
    return Boolean.TRUE.equals(permissions.get(label));
  }

  /// {@return all preferences combined; if they differ, the denial wins}
  ///
  /// @param stated any number of preferences from different places for the same content
  public static UsagePreferences all(Collection<UsagePreferences> stated) {
    var all = new TreeMap<String, Boolean>();
    for (var one : stated) {
      one.permissions.forEach((label, yes) -> all.merge(label, yes, Boolean::logicalAnd));
    }
    return new UsagePreferences(all);
  }
}
