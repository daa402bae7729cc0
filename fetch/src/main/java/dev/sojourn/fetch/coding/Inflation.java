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
/// A gzip body may be many members, one after the other. The stream of the JDK calls itself for
/// each member without content, so that 10,000 of them, 200 KB, overflow the stack. Here they are
/// read in a loop, and at most [#MAX_MEMBERS] of them.
///
/// The work is done in steps of at most [#STEP_BYTES] in and out. Before each step the [Pulse] is
/// asked, so that a body that is slow to decode costs no more time than its exchange has.
///
/// ```
/// member  1f 8b 08 flags, 6 bytes | extra | name 0 | comment 0 | crc16 | deflated | crc32 | size
/// ```
public final class Inflation {
  /// Honest servers send one member, block-wise packers one for each 64 KiB.
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

  /// Says whether there is time for another step.
  @FunctionalInterface
  public interface Pulse {
    /// Looks whether there is time.
    ///
    /// @throws IOException if there is none
    void check() throws IOException;
  }

  private Inflation(byte[] in, int maxBytes, Pulse pulse) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.pulse = pulse;
  }

  /// {@return a body without its gzip coding}
  ///
  /// @throws ZipException if it is no gzip
  /// @throws EOFException if it ends early although all of it was read
  static Bodies.Body gunzip(Bodies.Body encoded, int maxBytes, Pulse pulse) throws IOException {
    var inflation = new Inflation(encoded.bytes(), maxBytes, pulse);
    return inflation.body(encoded, inflation::members);
  }

  /// {@return a body without its deflate coding}
  ///
  /// @throws ZipException if it is not deflated
  /// @throws EOFException if it ends early although all of it was read
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
      // The cut. The bytes before it are kept.
    }
    var bytes = out.toByteArray();
    return bytes.length > maxBytes
        ? new Bodies.Body(Arrays.copyOf(bytes, maxBytes), true)
        : new Bodies.Body(bytes, encoded.truncated());
  }

  private void stream() throws IOException {
    // The memory of an inflater is not in the heap.
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

  /// Bytes that follow a member and do not begin like one are padding, which is ignored.
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

  /// Inflates to the end of the compressed data; returns whether it came to it, rather than to the
  /// limit.
  private boolean inflate(Inflater inflater, CRC32 checksum) throws IOException {
    while (true) {
      pulse.check();
      // Before more is put in: there may be output left of the earlier input.
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
      // It asks for a dictionary, which no content coding has.
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

  /// Whether the bytes begin as zlib has it (RFC 1950, 2.2). The coding is zlib by its definition,
  /// but some servers send the bare compressed data.
  private boolean isZlib() {
    return in.length >= 2
        && (in[0] & 0x0f) == 8
        && ((in[0] & 0xff) << 8 | (in[1] & 0xff)) % 31 == 0;
  }
}
