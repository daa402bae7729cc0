package dev.sojourn.host.audit;

import dev.sojourn.base.file.RegularFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/// Reads a segment line by line, in bounded memory. For one thread.
final class AuditReader implements AutoCloseable {
  private final InputStream in;
  private long line;
  private long whole;
  private byte[] torn = new byte[0];
  private boolean isTooLong;

  private AuditReader(InputStream in) {
    this.in = in;
  }

  static AuditReader open(Path segment) throws IOException {
    return new AuditReader(new BufferedInputStream(RegularFile.open(segment), 1 << 16));
  }

  /// The next line without its line feed; empty at the end, where [#torn] has what is left, and
  /// before a line that is too long.
  Optional<byte[]> next() throws IOException {
    var octets = new ByteArrayOutputStream(512);
    for (int octet = in.read(); octet >= 0; octet = in.read()) {
      if (octet == '\n') {
        line++;
        whole += octets.size() + 1L;
        return Optional.of(octets.toByteArray());
      }
      if (octets.size() == AuditLine.MAX_BYTES) {
        isTooLong = true;
        return Optional.empty();
      }
      octets.write(octet);
    }
    torn = octets.toByteArray();
    return Optional.empty();
  }

  /// The number of the line within the file that was read last; 1 for the first.
  long line() {
    return line;
  }

  /// The bytes of all whole lines so far.
  long whole() {
    return whole;
  }

  /// The octets behind the last line feed.
  byte[] torn() {
    return torn;
  }

  /// Whether a line has more than [AuditLine#MAX_BYTES].
  boolean isTooLong() {
    return isTooLong;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
