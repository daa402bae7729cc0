package dev.sojourn.fetch.http2;

import dev.sojourn.base.text.HeaderText;
import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The rules for the header fields of an answer (RFC 9113, 8.2 and 8.3).
final class Http2Fields {
  /// The limit is the same as over HTTP/1.1.
  private static final int MAX_FIELDS = 200;

  private static final int MAX_FIELD_CHARS = 32 * 1024;
  private static final String STATUS = ":status";

  /// Fields that make an answer malformed (RFC 9113, 8.2.2). Some proxies copy them from servers of
  /// HTTP/1.1, and browsers ignore them. So they are skipped here.
  private static final Set<String> OF_CONNECTIONS =
      Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  /// Fields that decide how a body is read; they may not be skipped.
  private static final Set<String> OF_BODIES = Set.of("content-encoding", "content-length");

  private Http2Fields() {}

  /// {@return the head of an answer, interim or final}
  ///
  /// @param fields as they were decoded
  /// @throws BrokenAnswerException if an answer may not have the fields, or they are too long or
  ///   too many
  static AnswerHead head(List<AnswerHead.Field> fields) throws BrokenAnswerException {
    if (fields.size() > MAX_FIELDS) {
      throw new BrokenAnswerException(Fault.MANY_FIELDS);
    }
    var read = new LinkedHashMap<String, List<String>>();
    int status = -1;
    for (var field : fields) {
      var value = field.value();
      if (field.name().length() + value.length() > MAX_FIELD_CHARS) {
        throw new BrokenAnswerException(Fault.LONG_LINE);
      }
      var name = field.name().toLowerCase(Locale.ROOT);
      if (status < 0) {
        require(name.equals(STATUS), "no status");
        status = status(value);
      } else if (isKept(name, value)) {
        read.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
      }
    }
    require(status >= 0, "no status");
    return new AnswerHead(status, read);
  }

  /// Whether a field is kept. The end of a body does not depend on fields, so an odd field is
  /// merely skipped, as over HTTP/1.1.
  private static boolean isKept(String name, String value) throws BrokenAnswerException {
    require(!name.startsWith(":"), "a pseudo-header field that it may not have");
    boolean isWhole = value.chars().noneMatch(c -> c == 0 || c == '\r' || c == '\n');
    require(isWhole || !OF_BODIES.contains(name), "a broken header field");
    return isWhole && HeaderText.isToken(name) && !OF_CONNECTIONS.contains(name);
  }

  private static int status(String value) throws BrokenAnswerException {
    require(value.matches("[1-5][0-9][0-9]"), "a status that is none");
    return Integer.parseInt(value);
  }

  private static void require(boolean holds, String what) throws BrokenAnswerException {
    if (!holds) {
      throw new BrokenAnswerException("its answer has " + what);
    }
  }
}
