package dev.sojourn.fetch.http1;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads octets and lines from a server of HTTP/1.1. Confined to one thread.
final class Http1Input {
  private final InputStream in;
  private final byte[] buffer = new byte[8 * 1024];
  private int at;
  private int end;

  Http1Input(InputStream in) {
    this.in = in;
  }

  /// {@return whether the buffer holds octets that were not read}
  boolean hasMore() {
    return at < end;
  }

  /// Reads the next octets from the server into the buffer, which is empty before.
  ///
  /// @return false at the end of the connection
  boolean fill() throws IOException {
    int read = in.read(buffer);
    at = 0;
    end = Math.max(read, 0);
    return read >= 0;
  }

  /// Reads the next octets.
  ///
  /// @return their count; negative at the end of the connection
  int read(byte[] octets, int most) throws IOException {
    if (!hasMore() && !fill()) {
      return -1;
    }
    int some = Math.min(most, end - at);
    System.arraycopy(buffer, at, octets, 0, some);
    at += some;
    return some;
  }

  /// {@return the next line without its end, each octet as one character; empty at the end of the
  /// connection}
  ///
  /// @param maxChars the longest allowed line, with its CR
  Optional<String> line(int maxChars) throws IOException {
    var line = new StringBuilder();
    while (hasMore() || fill()) {
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      if (line.length() + at - from > maxChars) {
        throw new BrokenAnswerException(Fault.LONG_LINE);
      }
      line.append(new String(buffer, from, at - from, StandardCharsets.ISO_8859_1));
      if (at < end) {
        at++;
        boolean hasReturn = !line.isEmpty() && line.charAt(line.length() - 1) == '\r';
        return Optional.of(line.substring(0, line.length() - (hasReturn ? 1 : 0)));
      }
    }
    if (line.isEmpty()) {
      return Optional.empty();
    }
    throw new BrokenAnswerException(Fault.CUT);
  }
}
