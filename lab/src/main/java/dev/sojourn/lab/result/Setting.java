package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonIgnore;

/// One varied setting of a run.
///
/// @param key its full name in the experiment file, for example `link.delay`
/// @param text its value for human readers, for example `20 ms`
/// @param number the value in the unit; 0 if the setting is a word
/// @param unit `ms`, `bit/s` (0 for no limit), `B` or `1` (a count or a share); empty if the
///   setting is a word
public record Setting(String key, String text, double number, String unit) {

  /// {@return whether the setting is a word, which cannot be placed on a scale}
  @JsonIgnore
  public boolean isWord() {
    return unit.isEmpty();
  }
}
