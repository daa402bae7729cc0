package dev.sojourn.host.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Numbers with units, such as `90 s` and `16 MiB`.
public final class Quantity {
  private static final Map<String, Long> BYTES = new LinkedHashMap<>();
  private static final Map<String, Long> MILLIS = new LinkedHashMap<>();

  static {
    BYTES.put("B", 1L);
    BYTES.put("KiB", 1L << 10);
    BYTES.put("MiB", 1L << 20);
    BYTES.put("GiB", 1L << 30);
    BYTES.put("TiB", 1L << 40);
    MILLIS.put("ms", 1L);
    MILLIS.put("s", 1_000L);
    MILLIS.put("min", 60_000L);
    MILLIS.put("h", 3_600_000L);
    MILLIS.put("d", 86_400_000L);
  }

  private Quantity() {}

  /// Reads a size: a whole number and B, KiB, MiB, GiB or TiB.
  ///
  /// @param text the text, such as `16 MiB`
  /// @return the size in bytes; empty if the text has another form
  public static OptionalLong bytes(String text) {
    return read(text, BYTES);
  }

  /// Reads a duration: a whole number and ms, s, min, h or d.
  ///
  /// @param text the text, such as `90 s`
  /// @return the duration; empty if the text has another form
  public static Optional<Duration> duration(String text) {
    var millis = read(text, MILLIS);
    return millis.isPresent()
        ? Optional.of(Duration.ofMillis(millis.getAsLong()))
        : Optional.empty();
  }

  /// {@return the size in the largest unit that divides it}
  ///
  /// @param bytes not negative
  public static String ofBytes(long bytes) {
    return print(bytes, BYTES);
  }

  /// {@return the duration in the largest unit that divides it}
  ///
  /// @param duration not negative, in whole milliseconds
  public static String of(Duration duration) {
    return print(duration.toMillis(), MILLIS);
  }

  private static OptionalLong read(String text, Map<String, Long> units) {
    int end = 0;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    var factor = units.get(text.substring(end).strip());
    if (end == 0 || end > 15 || factor == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Math.multiplyExact(Long.parseLong(text.substring(0, end)), factor));
    } catch (ArithmeticException _) {
      return OptionalLong.empty();
    }
  }

  private static String print(long value, Map<String, Long> units) {
    var smallest = units.keySet().iterator().next();
    var text = value + " " + smallest;
    for (var unit : units.entrySet()) {
      if (value % unit.getValue() == 0 && value >= unit.getValue()) {
        text = value / unit.getValue() + " " + unit.getKey();
      }
    }
    return text;
  }
}
