package dev.sojourn.lab.experiment;

import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A figure that an experiment should reach.
///
/// @param text the target in words
/// @param measure the figure
/// @param where the settings of the variant: texts by key
/// @param against the settings that differ in another variant, by whose figure this figure is
///   divided; empty if the figure is not divided
/// @param divisor the figure of that other variant, usually the same measure
/// @param bound the side of the value on which the figure should be
/// @param value the wanted value, in the unit of the measure, or without a unit for a ratio
public record Target(
    String text,
    Measure measure,
    Map<String, String> where,
    Map<String, String> against,
    Measure divisor,
    Bound bound,
    double value) {

  /// The side of a value on which a figure should be.
  public enum Bound {
    /// The figure or less.
    AT_MOST,
    /// The figure or more.
    AT_LEAST;

    /// {@return whether a figure is on this side}
    ///
    /// @param figure the measured figure
    /// @param value the wanted value
    public boolean holds(double figure, double value) {
      return this == AT_MOST ? figure <= value : figure >= value;
    }
  }

  /// Copies the maps.
  public Target {
    where = Map.copyOf(where);
    against = Map.copyOf(against);
  }

  /// {@return whether the figure is divided by that of another variant}
  public boolean isRatio() {
    return !against.isEmpty();
  }

  /// {@return whether the figure is divided by that of a variant or a run} Settings of [#where]
  /// also hold for it, except those that do not apply to it. For example, a crawler of others has
  /// no rounds.
  ///
  /// @param has the settings of the variant or run
  public boolean isDividedBy(List<Setting> has) {
    return fits(has, against)
        && where.entrySet().stream()
            .filter(one -> !against.containsKey(one.getKey()))
            .allMatch(one -> text(has, one.getKey()).orElse(one.getValue()).equals(one.getValue()));
  }

  /// {@return whether a variant or a run has certain settings}
  ///
  /// @param has the settings of the variant or run
  /// @param wanted texts by key
  public static boolean fits(List<Setting> has, Map<String, String> wanted) {
    return wanted.entrySet().stream()
        .allMatch(one -> text(has, one.getKey()).filter(one.getValue()::equals).isPresent());
  }

  private static Optional<String> text(List<Setting> has, String key) {
    return has.stream().filter(setting -> setting.key().equals(key)).map(Setting::text).findFirst();
  }
}
