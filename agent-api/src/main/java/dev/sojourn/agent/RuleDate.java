package dev.sojourn.agent;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The date of a rule such as `unavailable_after`, in the forms that sites use: the forms of HTTP
/// (RFC 9110, 5.6.7: IMF-fixdate, RFC 850, asctime), of mail with its zones, and of ISO 8601.
///
/// This class uses no formatter of the JDK: that loads names of months and zones from files, and a
/// confined worker cannot read files. With no zone, or an unknown one, the time is UTC (RFC 5322,
/// 4.3). A date without a time means the end of the day. A year of two digits is 1970 to 2069.
final class RuleDate {
  private static final int MAX_CHARS = 80;
  private static final int DAY_SECONDS = 24 * 60 * 60;

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private static final Map<String, Integer> ZONE_HOURS =
      Map.ofEntries(
          Map.entry("edt", -4),
          Map.entry("est", -5),
          Map.entry("cdt", -5),
          Map.entry("cst", -6),
          Map.entry("mdt", -6),
          Map.entry("mst", -7),
          Map.entry("pdt", -7),
          Map.entry("pst", -8),
          Map.entry("cet", 1),
          Map.entry("met", 1),
          Map.entry("bst", 1),
          Map.entry("cest", 2),
          Map.entry("eet", 2),
          Map.entry("eest", 3),
          Map.entry("jst", 9));

  private final String text;
  private int offsetSeconds;
  private int daySeconds = -1;
  private String date;

  private RuleDate(String text) {
    this.text = text;
    this.date = text;
  }

  /// Reads a date.
  ///
  /// @param value in any case
  /// @return the moment; empty if the form is unknown, or the calendar has no such day
  static Optional<Instant> parse(String value) {
    var text = value.strip().toLowerCase(Locale.ROOT);
    if (text.length() > MAX_CHARS) {
      return Optional.empty();
    }
    try {
      return new RuleDate(text).instant();
    } catch (DateTimeException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private Optional<Instant> instant() {
    int colon = text.indexOf(':');
    if (colon >= 0 && !takeTime(colon)) {
      return Optional.empty();
    }
    if (colon < 0) {
      takeBasicTime();
    }
    return day().map(this::at);
  }

  private Instant at(LocalDate day) {
    long seconds = daySeconds < 0 ? DAY_SECONDS : daySeconds;
    return Instant.ofEpochSecond(day.toEpochDay() * DAY_SECONDS + seconds - offsetSeconds);
  }

  /// Takes `HH:MM` or `HH:MM:SS`, a fraction and the zone out of the text. The rest is the date;
  /// asctime has its year after the time.
  private boolean takeTime(int colon) {
    int start = colon;
    while (start > 0 && isDigit(start - 1)) {
      start--;
    }
    int end = colon + 1;
    while (end < text.length() && (isDigit(end) || ":.".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    var clock = text.substring(start, end);
    int dot = clock.indexOf('.');
    var parts = (dot < 0 ? clock : clock.substring(0, dot)).split(":", -1);
    if (parts.length > 3) {
      return false;
    }
    daySeconds = seconds(parts[0], parts[1], parts.length == 3 ? parts[2] : "0");
    var before = text.substring(0, start);
    before = before.endsWith("t") ? before.substring(0, start - 1) : before;
    date = before + " " + withoutZone(text.substring(end).strip());
    return true;
  }

  /// Takes the time of `20100625t150000z`.
  private void takeBasicTime() {
    int t = text.indexOf('t');
    if (t == 8 && text.length() >= 15 && isDigit(0)) {
      daySeconds = seconds(text.substring(9, 11), text.substring(11, 13), text.substring(13, 15));
      date = text.substring(0, 8) + " " + withoutZone(text.substring(15).strip());
    }
  }

  private static int seconds(String hours, String minutes, String seconds) {
    int h = number(hours, 23);
    int m = number(minutes, 59);
    // A leap second counts as the following second.
    return h * 3600 + m * 60 + number(seconds, 60);
  }

  /// Records the zone at the beginning of the text after the time; returns the rest.
  private String withoutZone(String rest) {
    if (!rest.isEmpty() && "+-".indexOf(rest.charAt(0)) >= 0) {
      var digits = rest.substring(1).replace(":", "").strip();
      digits = digits.length() == 2 ? digits + "00" : digits;
      if (digits.length() != 4) {
        throw new NumberFormatException(rest);
      }
      int minutes = number(digits.substring(0, 2), 23) * 60 + number(digits.substring(2), 59);
      offsetSeconds = (rest.charAt(0) == '-' ? -60 : 60) * minutes;
      return "";
    }
    int end = 0;
    while (end < rest.length() && rest.charAt(end) >= 'a' && rest.charAt(end) <= 'z') {
      end++;
    }
    offsetSeconds = ZONE_HOURS.getOrDefault(rest.substring(0, end), 0) * 3600;
    return rest.substring(end);
  }

  /// The day: eight digits, three numbers from the year on, or two numbers and the name of a month.
  private Optional<LocalDate> day() {
    var words = new ArrayList<String>();
    for (var word : date.replace(',', ' ').replace('-', ' ').replace('/', ' ').split(" ", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    if (words.size() == 1 && words.getFirst().length() == 8) {
      var compact = words.getFirst();
      return Optional.of(
          LocalDate.of(
              number(compact.substring(0, 4), 9999),
              number(compact.substring(4, 6), 12),
              number(compact.substring(6), 31)));
    }
    int month = -1;
    var numbers = new ArrayList<String>();
    for (var word : words) {
      int named = word.length() < 3 ? -1 : MONTHS.indexOf(word.substring(0, 3));
      if (Character.isDigit(word.charAt(0))) {
        numbers.add(word);
      } else if (named >= 0) {
        month = named + 1;
      }
    }
    return day(numbers, month);
  }

  private static Optional<LocalDate> day(List<String> numbers, int month) {
    if (numbers.size() == 3 && month < 0 && numbers.getFirst().length() == 4) {
      return Optional.of(
          LocalDate.of(
              number(numbers.get(0), 9999),
              number(numbers.get(1), 12),
              number(numbers.get(2), 31)));
    }
    if (numbers.size() != 2 || month < 0) {
      return Optional.empty();
    }
    boolean yearFirst = numbers.getFirst().length() == 4;
    var year = numbers.get(yearFirst ? 0 : 1);
    int written = number(year, 9999);
    int full = year.length() > 2 ? written : written + (written < 70 ? 2000 : 1900);
    return Optional.of(LocalDate.of(full, month, number(numbers.get(yearFirst ? 1 : 0), 31)));
  }

  private boolean isDigit(int index) {
    return text.charAt(index) >= '0' && text.charAt(index) <= '9';
  }

  private static int number(String digits, int most) {
    if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new NumberFormatException(digits);
    }
    int number = Integer.parseInt(digits);
    if (number > most) {
      throw new NumberFormatException(digits);
    }
    return number;
  }
}
