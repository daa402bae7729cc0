package dev.sojourn.fetch.answer;

import dev.sojourn.base.text.HeaderText;
import java.util.List;
import java.util.Locale;

/// The length of the body of an HTTP/1.1 answer (RFC 9112, 6.3).
///
/// A length that is repeated counts once. With two different lengths, or an invalid one, the
/// beginning of the next answer is unknown: such an answer is discarded. If an answer has both
/// chunks and a length, the chunks count.
public final class AnswerLength {
  /// The body continues to the end of the connection.
  public static final long TO_THE_END = -1;

  /// The body comes in chunks.
  public static final long CHUNKED = -2;

  private static final int FIRST_WITHOUT_PAGE = 300;

  private AnswerLength() {}

  /// {@return the length of a body in bytes, or one of the constants}
  ///
  /// @param head of an answer that has a body
  /// @throws BrokenAnswerException if its framing is invalid or unknown
  public static long of(AnswerHead head) throws BrokenAnswerException {
    var codings =
        words(head.all("transfer-encoding")).stream().filter(w -> !w.equals("identity")).toList();
    if (codings.isEmpty()) {
      return of(head.all("content-length"));
    }
    if (codings.stream().allMatch("chunked"::equals)) {
      return CHUNKED;
    }
    // The body of a redirect or an error is not needed, so any framing will do.
    if (head.status() >= FIRST_WITHOUT_PAGE) {
      return TO_THE_END;
    }
    throw new BrokenAnswerException("the answer has an unknown framing");
  }

  /// {@return the length in the lines of a Content-Length field; negative if there are no lines}
  ///
  /// @param lines the values of the field
  /// @throws BrokenAnswerException if they hold no length, or different ones
  public static long of(List<String> lines) throws BrokenAnswerException {
    if (lines.isEmpty()) {
      return TO_THE_END;
    }
    var said = words(lines);
    if (said.isEmpty() || !said.stream().allMatch(length -> length.matches("[0-9]{1,18}"))) {
      throw new BrokenAnswerException("Content-Length of the answer is not a length");
    }
    var lengths = said.stream().map(Long::parseLong).distinct().toList();
    if (lengths.size() > 1) {
      throw new BrokenAnswerException("the answer has two lengths that differ");
    }
    return lengths.getFirst();
  }

  /// {@return the list elements of all lines of a field, in lower case}
  ///
  /// @param lines the values of the field
  public static List<String> words(List<String> lines) {
    return HeaderText.elements(String.join(",", lines).toLowerCase(Locale.ROOT));
  }
}
