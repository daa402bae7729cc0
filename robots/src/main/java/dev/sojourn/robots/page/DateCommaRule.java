package dev.sojourn.robots.page;

import java.util.regex.Pattern;

/// Finds commas that belong to the date of `unavailable_after` and do not end a member.
///
/// ```
/// unavailable_after: Wed, 25 Jun 2031 15:00:00 GMT         RFC 822, 1123, 9110
/// unavailable_after: Wednesday, 25-Jun-31 15:00:00 GMT     RFC 850
/// unavailable_after: Wednesday, June 25, 2031, 15:00       as people write
/// unavailable_after: 2031-06-25T15:00:00,5Z                ISO 8601
/// ```
final class DateCommaRule {

  /// The most commas of a date.
  static final int MOST = 4;

  private static final String MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";

  private static final Pattern DAY_OF_WEEK = Pattern.compile("\\p{L}+\\.?");

  private static final Pattern AFTER_DAY_OF_WEEK =
      Pattern.compile("[0-9]|" + MONTH + "\\.?[ -][0-9]");

  private static final Pattern MONTH_AND_DAY =
      Pattern.compile("(?:^|[ ,])" + MONTH + "\\.? [0-9]{1,2}(?:st|nd|rd|th)?$");

  private static final Pattern YEAR = Pattern.compile("[0-9]{4}(?![0-9a-z_-])");

  private static final Pattern TIME = Pattern.compile("[0-9]{1,2}:[0-9]{2}");

  private static final Pattern SECONDS = Pattern.compile("(?:t[0-9]{6}|:[0-9]{2})$");

  private static final Pattern FRACTION =
      Pattern.compile("[0-9]+(?:z|[+-][0-9]{2}:?[0-9]{2})?(?![0-9a-z:_.-])");

  private DateCommaRule() {}

  /// Whether a comma is within a date.
  ///
  /// @param before the member up to the comma, in lower case
  /// @param behind the text from the comma to the next separator, in lower case
  static boolean isWithin(String before, String behind) {
    int name = before.lastIndexOf(RuleNames.UNAVAILABLE_AFTER);
    if (name < 0) {
      return false;
    }
    var date = date(before.substring(name + RuleNames.UNAVAILABLE_AFTER.length()));
    var next = behind.strip();
    if (date.isEmpty() || next.isEmpty()) {
      return false;
    }
    return (DAY_OF_WEEK.matcher(date).matches() && AFTER_DAY_OF_WEEK.matcher(next).lookingAt())
        || (MONTH_AND_DAY.matcher(date).find() && YEAR.matcher(next).lookingAt())
        || TIME.matcher(next).lookingAt()
        || (SECONDS.matcher(date).find() && FRACTION.matcher(behind).lookingAt());
  }

  /// The text after the name of the rule, without separators and quotes.
  private static String date(String text) {
    int from = 0;
    while (from < text.length() && " \t:=\"'".indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    return text.substring(from).strip();
  }
}
