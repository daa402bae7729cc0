package dev.sojourn.fetch.http1;

import java.util.regex.Pattern;

/// The rules for the heads of HTTP/1.1 answers.
///
/// @param maxLineChars the longest line in octets, with its CR
/// @param maxFields the limit of fields in a head
/// @param statusLine a valid first line; its groups are the major version, the minor version and
///   the status
/// @param isFramingNeeded whether an answer without a page needs a valid length too
public record HeadRules(
    int maxLineChars, int maxFields, Pattern statusLine, boolean isFramingNeeded) {
  private static final int WIDE_LINE_CHARS = 32 * 1024;
  private static final int NARROW_LINE_CHARS = 8 * 1024;

  /// For all sites; as lenient as browsers.
  public static final HeadRules LENIENT =
      new HeadRules(
          WIDE_LINE_CHARS,
          200,
          Pattern.compile("(?s)[ \t]*HTTP/([0-9])\\.([0-9])[ \t]+([1-9][0-9]{2})(?:[ \t].*)?"),
          true);

  /// For a web server that an operator configured: lenient, with narrower limits.
  public static final HeadRules NARROW =
      new HeadRules(NARROW_LINE_CHARS, 100, LENIENT.statusLine(), true);

  /// For answers that must be unambiguous.
  public static final HeadRules STRICT =
      new HeadRules(
          NARROW_LINE_CHARS,
          100,
          Pattern.compile("HTTP/(1)\\.([01]) ([1-5][0-9]{2})(?: .*)?"),
          false);
}
