package dev.sojourn.host.preview;

import java.util.Optional;
import java.util.regex.Pattern;

/// The formats `combined`, `vhost_combined` and `common` of nginx and Apache. Fields: address, two
/// names, time in brackets, request in quotes, status, bytes, referrer and user agent in quotes.
/// The name of a virtual host may come before them, `common` ends after the bytes, and further
/// fields may follow. A login name may contain blanks. An instance reads one line.
///
/// In quotes a backslash escapes the next character, so that it does not end the field. `\xHH` is
/// not decoded.
final class CombinedFormat {
  private static final int DAY_CHARS = 11;
  private static final int NAMES_BEFORE_TIME = 3;
  private static final Pattern TIME = Pattern.compile("\\[([^\\[\\]]{1,64})] (?=\")");

  private final String line;
  private int at;

  private CombinedFormat(String line) {
    this.line = line;
  }

  static AccessLogReading read(String line) {
    return new CombinedFormat(line).entry();
  }

  private AccessLogReading entry() {
    var time = TIME.matcher(line);
    if (!time.find()) {
      return beforeTime();
    }
    if (line.substring(0, time.start()).split(" +").length < NAMES_BEFORE_TIME) {
      return new AccessLogReading.Malformed(time.start() + 1, "an address and two names or -");
    }
    at = time.end();
    var request = quoted();
    if (request.isEmpty()) {
      return malformed("a request in quotes");
    }
    int statusAt = at;
    var status = word().filter(text -> text.matches("[1-9][0-9]{2}"));
    if (status.isEmpty()) {
      at = statusAt;
      return malformed("a status of three digits");
    }
    int bytesAt = at;
    var bytes = word().filter(text -> text.matches("-|[0-9]{1,18}"));
    if (bytes.isEmpty()) {
      at = bytesAt;
      return malformed("a number of bytes or -");
    }
    if (at >= line.length()) {
      return of(time.group(1), request.get(), status.get(), bytes.get(), "");
    }
    if (quoted().isEmpty()) {
      return malformed("a referrer in quotes");
    }
    var agent = quoted();
    if (agent.isEmpty()) {
      return malformed("a user agent in quotes");
    }
    return of(time.group(1), request.get(), status.get(), bytes.get(), agent.get());
  }

  /// Finds the first error in a line without a time.
  private AccessLogReading beforeTime() {
    for (var field : new String[] {"an address", "a name or -", "a name or -"}) {
      if (word().isEmpty()) {
        return malformed(field);
      }
    }
    return malformed("a time in brackets");
  }

  private static AccessLogReading of(
      String time, String request, String status, String bytes, String agent) {
    var parts = request.split(" ", 3);
    return new AccessLogReading.Read(
        new AccessLogEntry(
            agent.equals("-") ? "" : agent,
            parts[0],
            parts.length > 1 ? parts[1] : "",
            Integer.parseInt(status),
            bytes.equals("-") ? 0 : Long.parseLong(bytes),
            Optional.empty(),
            time.length() < DAY_CHARS ? "" : time.substring(0, DAY_CHARS)));
  }

  private AccessLogReading malformed(String expected) {
    return new AccessLogReading.Malformed(Math.min(at, line.length()) + 1, expected);
  }

  private Optional<String> word() {
    int end = line.indexOf(' ', at);
    end = end < 0 ? line.length() : end;
    if (end == at || at > line.length()) {
      return Optional.empty();
    }
    var word = line.substring(at, end);
    at = end + 1;
    return Optional.of(word);
  }

  private Optional<String> quoted() {
    if (at >= line.length() || line.charAt(at) != '"') {
      return Optional.empty();
    }
    for (int i = at + 1; i < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        i++;
      } else if (line.charAt(i) == '"') {
        var text = line.substring(at + 1, i);
        at = i + 2;
        return Optional.of(text);
      }
    }
    return Optional.empty();
  }
}
