package dev.sojourn.fetch.coding;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// Undoes one `gzip` (RFC 1952) or `deflate` coding of a body, within bounds.
///
/// A gzip body may have many members, one after the other. The stream of the JDK calls itself for
/// each empty member, so 10,000 of them (200 KB) overflow the stack. This class reads them in a
/// loop, at most [#MAX_MEMBERS].
///
/// Each step reads and writes at most [#STEP_BYTES]. Before each step the [Pulse] checks the time,
/// so that a slow body cannot exceed the time of its exchange.
///
/// ```
/// member  1f 8b 08 flags, 6 bytes | extra | name 0 | comment 0 | crc16 | deflated | crc32 | size
/// ```
public final class Inflation {
  /// The limit of members. Normal servers send one; block-wise packers send one for each 64 KiB.
  static final int MAX_MEMBERS = 1_000;

  static final int STEP_BYTES = 8 * 1024;

  private static final int GZIP_MAGIC = 0x8b1f;
  private static final int DEFLATED = 8;
  private static final int GZIP_HEAD_BYTES = 10;
  private static final int GZIP_TAIL_BYTES = 8;
  private static final int CRC16_FLAG = 2;
  private static final int EXTRA_FLAG = 4;
  private static final int NAME_FLAG = 8;
  private static final int COMMENT_FLAG = 16;

  private final byte[] in;
  private final int maxBytes;
  private final Pulse pulse;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final byte[] step = new byte[STEP_BYTES];
  private int at;

  /// Checks the time before a step.
  @FunctionalInterface
  public interface Pulse {
    /// Checks that there is time for a step.
    ///
    /// @throws IOException if there is no time
    void check() throws IOException;
  }

  private Inflation(byte[] in, int maxBytes, Pulse pulse) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.pulse = pulse;
  }

  /// {@return a body without its gzip coding}
  ///
  /// @throws ZipException if it is not gzip
  /// @throws EOFException if it ends early although it was not truncated
  static Bodies.Body gunzip(Bodies.Body encoded, int maxBytes, Pulse pulse) throws IOException {
    var inflation = new Inflation(encoded.bytes(), maxBytes, pulse);
    return inflation.body(encoded, inflation::members);
  }

  /// {@return a body without its deflate coding}
  ///
  /// @throws ZipException if it is not deflated
  /// @throws EOFException if it ends early although it was not truncated
  static Bodies.Body inflate(Bodies.Body encoded, int maxBytes, Pulse pulse) throws IOException {
    var inflation = new Inflation(encoded.bytes(), maxBytes, pulse);
    return inflation.body(encoded, inflation::stream);
  }

  private interface Work {
    void run() throws IOException;
  }

  private Bodies.Body body(Bodies.Body encoded, Work work) throws IOException {
    try {
      work.run();
    } catch (EOFException e) {
      if (!encoded.truncated()) {
        throw e;
      }
      // The body was truncated. The bytes before the cut are kept.
    }
    var bytes = out.toByteArray();
    return bytes.length > maxBytes
        ? new Bodies.Body(Arrays.copyOf(bytes, maxBytes), true)
        : new Bodies.Body(bytes, encoded.truncated());
  }

  private void stream() throws IOException {
    // Closed here, because the memory of an inflater is outside the heap.
    try (var inflater = new Inflater(!isZlib())) {
      inflate(inflater, new CRC32());
    }
  }

  private void members() throws IOException {
    try (var inflater = new Inflater(true)) {
      for (int members = 0; members == 0 || hasNextMember(); members++) {
        if (members == MAX_MEMBERS) {
          throw new BrokenEncodingException(
              "the gzip body has more than " + MAX_MEMBERS + " members");
        }
        if (members == 0) {
          head();
        }
        inflater.reset();
        var checksum = new CRC32();
        if (!inflate(inflater, checksum)) {
          return;
        }
        tail(inflater, checksum);
      }
    }
  }

  /// Whether a further member begins. Other bytes after a member are padding, and are ignored.
  private boolean hasNextMember() {
    try {
      head();
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private void head() throws IOException {
    int left = in.length - at;
    boolean isOther =
        (left >= 2 && number16(at) != GZIP_MAGIC) || (left >= 3 && in[at + 2] != DEFLATED);
    if (isOther) {
      throw new ZipException();
    }
    if (left < GZIP_HEAD_BYTES) {
      throw new EOFException();
    }
    int begin = at;
    int flags = in[at + 3];
    at += GZIP_HEAD_BYTES;
    if ((flags & EXTRA_FLAG) != 0) {
      skip(2);
      skip(number16(at - 2));
    }
    if ((flags & NAME_FLAG) != 0) {
      skipText();
    }
    if ((flags & COMMENT_FLAG) != 0) {
      skipText();
    }
    if ((flags & CRC16_FLAG) != 0) {
      skip(2);
      var checksum = new CRC32();
      checksum.update(in, begin, at - 2 - begin);
      if (number16(at - 2) != (checksum.getValue() & 0xffff)) {
        throw new ZipException();
      }
    }
  }

  private void skip(int bytes) throws EOFException {
    if (in.length - at < bytes) {
      throw new EOFException();
    }
    at += bytes;
  }

  private void skipText() throws EOFException {
    do {
      skip(1);
    } while (in[at - 1] != 0);
  }

  private void tail(Inflater inflater, CRC32 checksum) throws IOException {
    skip(GZIP_TAIL_BYTES);
    if (number(at - GZIP_TAIL_BYTES) != checksum.getValue()
        || number(at - 4) != (inflater.getBytesWritten() & 0xffff_ffffL)) {
      throw new ZipException();
    }
  }

  private long number(int from) {
    return number16(from) | (long) number16(from + 2) << 16;
  }

  private int number16(int from) {
    return (in[from] & 0xff) | (in[from + 1] & 0xff) << 8;
  }

  /// Inflates to the end of the compressed data or to the limit; returns whether it reached that
  /// end.
  private boolean inflate(Inflater inflater, CRC32 checksum) throws IOException {
    while (true) {
      pulse.check();
      // First takes the output that is left of the earlier input.
      int made = made(inflater);
      checksum.update(step, 0, made);
      out.write(step, 0, made);
      if (out.size() > maxBytes) {
        return false;
      }
      if (inflater.finished()) {
        at -= inflater.getRemaining();
        return true;
      }
      if (made == 0) {
        putIn(inflater);
      }
    }
  }

  private void putIn(Inflater inflater) throws IOException {
    if (!inflater.needsInput()) {
      // It needs a dictionary, which no content coding has.
      throw new ZipException();
    }
    int length = Math.min(STEP_BYTES, in.length - at);
    if (length == 0) {
      throw new EOFException();
    }
    inflater.setInput(in, at, length);
    at += length;
  }

  private int made(Inflater inflater) throws ZipException {
    try {
      return inflater.inflate(step);
    } catch (DataFormatException _) {
      throw new ZipException();
    }
  }

  /// Whether the bytes begin with a header of zlib (RFC 1950, 2.2). The coding is defined as zlib,
  /// but some servers send the compressed data without the header.
  private boolean isZlib() {
    return in.length >= 2
        && (in[0] & 0x0f) == 8
        && ((in[0] & 0xff) << 8 | (in[1] & 0xff)) % 31 == 0;
  }
}
