package dev.sojourn.host.audit;

import dev.sojourn.base.file.RegularFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/// Reads a segment line by line, in bounded memory. Used by one thread only.
final class AuditReader implements AutoCloseable {
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private long line;
  private long whole;
  private byte[] torn = new byte[0];
  private boolean isTooLong;

  private AuditReader(InputStream in) {
    this.in = in;
  }

  static AuditReader open(Path segment) throws IOException {
    return new AuditReader(RegularFile.open(segment));
  }

  /// The next line without its line feed. Empty at the end, where [#torn] returns the rest, and
  /// before a line that is too long.
  Optional<byte[]> next() throws IOException {
    var octets = new ByteArrayOutputStream(512);
    while (at < end || fill()) {
      int stop = at;
      while (stop < end && buffer[stop] != '\n') {
        stop++;
      }
      if (octets.size() + stop - at > AuditLine.MAX_BYTES) {
        isTooLong = true;
        return Optional.empty();
      }
      octets.write(buffer, at, stop - at);
      at = stop;
      if (stop < end) {
        at++;
        line++;
        whole += octets.size() + 1L;
        return Optional.of(octets.toByteArray());
      }
    }
    torn = octets.toByteArray();
    return Optional.empty();
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }

  /// The number within the file of the line read last; 1 for the first.
  long line() {
    return line;
  }

  /// The bytes of all complete lines so far.
  long whole() {
    return whole;
  }

  /// The octets after the last line feed.
  byte[] torn() {
    return torn;
  }

  /// Whether a line has more bytes than [AuditLine#MAX_BYTES].
  boolean isTooLong() {
    return isTooLong;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
