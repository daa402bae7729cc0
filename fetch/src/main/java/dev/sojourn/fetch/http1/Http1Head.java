package dev.sojourn.fetch.http1;

import dev.sojourn.base.text.FieldText;
import dev.sojourn.base.text.HeaderText;
import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.answer.AnswerLength;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The head of an HTTP/1.1 answer, read so that one odd line does not spoil the others. A line
/// without a colon is skipped, and so is a line whose field name is not a token (RFC 9110, 5.6.2).
/// White space before the colon is not part of the name (RFC 9112, 5.1). A line that begins with
/// white space continues the field before it (5.2).
///
/// A proxy may have understood such a head differently. So its connection takes no further request;
/// see [#isReusable].
///
/// @param head the head without the skipped lines
/// @param isNewer whether its version is HTTP/1.1 or a later 1.x
/// @param isOdd whether another reader could understand one of its lines differently
record Http1Head(AnswerHead head, boolean isNewer, boolean isOdd) {
  /// The limit of all lines together. Each connection holds its lines in memory until the head is
  /// complete.
  static final int MAX_HEAD_CHARS = 128 * 1024;

  private static final int MAX_EMPTY_LINES = 10;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int NO_CONTENT = 204;

  /// {@return the next head, interim or final}
  static Http1Head read(Http1Input in, HeadRules rules) throws IOException {
    var first = firstLine(in, rules);
    var status = rules.statusLine().matcher(first);
    if (!status.matches()) {
      throw noStatus(first);
    }
    int code = Integer.parseInt(status.group(3));
    if (code == SWITCHING_PROTOCOLS) {
      throw noStatus(first);
    }
    if (!"01".contains(status.group(1))) {
      throw new BrokenAnswerException(
          "its answer is of a version that was not asked for: HTTP/"
              + status.group(1)
              + "."
              + status.group(2));
    }
    boolean isNewer = status.group(1).equals("1") && !status.group(2).equals("0");
    var fields = new Fields(rules);
    for (var line = line(in, rules); !line.isEmpty(); line = line(in, rules)) {
      fields.add(line);
    }
    fields.end();
    return new Http1Head(new AnswerHead(code, fields.read), isNewer, fields.isOdd);
  }

  private static String firstLine(Http1Input in, HeadRules rules) throws IOException {
    var line = in.line(rules.maxLineChars());
    if (line.isEmpty()) {
      throw new BrokenAnswerException(Fault.CLOSED);
    }
    for (int empty = 0; line.orElse("").isEmpty(); empty++) {
      if (line.isEmpty() || empty == MAX_EMPTY_LINES) {
        throw noStatus("");
      }
      line = in.line(rules.maxLineChars());
    }
    return line.get();
  }

  private static String line(Http1Input in, HeadRules rules) throws IOException {
    return in.line(rules.maxLineChars()).orElseThrow(() -> new BrokenAnswerException(Fault.CUT));
  }

  private static BrokenAnswerException noStatus(String line) {
    return new BrokenAnswerException(
        Fault.NO_STATUS, "its answer begins with no status of HTTP/1.1: " + line);
  }

  /// Collects the fields of a head line by line.
  private static final class Fields {
    private final HeadRules rules;
    private final Map<String, List<String>> read = new LinkedHashMap<>();
    private final StringBuilder field = new StringBuilder();
    private boolean isOdd;
    private int count;
    private int chars;

    Fields(HeadRules rules) {
      this.rules = rules;
    }

    void add(String line) throws BrokenAnswerException {
      chars += line.length();
      if (chars > MAX_HEAD_CHARS) {
        throw new BrokenAnswerException(Fault.MANY_FIELDS);
      }
      boolean goesOn = HeaderText.isBlank(line.charAt(0));
      isOdd |= goesOn || line.indexOf('\r') >= 0 || line.indexOf('\0') >= 0;
      if (goesOn && !field.isEmpty()) {
        field.append(' ').append(HeaderText.strip(line));
      } else {
        end();
        field.append(line);
        if (++count > rules.maxFields()) {
          throw new BrokenAnswerException(Fault.MANY_FIELDS);
        }
      }
    }

    void end() {
      if (field.isEmpty()) {
        return;
      }
      int colon = Math.max(field.indexOf(":"), 0);
      var said = field.substring(0, colon);
      var name = HeaderText.strip(said);
      isOdd |= !name.equals(said) || !HeaderText.isToken(name);
      if (HeaderText.isToken(name) && !HeaderText.isBlank(field.charAt(0))) {
        read.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
            .add(FieldText.decoded(name, HeaderText.strip(field.substring(colon + 1))));
      }
      field.setLength(0);
    }
  }

  /// {@return whether the end of the answer is certain and the server keeps the connection}
  boolean isReusable() {
    var lengths = head.all("content-length");
    var transfers = head.all("transfer-encoding");
    boolean hasBody = !transfers.isEmpty() || lengths.stream().anyMatch(l -> !l.matches("0+"));
    boolean isClear =
        !isOdd
            && lengths.size() + transfers.size() <= 1
            && (lengths.isEmpty() || lengths.getFirst().matches("[0-9]{1,18}"))
            && (transfers.isEmpty() || transfers.getFirst().equalsIgnoreCase("chunked"))
            && !(head.status() == NO_CONTENT && hasBody);
    var connection = AnswerLength.words(head.all("connection"));
    return isClear
        && !connection.contains("close")
        && (isNewer || connection.contains("keep-alive"));
  }
}
