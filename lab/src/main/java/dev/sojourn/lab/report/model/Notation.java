package dev.sojourn.lab.report.model;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/// The way in which the figures of one column or axis are written. All have the same unit and
/// number of decimals, so that they can be compared at a glance.
///
/// @param unit the unit that is written, as `MiB`; empty for a count or a share
/// @param factor how many of the measured unit it has
/// @param decimals digits after the point, 0 to 3
public record Notation(String unit, double factor, int decimals) {
  private static final int MOST_DECIMALS = 3;

  /// Below this, too few of three decimals would be left.
  private static final double LEAST_FIGURE = 0.01;

  private record Candidate(String name, double factor) {}

  /// {@return a notation that fits some figures}
  ///
  /// The unit is the largest of its family that leaves the largest figure at 1 or more, and the
  /// least at a hundredth or more. Three digits of the least figure are shown where decimals
  /// suffice.
  ///
  /// @param unit in which they are measured
  /// @param figures not negative; may be none
  public static Notation of(String unit, Collection<Double> figures) {
    double largest = figures.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    double least =
        figures.stream().mapToDouble(Double::doubleValue).filter(f -> f > 0).min().orElse(largest);
    var family = family(unit);
    var chosen =
        family.stream()
            .filter(candidate -> largest >= candidate.factor())
            .filter(candidate -> least >= LEAST_FIGURE * candidate.factor())
            .findFirst()
            .orElse(family.getLast());
    boolean areWhole =
        figures.stream().map(figure -> figure / chosen.factor()).allMatch(f -> f == Math.rint(f));
    return new Notation(
        chosen.name(), chosen.factor(), areWhole ? 0 : decimals(least / chosen.factor()));
  }

  private static int decimals(double least) {
    return Math.clamp(2 - (long) Math.floor(Math.log10(least)), 0, MOST_DECIMALS);
  }

  /// The units that may stand for one, the largest first, itself last.
  private static List<Candidate> family(String unit) {
    return switch (unit) {
      case "B" ->
          List.of(
              new Candidate("GiB", 1L << 30),
              new Candidate("MiB", 1 << 20),
              new Candidate("KiB", 1 << 10),
              new Candidate("B", 1));
      case "bit/s" ->
          List.of(
              new Candidate("Gbit/s", 1e9),
              new Candidate("Mbit/s", 1e6),
              new Candidate("kbit/s", 1e3),
              new Candidate("bit/s", 1));
      case "1" -> List.of(new Candidate("", 1));
      default -> List.of(new Candidate(unit, 1));
    };
  }

  /// {@return a figure without its unit, as `1,234.5`}
  ///
  /// @param figure in the measured unit
  public String number(double figure) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", figure / factor);
  }

  /// {@return a figure with its unit}
  ///
  /// @param figure in the measured unit
  public String text(double figure) {
    return unit.isEmpty() ? number(figure) : number(figure) + " " + unit;
  }

  /// {@return words with the unit in brackets behind, if there is one}
  ///
  /// @param words the head of a column or the name of an axis
  public String head(String words) {
    return unit.isEmpty() ? words : words + " (" + unit + ")";
  }
}
