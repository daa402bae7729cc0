package dev.sojourn.fetch.http1;

import dev.sojourn.fetch.answer.AnswerLength;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.io.IOException;

/// Reads the body of an HTTP/1.1 answer without its framing (RFC 9112, 6 and 7). Trailers are
/// skipped. Confined to one thread.
final class Http1Body {
  private final Http1Input in;
  private final HeadRules rules;
  private final boolean isChunked;
  private final boolean isToTheEnd;

  /// The octets left of the body, or of the current chunk.
  private long left;

  private boolean isBegun;
  private boolean isOver;

  /// @param length the length of the body as [AnswerLength] defines it
  Http1Body(Http1Input in, HeadRules rules, long length) {
    this.in = in;
    this.rules = rules;
    this.isChunked = length == AnswerLength.CHUNKED;
    this.isToTheEnd = length == AnswerLength.TO_THE_END;
    this.left = Math.max(length, 0);
    this.isOver = length == 0;
  }

  boolean isChunked() {
    return isChunked;
  }

  /// {@return whether the whole body was read}
  boolean isOver() {
    return isOver;
  }

  /// Reads the next octets.
  ///
  /// @return their count; negative at the end of the body
  int read(byte[] octets) throws IOException {
    if (isChunked && left == 0 && !isOver) {
      beginChunk();
    }
    if (isOver) {
      return -1;
    }
    int read = in.read(octets, (int) Math.min(octets.length, isToTheEnd ? Long.MAX_VALUE : left));
    if (isToTheEnd) {
      isOver = read < 0;
      return read;
    }
    if (read < 0) {
      throw new BrokenAnswerException(Fault.CUT);
    }
    left -= read;
    isOver = left == 0 && !isChunked;
    return read;
  }

  private void beginChunk() throws IOException {
    if (isBegun && !line().isEmpty()) {
      throw new BrokenAnswerException(Fault.LONG_CHUNK);
    }
    isBegun = true;
    var size = line().split(";", 2)[0].strip();
    if (!size.matches("[0-9a-fA-F]{1,15}")) {
      throw new BrokenAnswerException(Fault.NO_CHUNK_SIZE);
    }
    left = Long.parseLong(size, 16);
    if (left == 0) {
      readOverTrailers();
      isOver = true;
    }
  }

  private void readOverTrailers() throws IOException {
    for (int lines = 0; !line().isEmpty(); lines++) {
      if (lines == rules.maxFields()) {
        throw new BrokenAnswerException(Fault.MANY_FIELDS);
      }
    }
  }

  private String line() throws IOException {
    return in.line(rules.maxLineChars()).orElseThrow(() -> new BrokenAnswerException(Fault.CUT));
  }
}
