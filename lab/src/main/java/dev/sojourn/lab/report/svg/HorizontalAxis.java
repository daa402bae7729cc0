package dev.sojourn.lab.report.svg;

import dev.sojourn.base.text.CodePoints;
import dev.sojourn.lab.report.model.Notation;
import dev.sojourn.lab.result.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The axis of the setting. Numbers lie on a scale, which is logarithmic where they span a factor
/// above 20. Two values have no place on a scale and stand apart, behind a gap: no limit, right of
/// all numbers, and 0 on a logarithmic scale, left of them. Words stand side by side.
///
/// @param name of the axis
/// @param isScale whether the settings are numbers, so that a line may join them
/// @param places pixel of each setting
/// @param ticks from left to right
/// @param gaps pixels between which the axis is broken, as pairs of begin and end
record HorizontalAxis(
    String name,
    boolean isScale,
    Map<Setting, Double> places,
    List<AxisTick> ticks,
    List<List<Double>> gaps) {
  private static final double APART = 64;
  private static final double INSET = 24;
  private static final double BETWEEN_TEXTS = 10;
  private static final int MOST_STEPS = 8;

  static HorizontalAxis of(String key, List<Setting> settings, double from, double to) {
    return settings.isEmpty() || settings.stream().anyMatch(Setting::isWord)
        ? words(key, settings, from, to)
        : numbers(key, settings, from + INSET, to - INSET);
  }

  private static HorizontalAxis words(String key, List<Setting> settings, double from, double to) {
    double width = (to - from) / Math.max(1, settings.size());
    int characters = (int) ((width - BETWEEN_TEXTS) / AxisTick.CHARACTER);
    var places = new LinkedHashMap<Setting, Double>();
    var ticks = new ArrayList<AxisTick>();
    for (var setting : settings) {
      double at = from + (places.size() + 0.5) * width;
      places.put(setting, at);
      ticks.add(new AxisTick(at, CodePoints.shown(setting.text(), Math.max(1, characters))));
    }
    return new HorizontalAxis(key, false, places, ticks, List.of());
  }

  private static HorizontalAxis numbers(
      String key, List<Setting> settings, double from, double to) {
    var limited = settings.stream().filter(setting -> !isNoLimit(setting)).toList();
    var numbers = limited.stream().map(Setting::number).toList();
    var positive = numbers.stream().filter(number -> number > 0).toList();
    boolean isWide = AxisScale.isWide(positive);
    boolean hasZeroApart = isWide && positive.size() < numbers.size();
    boolean hasNoLimit = limited.size() < settings.size();
    double begin = from + (hasZeroApart ? APART : 0);
    double end = to - (hasNoLimit && !limited.isEmpty() ? APART : 0);
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
    return haveRoom(own)
        ? new HorizontalAxis(key + logarithmic, true, places, own, gaps)
        : new HorizontalAxis(
            notation.head(key) + logarithmic, true, places, round(scale, notation, places), gaps);
  }

  private static AxisScale scale(
      List<Double> numbers, boolean isLogarithmic, double begin, double end) {
    double least = numbers.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double largest = numbers.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    // One number alone stands in the middle.
    return largest > least
        ? new AxisScale(isLogarithmic, least, largest, begin, end)
        : new AxisScale(false, least - 1, least + 1, begin, end);
  }

  /// The settings themselves as ticks.
  private static List<AxisTick> own(Map<Setting, Double> places) {
    return places.entrySet().stream()
        .map(entry -> new AxisTick(entry.getValue(), CodePoints.shown(entry.getKey().text(), 16)))
        .sorted(Comparator.comparingDouble(AxisTick::at))
        .toList();
  }

  private static boolean haveRoom(List<AxisTick> ticks) {
    for (int i = 1; i < ticks.size(); i++) {
      var left = ticks.get(i - 1);
      var right = ticks.get(i);
      if (right.at() - left.at() < (left.width() + right.width()) / 2 + BETWEEN_TEXTS) {
        return false;
      }
    }
    return true;
  }

  /// Round numbers as ticks, for settings that are too many to be written. A value that stands
  /// apart keeps its own text.
  private static List<AxisTick> round(
      AxisScale scale, Notation notation, Map<Setting, Double> places) {
    var ticks = new ArrayList<AxisTick>();
    double least = scale.least() / notation.factor();
    double largest = scale.largest() / notation.factor();
    var numbers =
        scale.isLogarithmic()
            ? AxisTicks.logarithmic(least, largest, MOST_STEPS)
            : AxisTicks.linear(least, largest, MOST_STEPS);
    for (var number : numbers) {
      double at = scale.at(number.doubleValue() * notation.factor());
      if (at >= scale.from() - 1 && at <= scale.to() + 1) {
        ticks.add(new AxisTick(at, AxisTicks.text(number)));
      }
    }
    places.forEach(
        (setting, at) -> {
          if (at < scale.from() - 1 || at > scale.to() + 1) {
            ticks.add(new AxisTick(at, CodePoints.shown(setting.text(), 10)));
          }
        });
    return ticks;
  }

  private static boolean isNoLimit(Setting setting) {
    return setting.unit().equals("bit/s") && setting.number() == 0;
  }
}
