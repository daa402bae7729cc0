package dev.sojourn.robots.image;

/// The first octet of a record in the image of a file; see [RecordCursor].
public final class Tag {
  /// A User-agent line: its token in lower case, empty if it has none.
  public static final byte AGENT = 1;

  /// An Allow line: its pattern in canonical form.
  public static final byte ALLOW = 2;

  /// A Disallow line: its pattern in canonical form.
  public static final byte DISALLOW = 3;

  /// A blank line, kept only in the 1996 dialect, in which it ends a record.
  public static final byte BLANK = 4;

  /// `path SP target`, both canonical.
  public static final byte ROUTE = 5;

  /// A Sitemap line: its value.
  public static final byte SITEMAP = 6;

  /// A Crawl-delay line: its value.
  public static final byte CRAWL_DELAY = 7;

  /// A Request-rate line: its value.
  public static final byte REQUEST_RATE = 8;

  /// A License line: its value.
  public static final byte LICENSE = 9;

  /// A Content-Usage line: its value.
  public static final byte CONTENT_USAGE = 10;

  /// A Content-Signal line: its value.
  public static final byte CONTENT_SIGNAL = 11;

  /// `name ":" value` of any other field.
  public static final byte OTHER = 12;

  /// RobotsProblem, column in three octets, excerpt.
  public static final byte DIAGNOSTIC = 13;

  /// An extension line whose value has no effect, kept only in the 1996 dialect, in which it
  /// completes a record even without rules.
  public static final byte EXTENSION = 14;

  private Tag() {}

  /// {@return the lower-case name of a field that has its own tag}
  ///
  /// @param tag of the field
  /// @throws IllegalArgumentException if the tag is not of a field
  public static String fieldName(byte tag) {
    return switch (tag) {
      case SITEMAP -> "sitemap";
      case CRAWL_DELAY -> "crawl-delay";
      case REQUEST_RATE -> "request-rate";
      case LICENSE -> "license";
      case CONTENT_USAGE -> "content-usage";
      case CONTENT_SIGNAL -> "content-signal";
      default -> throw new IllegalArgumentException("tag: " + tag + " (expected: a field)");
    };
  }

  /// {@return whether the record is a rule}
  ///
  /// @param tag of the record
  public static boolean isRule(byte tag) {
    return tag == ALLOW || tag == DISALLOW;
  }

  /// {@return whether the record applies to its group}
  ///
  /// @param tag of the record
  public static boolean isOfGroup(byte tag) {
    return tag == CRAWL_DELAY
        || tag == REQUEST_RATE
        || tag == CONTENT_USAGE
        || tag == CONTENT_SIGNAL;
  }
}
