package dev.sojourn.lab.report.svg;

import dev.sojourn.lab.report.model.Notation;
import dev.sojourn.lab.result.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The axis of the setting. Numbers are on a scale, which is logarithmic if they span a factor
/// above 20. Two kinds of values do not fit the scale and are placed beyond a gap. "No limit" is
/// right of all numbers. On a logarithmic scale, 0 is left of them.
///
/// @param name of the axis
/// @param places pixel of each setting
/// @param ticks from left to right
/// @param gaps the interruptions of the axis, as pairs of start and end in pixels
record HorizontalAxis(
    String name, Map<Setting, Double> places, List<AxisTick> ticks, List<List<Double>> gaps) {
  private static final double APART = 64;
  private static final double MOST_APART = 0.22;
  private static final double INSET = 18;
  private static final int PIXELS_A_STEP = 48;
  private static final Comparator<AxisTick> FROM_LEFT = Comparator.comparingDouble(AxisTick::at);

  /// {@return the axis of a setting}
  ///
  /// @param settings numbers, at least one
  /// @param from left edge of the drawing in pixels; texts stay inside
  /// @param to right edge in pixels
  static HorizontalAxis of(String key, List<Setting> settings, double from, double to) {
    return within(key, settings, from + inset(settings.getFirst()), to - inset(settings.getLast()));
  }

  /// Half of the text of the first and the last place extends beyond the place.
  private static double inset(Setting setting) {
    return Math.max(INSET, LabelWidth.of(setting.text()) / 2);
  }

  private static HorizontalAxis within(String key, List<Setting> settings, double from, double to) {
    var limited = settings.stream().filter(setting -> !isNoLimit(setting)).toList();
    var numbers = limited.stream().map(Setting::number).toList();
    var positive = numbers.stream().filter(number -> number > 0).toList();
    boolean isWide = AxisScale.isWide(positive);
    boolean hasZeroApart = isWide && positive.size() < numbers.size();
    boolean hasNoLimit = limited.size() < settings.size();
    double apart = Math.min(APART, MOST_APART * (to - from));
    double begin = from + (hasZeroApart ? apart : 0);
    double end = to - (hasNoLimit && !limited.isEmpty() ? apart : 0);
    var scale = scale(isWide ? positive : numbers, isWide, begin, end);

    var places = new LinkedHashMap<Setting, Double>();
    for (var setting : settings) {
      places.put(
          setting,
          isNoLimit(setting)
              ? to
              : isWide && setting.number() <= 0 ? from : scale.at(setting.number()));
    }
    var gaps = new ArrayList<List<Double>>();
    if (hasZeroApart) {
      gaps.add(List.of(from, begin));
    }
    if (hasNoLimit && !limited.isEmpty()) {
      gaps.add(List.of(end, to));
    }
    var own = own(places);
    var notation = Notation.of(settings.getFirst().unit(), positive);
    var logarithmic = isWide ? ", logarithmic scale" : "";
    return AxisTick.haveRoom(own)
        ? new HorizontalAxis(key + logarithmic, places, own, gaps)
        : new HorizontalAxis(
            notation.head(key) + logarithmic, places, round(scale, notation, places), gaps);
  }

  private static AxisScale scale(
      List<Double> numbers, boolean isLogarithmic, double begin, double end) {
    double least = numbers.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double largest = numbers.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    // A single number is placed in the middle.
    return largest > least
        ? new AxisScale(isLogarithmic, least, largest, begin, end)
        : new AxisScale(false, least - 1, least + 1, begin, end);
  }

  /// The settings as ticks.
  private static List<AxisTick> own(Map<Setting, Double> places) {
    return places.entrySet().stream()
        .map(entry -> new AxisTick(entry.getValue(), entry.getKey().text()))
        .sorted(FROM_LEFT)
        .toList();
  }

  /// Round numbers as ticks, if there are too many settings to show all. A value beyond a gap keeps
  /// its own text.
  private static List<AxisTick> round(
      AxisScale scale, Notation notation, Map<Setting, Double> places) {
    var round = new ArrayList<AxisTick>();
    double least = scale.least() / notation.factor();
    double largest = scale.largest() / notation.factor();
    int most = Math.max(1, (int) (scale.to() - scale.from()) / PIXELS_A_STEP);
    var numbers =
        scale.isLogarithmic()
            ? AxisTicks.logarithmic(least, largest, most)
            : AxisTicks.linear(least, largest, most);
    for (var number : numbers) {
      double at = scale.at(number.doubleValue() * notation.factor());
      if (at >= scale.from() - 1 && at <= scale.to() + 1) {
        round.add(new AxisTick(at, AxisTicks.text(number)));
      }
    }
    // Values beyond a gap are always shown, and round numbers that collide with them are omitted.
    var kept = new ArrayList<AxisTick>();
    places.forEach(
        (setting, at) -> {
          if (at < scale.from() - 1 || at > scale.to() + 1) {
            kept.add(new AxisTick(at, setting.text()));
          }
        });
    for (var tick : AxisTick.apart(round)) {
      var more = Stream.concat(kept.stream(), Stream.of(tick)).sorted(FROM_LEFT).toList();
      if (AxisTick.haveRoom(more)) {
        kept.add(tick);
      }
    }
    return kept.stream().sorted(FROM_LEFT).toList();
  }

  private static boolean isNoLimit(Setting setting) {
    return setting.unit().equals("bit/s") && setting.number() == 0;
  }
}
