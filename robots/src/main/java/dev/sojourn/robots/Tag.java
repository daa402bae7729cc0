package dev.sojourn.robots;

/// The first octet of a record in the image of a file; see [RecordCursor].
final class Tag {
  static final byte AGENT = 1;
  static final byte ALLOW = 2;
  static final byte DISALLOW = 3;

  /// A blank line, kept in the 1996 dialect alone, where it ends a record.
  static final byte BLANK = 4;

  /// `path SP target`, both canonical.
  static final byte ROUTE = 5;

  static final byte SITEMAP = 6;
  static final byte CRAWL_DELAY = 7;
  static final byte REQUEST_RATE = 8;
  static final byte LICENSE = 9;
  static final byte CONTENT_USAGE = 10;
  static final byte CONTENT_SIGNAL = 11;

  /// `name ":" value` of any other field.
  static final byte OTHER = 12;

  /// RobotsProblem, column in three octets, excerpt.
  static final byte DIAGNOSTIC = 13;

  /// An extension line whose value has no effect, kept in the 1996 dialect alone, where a record
  /// without rules is one by such a line.
  static final byte EXTENSION = 14;

  private Tag() {}

  /// The name of a field that has a tag of its own.
  static String fieldName(byte tag) {
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

  static boolean isRule(byte tag) {
    return tag == ALLOW || tag == DISALLOW;
  }

  /// Whether the record belongs to the group it stands in.
  static boolean isOfGroup(byte tag) {
    return tag == CRAWL_DELAY
        || tag == REQUEST_RATE
        || tag == CONTENT_USAGE
        || tag == CONTENT_SIGNAL;
  }
}
