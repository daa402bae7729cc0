package dev.sojourn.fetch.answer;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.ProtocolException;

/// The length of the body of an HTTP/1.1 answer (RFC 9112, 6.3).
///
/// A length that is said several times in the same way is that length. Two lengths that differ, and
/// a length that is not valid, leave open where the next answer begins: such an answer is
/// discarded. If chunks and a length stand together, the chunks count. [AnswerHeads#isReusable]
/// keeps a connection from further use wherever a second reader could have seen another end.
public final class AnswerLength implements ContentLengthStrategy {
  /// The only one; it keeps no state.
  public static final AnswerLength STRATEGY = new AnswerLength();

  private static final int FIRST_WITHOUT_PAGE = 300;

  private AnswerLength() {}

  @Override
  public long determineLength(HttpMessage answer) throws ProtocolException {
    var transfer = words(answer, HttpHeaders.TRANSFER_ENCODING).filter(w -> !w.equals("identity"));
    var codings = transfer.toList();
    if (!codings.isEmpty()) {
      return codings.stream().allMatch("chunked"::equals) ? CHUNKED : unknownFraming(answer);
    }
    return answer.containsHeader(HttpHeaders.CONTENT_LENGTH)
        ? length(words(answer, HttpHeaders.CONTENT_LENGTH).toList())
        : UNDEFINED;
  }

  /// If the status says all, the body is not needed, however it is framed.
  private static long unknownFraming(HttpMessage answer) throws ProtocolException {
    if (answer instanceof HttpResponse response && response.getCode() >= FIRST_WITHOUT_PAGE) {
      return UNDEFINED;
    }
    throw new ProtocolException("the answer has an unknown framing");
  }

  /// {@return the length that the lines of a Content-Length field say; negative if they say none}
  ///
  /// @param lines the values of the field
  /// @throws ProtocolException if they say no length, or two that differ
  public static long of(List<String> lines) throws ProtocolException {
    return lines.isEmpty()
        ? UNDEFINED
        : length(lines.stream().flatMap(AnswerLength::words).toList());
  }

  private static long length(List<String> said) throws ProtocolException {
    if (said.isEmpty() || !said.stream().allMatch(length -> length.matches("[0-9]{1,18}"))) {
      throw new ProtocolException("Content-Length of the answer is not a length");
    }
    var lengths = said.stream().map(Long::parseLong).distinct().toList();
    if (lengths.size() > 1) {
      throw new ProtocolException("the answer has two lengths that differ");
    }
    return lengths.getFirst();
  }

  /// The elements of a list in all lines of a field; empty ones do not count (RFC 9110, 5.6.1).
  private static Stream<String> words(HttpMessage answer, String name) {
    return Arrays.stream(answer.getHeaders(name))
        .flatMap(field -> words(String.valueOf(field.getValue())));
  }

  private static Stream<String> words(String value) {
    return Arrays.stream(value.split(",", -1))
        .map(word -> word.strip().toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty());
  }
}
