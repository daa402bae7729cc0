package dev.sojourn.lab.report.model;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/// The notation of the figures of one column or axis. All have the same unit and number of
/// decimals, so that they are easy to compare.
///
/// @param unit the unit in the text, for example `MiB`; empty for a count or a share
/// @param factor size of this unit in the measured unit
/// @param decimals digits after the point, 0 to 3
public record Notation(String unit, double factor, int decimals) {
  private static final int MOST_DECIMALS = 3;

  /// Below this figure, three decimals would show too few digits.
  private static final double LEAST_FIGURE = 0.01;

  private record Candidate(String name, double factor) {}

  /// {@return a notation that suits some figures}
  ///
  /// The unit is the largest of its family for which the largest figure is at least 1, and the
  /// smallest at least 0.01. The smallest figure has three digits, if three decimals suffice for
  /// them.
  ///
  /// @param unit the measured unit
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

  /// The units that may replace a unit: the largest first, the unit itself last.
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

  /// {@return a figure without its unit, for example `1,234.5`}
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

  /// {@return words, followed by the unit in brackets if there is one}
  ///
  /// @param words the heading of a column or the name of an axis
  public String head(String words) {
    return unit.isEmpty() ? words : words + " (" + unit + ")";
  }
}
