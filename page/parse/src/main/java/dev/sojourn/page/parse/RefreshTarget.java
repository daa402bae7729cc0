package dev.sojourn.page.parse;

import dev.sojourn.agent.PageUrl;
import java.util.Optional;

/// The target page of a `meta` element with `http-equiv=refresh`, after any delay (HTML Standard,
/// 4.2.5.3).
final class RefreshTarget {
  private static final int MAX_CHARS = PageUrl.MAX_CHARS + 100;

  private RefreshTarget() {}

  /// Reads the value of `content`, such as `5; url=next.html`.
  ///
  /// @return the reference; empty if the value is malformed or names no other page
  static Optional<String> parse(String content) {
    if (content.length() > MAX_CHARS) {
      return Optional.empty();
    }
    int at = skipSpace(content, 0);
    int time = at;
    at = SourceScan.skip(content, "0123456789", at);
    if (at == time && (at == content.length() || content.charAt(at) != '.')) {
      return Optional.empty();
    }
    int afterTime = SourceScan.skip(content, "0123456789.", at);
    at = skipSpace(content, afterTime);
    boolean hasMark = at < content.length() && ";,".indexOf(content.charAt(at)) >= 0;
    if (!hasMark && at == afterTime) {
      return Optional.empty();
    }
    at = skipSpace(content, hasMark ? at + 1 : at);
    return Optional.of(unquoted(content.substring(afterUrl(content, at))))
        .filter(r -> !r.isEmpty());
  }

  /// Returns the position after `url=`, or the same position if `url=` is absent.
  private static int afterUrl(String content, int from) {
    if (!content.regionMatches(true, from, "url", 0, 3)) {
      return from;
    }
    int at = skipSpace(content, from + 3);
    boolean isMarked = at < content.length() && content.charAt(at) == '=';
    return isMarked ? skipSpace(content, at + 1) : from;
  }

  private static String unquoted(String text) {
    if (text.isEmpty() || "\"'".indexOf(text.charAt(0)) < 0) {
      return text.strip();
    }
    int end = text.indexOf(text.charAt(0), 1);
    return (end < 0 ? text.substring(1) : text.substring(1, end)).strip();
  }

  private static int skipSpace(String text, int from) {
    return SourceScan.skip(text, " \t\n\f\r", from);
  }
}
