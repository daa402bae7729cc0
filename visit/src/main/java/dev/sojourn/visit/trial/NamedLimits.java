package dev.sojourn.visit.trial;

import dev.sojourn.base.cli.Suggestion;
import dev.sojourn.sandbox.VisitLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Parses the limits of a visit, which users name as in the reasons for stops: `cpu=2s`,
/// `pages=100`, `allocatedBytes=64MiB`.
public final class NamedLimits {
  private static final List<String> TIMES = List.of("wallClock", "cpu", "checkpointEvery");
  private static final List<String> SIZES =
      List.of(
          "allocatedBytes",
          "pages",
          "pageBytes",
          "findings",
          "findingBytes",
          "outputBytes",
          "referrals",
          "stateBytes",
          "logLines");
  private static final Pattern NUMBER = Pattern.compile("([0-9]{1,12}) ?([A-Za-z]*)");
  private static final Map<String, Long> TIME_UNITS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "min", 60_000L, "h", 3_600_000L);
  private static final Map<String, Long> SIZE_UNITS =
      Map.of("", 1L, "B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

  private NamedLimits() {}

  /// {@return one limit: its name, and its value as milliseconds or a number}
  ///
  /// @param text the text, such as `cpu=2s`
  /// @throws IllegalArgumentException if the text is not a limit; the message lists all limits
  public static Map.Entry<String, Long> parse(String text) {
    int equals = text.indexOf('=');
    var name = equals < 0 ? text : text.substring(0, equals);
    boolean time = TIMES.contains(name);
    if (equals < 0 || !(time || SIZES.contains(name))) {
      var known = new ArrayList<>(TIMES);
      known.addAll(SIZES);
      throw new IllegalArgumentException(
          "'%s' is no limit%s (expected: NAME=VALUE with one of %s)"
              .formatted(text, Suggestion.suffix(name, known), String.join(", ", known)));
    }
    var value = NUMBER.matcher(text.substring(equals + 1));
    var units = time ? TIME_UNITS : SIZE_UNITS;
    if (!value.matches() || !units.containsKey(value.group(2))) {
      throw new IllegalArgumentException(
          "'%s' (expected: %s)"
              .formatted(
                  text,
                  time
                      ? "a number and ms, s, min or h"
                      : "a whole number; of bytes also with KiB, MiB or GiB"));
    }
    return Map.entry(name, Long.parseLong(value.group(1)) * units.get(value.group(2)));
  }

  /// {@return the limits of a trial: the defaults, but each checkpoint is saved, so that trials are
  /// reproducible}
  ///
  /// @param changes the output of [#parse]
  /// @throws IllegalArgumentException if a value is out of range
  public static VisitLimits ofTrial(List<Map.Entry<String, Long>> changes) {
    var all = new ArrayList<>(changes);
    all.addFirst(Map.entry("checkpointEvery", 0L));
    return of(VisitLimits.defaults(), all);
  }

  /// {@return limits with some changed values}
  ///
  /// @param usual the limits before the changes
  /// @param changes the output of [#parse]
  /// @throws IllegalArgumentException if a value is out of range
  public static VisitLimits of(VisitLimits usual, List<Map.Entry<String, Long>> changes) {
    var all = new LinkedHashMap<String, Long>();
    changes.forEach(change -> all.put(change.getKey(), change.getValue()));
    return new VisitLimits(
        time(all, "wallClock", usual.wallClock()),
        time(all, "cpu", usual.cpu()),
        all.getOrDefault("allocatedBytes", usual.allocatedBytes()),
        all.getOrDefault("pages", usual.pages()),
        all.getOrDefault("pageBytes", usual.pageBytes()),
        all.getOrDefault("findings", usual.findings()),
        number(all, "findingBytes", usual.findingBytes()),
        all.getOrDefault("outputBytes", usual.outputBytes()),
        all.getOrDefault("referrals", usual.referrals()),
        number(all, "stateBytes", usual.stateBytes()),
        number(all, "logLines", usual.logLines()),
        usual.messages(),
        time(all, "checkpointEvery", usual.checkpointEvery()));
  }

  private static Duration time(Map<String, Long> all, String name, Duration usual) {
    return Duration.ofMillis(all.getOrDefault(name, usual.toMillis()));
  }

  private static int number(Map<String, Long> all, String name, int usual) {
    return (int) Math.min(Integer.MAX_VALUE, all.getOrDefault(name, (long) usual));
  }
}
