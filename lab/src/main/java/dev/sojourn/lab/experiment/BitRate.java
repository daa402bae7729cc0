package dev.sojourn.lab.experiment;

import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Rates with units, for example `50 Mbit/s`.
final class BitRate {
  /// The word for no limit, instead of a rate.
  static final String UNLIMITED = "unlimited";

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9}) ?(|k|M|G)bit/s");
  private static final Map<String, Long> FACTORS =
      Map.of("", 1L, "k", 1_000L, "M", 1_000_000L, "G", 1_000_000_000L);

  private BitRate() {}

  /// Reads a rate: a whole number with bit/s, kbit/s, Mbit/s or Gbit/s.
  static OptionalLong read(String text) {
    var matcher = FORM.matcher(text);
    return matcher.matches()
        ? OptionalLong.of(
            Long.parseLong(matcher.group(1)) * FACTORS.getOrDefault(matcher.group(2), 1L))
        : OptionalLong.empty();
  }
}
