package dev.sojourn.lab.site;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// The head of a request, as far as the web server needs it.
///
/// @param method for example `GET`
/// @param target path and query, as sent; `/` if there is none
/// @param takesGzip whether the client accepts gzip
/// @param isKept whether the connection stays open
/// @param ifNoneMatch the entity tags of the client's copies; empty if there are none
/// @param ifModifiedSince the date of the client's copy; empty if there is none, or it is
///   unreadable
/// @param length bytes of the head
record RequestHead(
    String method,
    String target,
    boolean takesGzip,
    boolean isKept,
    Optional<String> ifNoneMatch,
    Optional<Instant> ifModifiedSince,
    int length) {

  static RequestHead parse(String head) {
    var lines = head.split("\r?\n", -1);
    var words = lines[0].split(" +", -1);
    boolean takesGzip = false;
    boolean isKept = !lines[0].endsWith("HTTP/1.0");
    var ifNoneMatch = Optional.<String>empty();
    var ifModifiedSince = Optional.<Instant>empty();
    for (var line : lines) {
      var field = line.toLowerCase(Locale.ROOT);
      var value = line.substring(line.indexOf(':') + 1).strip();
      if (field.startsWith("if-none-match:")) {
        ifNoneMatch = Optional.of(value);
      } else if (field.startsWith("if-modified-since:")) {
        ifModifiedSince = date(value);
      }
      takesGzip |= field.startsWith("accept-encoding:") && field.contains("gzip");
      if (field.startsWith("connection:")) {
        isKept = !field.contains("close") && (isKept || field.contains("keep-alive"));
      }
    }
    var target = words.length > 1 && words[1].startsWith("/") ? words[1] : "/";
    var method = words[0].isEmpty() ? "-" : words[0];
    return new RequestHead(
        method, target, takesGzip, isKept, ifNoneMatch, ifModifiedSince, head.length());
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// {@return whether the client already has the file; if it sends tags, its date is ignored (RFC
  /// 9110, section 13.1.3)}
  ///
  /// @param tag a weak entity tag
  /// @param modified time of the file's last change
  boolean has(String tag, Instant modified) {
    return ifNoneMatch.isPresent()
        ? ifNoneMatch.get().equals("*") || ifNoneMatch.get().contains(tag.substring("W/".length()))
        : ifModifiedSince
            .filter(date -> modified.getEpochSecond() <= date.getEpochSecond())
            .isPresent();
  }
}
