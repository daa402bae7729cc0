package dev.sojourn.atp.parcel;

import dev.sojourn.base.cli.Messages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// The lines of a parcel, unpacked one after the other. It keeps a piece of the frame and one line
/// in memory, however many lines there are. It checks each bound first: the bytes before it
/// searches them, a line's length before it builds the line, the number of lines before it parses
/// one.
///
/// Behind the last line the size, the number of lines and the digest are compared with those that
/// the parcel names. Confined to one thread.
final class LineStream implements AutoCloseable {

  private static final int PIECE_BYTES = 16 * 1024;

  private final Parcel parcel;
  private final int maxLineBytes;
  private final InputStream in;
  private final MessageDigest sha256;
  private final byte[] piece = new byte[PIECE_BYTES];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int at;
  private int end;
  private long bytes;
  private int count;

  LineStream(Parcel parcel, ParcelLimits limits) {
    this.parcel = parcel;
    this.maxLineBytes = limits.maxLineBytes();
    try {
      this.in = Compression.decompressed(parcel.body());
      this.sha256 = MessageDigest.getInstance("SHA-256");
    } catch (IOException e) {
      throw new UncheckedIOException("opening a frame reads nothing of it", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Reads all lines of a parcel.
  ///
  /// @return the fault of them, as the rest of a sentence about the parcel
  static <E extends Exception> Optional<String> read(
      Parcel parcel, ParcelLimits limits, LineReader<E> reader) throws E {
    try (var lines = new LineStream(parcel, limits)) {
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        reader.line(line.get());
      }
      return Optional.empty();
    } catch (DamagedParcelException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  /// {@return the next line, or empty behind the last}
  ///
  /// @throws DamagedParcelException if the parcel is not as its head says
  Optional<ParcelLine> next() throws DamagedParcelException {
    line.reset();
    while (at < end || fill()) {
      int feed = lineFeed();
      int stop = feed < 0 ? end : feed;
      if (stop - at > maxLineBytes - line.size()) {
        throw new DamagedParcelException(
            "has a line " + (count + 1) + " that is too long (limit: " + maxLineBytes + " bytes)");
      }
      line.write(piece, at, stop - at);
      at = feed < 0 ? end : feed + 1;
      if (feed >= 0) {
        return Optional.of(parsed());
      }
    }
    if (line.size() > 0) {
      throw new DamagedParcelException("has a last line that is not ended");
    }
    requireWhole();
    return Optional.empty();
  }

  private int lineFeed() {
    for (int i = at; i < end; i++) {
      if (piece[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private boolean fill() throws DamagedParcelException {
    int size;
    try {
      size = in.read(piece, 0, piece.length);
    } catch (IOException _) {
      throw unlikeItsSize();
    }
    if (size < 0) {
      return false;
    }
    if (size > parcel.rawBytes() - bytes) {
      throw unlikeItsSize();
    }
    sha256.update(piece, 0, size);
    bytes += size;
    at = 0;
    end = size;
    return true;
  }

  private ParcelLine parsed() throws DamagedParcelException {
    if (count == parcel.lines()) {
      throw new DamagedParcelException(
          "has more than the " + Messages.count(count, "line") + " that it names");
    }
    count++;
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(line.toByteArray()))
              .toString();
    } catch (CharacterCodingException _) {
      throw new DamagedParcelException("is not UTF-8");
    }
    // White space in JSON, and the end of a line to many readers of the kept text.
    if (text.indexOf('\r') >= 0) {
      throw new DamagedParcelException("has a carriage return in a line");
    }
    try {
      return ParcelLines.read(text);
    } catch (IOException _) {
      throw new DamagedParcelException("has a malformed line " + count);
    }
  }

  private void requireWhole() throws DamagedParcelException {
    if (bytes != parcel.rawBytes()) {
      throw unlikeItsSize();
    }
    if (count != parcel.lines()) {
      throw new DamagedParcelException(
          "has " + Messages.count(count, "line") + ", and names " + parcel.lines());
    }
    if (!HexFormat.of().formatHex(sha256.digest()).equals(parcel.digest().hex())) {
      throw new DamagedParcelException("has another digest than it names");
    }
  }

  private static DamagedParcelException unlikeItsSize() {
    return new DamagedParcelException(
        "does not decompress to the size that it names within the limits");
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException("closing a frame that is in memory writes nothing", e);
    }
  }
}
