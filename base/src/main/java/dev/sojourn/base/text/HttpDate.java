package dev.sojourn.base.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Dates in header fields: written in the form of RFC 1123, read in all forms in use.
public final class HttpDate {

  /// A bound beyond every form; a longer text is not parsed.
  private static final int MAX_CHARS = 100;

  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  // RFC 1123, RFC 850, asctime, and the form of Java's Date.toString(), which Aglets sends.
  private static final List<DateTimeFormatter> READ =
      List.of(
          DateTimeFormatter.RFC_1123_DATE_TIME,
          // A year of two digits is 1970 to 2069.
          new DateTimeFormatterBuilder()
              .appendPattern("EEEE, dd-MMM-")
              .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
              .appendPattern(" HH:mm:ss zzz")
              .toFormatter(Locale.ENGLISH),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
              .withZone(ZoneOffset.UTC),
          DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss zzz yyyy", Locale.ENGLISH));

  private HttpDate() {}

  /// {@return the date in the form of RFC 1123, to the second}
  ///
  /// @param instant any moment of the years 0 to 9999
  public static String write(Instant instant) {
    return WRITTEN.format(instant);
  }

  /// {@return the moment of the text; empty if it is not a date}
  ///
  /// @param text any text
  public static Optional<Instant> read(String text) {
    var stripped = HeaderText.strip(text);
    if (stripped.length() > MAX_CHARS) {
      return Optional.empty();
    }
    for (var format : READ) {
      try {
        return Optional.of(ZonedDateTime.parse(stripped, format).toInstant());
      } catch (DateTimeException _) {
        // Tries the next form.
      }
    }
    return Optional.empty();
  }
}
