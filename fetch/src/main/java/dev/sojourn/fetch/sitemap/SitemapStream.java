package dev.sojourn.fetch.sitemap;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// The bytes of a sitemap without compression, within bounds.
final class SitemapStream extends InputStream {
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};

  private final InputStream in;
  private final int maxBytes;
  private final byte[] one = new byte[1];
  private long bytes;

  private SitemapStream(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /// Opens a sitemap; reads only the head of a compressed one.
  ///
  /// @param body as it was sent; its first bytes show whether it is gzip
  /// @param maxBytes the limit without compression
  static SitemapStream of(byte[] body, int maxBytes) throws SitemapException {
    var sent = new ByteArrayInputStream(body);
    if (body.length < GZIP.length || body[0] != GZIP[0] || body[1] != GZIP[1]) {
      return new SitemapStream(sent, maxBytes);
    }
    try {
      return new SitemapStream(new Members(sent), maxBytes);
    } catch (IOException _) {
      throw broken();
    }
  }

  private static SitemapException broken() {
    return new SitemapException("its compression is broken", true);
  }

  /// Reads the members of a gzip file. The stream of the JDK calls itself for each empty member, so
  /// a long row of them would overflow the stack.
  private static final class Members extends GZIPInputStream {
    private static final int MAX_EMPTY = 100;
    private int calls;

    Members(InputStream in) throws IOException {
      super(in);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (calls > MAX_EMPTY) {
        throw new ZipException("too many members are empty");
      }
      calls++;
      try {
        return super.read(buffer, offset, length);
      } finally {
        calls--;
      }
    }
  }

  @Override
  public int read() throws IOException {
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    int read;
    try {
      read = in.read(buffer, offset, length);
    } catch (ZipException | EOFException _) {
      throw broken();
    }
    if (read > 0) {
      bytes += read;
    }
    if (bytes > maxBytes) {
      throw new SitemapException("it is larger than " + maxBytes + " bytes without compression");
    }
    return read;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException _) {
      // It reads from memory.
    }
  }
}
