package dev.sojourn.visit.sitemap;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// The bytes of a sitemap without compression, within bounds. A parser holds a comment or a tag as
/// a whole, at several times its size, and so it is given a limited part of the file for each.
final class SitemapStream extends InputStream {
  /// The bytes of a comment, a tag or the like, and of what the parser reads ahead.
  static final int MAX_PART_BYTES = 1 << 20;

  private static final byte[] GZIP = {0x1f, (byte) 0x8b};

  private final InputStream in;
  private final int maxBytes;
  private final byte[] one = new byte[1];
  private long bytes;
  private long partBytes;
  private Optional<SitemapException> refusal = Optional.empty();

  private SitemapStream(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /// Nothing is read yet but the head of a compressed file.
  ///
  /// @param body as it was sent; gzip is recognized by its first bytes
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
    return new SitemapException("its compression is broken");
  }

  /// The members of a gzip file. The stream of the JDK calls itself for each one without content,
  /// so many of them would overflow the stack.
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

  /// The parser has told something, and begins with the next part.
  void beginPart() {
    partBytes = 0;
  }

  /// {@return why the file is not read further}
  Optional<SitemapException> refusal() {
    return refusal;
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
      throw refuse(broken());
    }
    if (read > 0) {
      bytes += read;
      partBytes += read;
    }
    if (bytes > maxBytes) {
      throw refuse(
          new SitemapException("it is larger than " + maxBytes + " bytes without compression"));
    }
    if (partBytes > MAX_PART_BYTES) {
      throw refuse(
          new SitemapException(
              "a comment, a tag or the like in it is larger than " + MAX_PART_BYTES + " bytes"));
    }
    return read;
  }

  private SitemapException refuse(SitemapException why) {
    refusal = Optional.of(why);
    return why;
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
