package dev.sojourn.atp.parcel;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonSyntax;
import dev.sojourn.base.text.Messages;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/// Unpacks the lines of a parcel one after the other. It keeps one piece of the frame and one line
/// in memory. It checks the size, the line's length and the number of lines before it searches,
/// builds or parses a line.
///
/// After the last line, it compares size, number of lines and digest with those of the parcel.
/// Confined to one thread.
final class LineStream implements AutoCloseable {

  private static final int PIECE_BYTES = 16 * 1024;
  // 64 MiB, the size of the largest parcel, even if a frame announces a larger window.
  private static final int MAX_WINDOW_LOG = 26;
  private static final char REPLACEMENT = '\ufffd';

  private final Parcel parcel;
  private final int maxLineBytes;
  private final InputStream in;
  private final MessageDigest sha256;
  private final byte[] piece = new byte[PIECE_BYTES];
  private int at;
  private int end;

  /// The array with the current line: [#joined] if the line began in an earlier piece, otherwise
  /// the piece.
  private byte[] line = piece;

  private int lineBegin;
  private int lineEnd;
  private byte[] joined = new byte[PIECE_BYTES];
  private long bytes;
  private int count;

  LineStream(Parcel parcel, ParcelLimits limits) {
    this.parcel = parcel;
    this.maxLineBytes = limits.maxLineBytes();
    try {
      this.in =
          new ZstdInputStreamNoFinalizer(parcel.body().newInputStream()).setLongMax(MAX_WINDOW_LOG);
      this.sha256 = MessageDigest.getInstance("SHA-256");
    } catch (IOException e) {
      throw new UncheckedIOException("opening a frame reads nothing of it", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Reads all lines of a parcel.
  ///
  /// @return the fault, as the rest of a sentence about the parcel
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

  /// Reads lines of a parcel that was checked before.
  ///
  /// @return the fault, as the rest of a sentence about the parcel
  static <E extends Exception> Optional<String> reread(
      Parcel parcel, ParcelLimits limits, Set<LineKind> wanted, LineReader<E> reader) throws E {
    try (var lines = new LineStream(parcel, limits)) {
      while (lines.advance()) {
        var line = lines.checkedBefore(wanted);
        if (line.isPresent()) {
          reader.line(line.get());
        }
      }
      return Optional.empty();
    } catch (DamagedParcelException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  /// {@return the next line, or empty after the last}
  ///
  /// @throws DamagedParcelException if the parcel contradicts its head
  Optional<ParcelLine> next() throws DamagedParcelException {
    return advance() ? Optional.of(checked()) : Optional.empty();
  }

  /// Finds the next line; returns whether there is one.
  private boolean advance() throws DamagedParcelException {
    int size = 0;
    while (at < end || fill()) {
      int feed = lineFeed();
      int stop = feed < 0 ? end : feed;
      if (stop - at > maxLineBytes - size) {
        throw new DamagedParcelException(
            "has a line " + (count + 1) + " that is too long (limit: " + maxLineBytes + " bytes)");
      }
      if (feed >= 0 && size == 0) {
        setLine(piece, at, feed);
      } else {
        size = join(size, stop);
        setLine(joined, 0, size);
      }
      at = feed < 0 ? end : feed + 1;
      if (feed >= 0) {
        countLine();
        return true;
      }
    }
    if (size > 0) {
      throw new DamagedParcelException("has a last line that is not ended");
    }
    requireWhole();
    return false;
  }

  private void setLine(byte[] bytes, int from, int to) {
    line = bytes;
    lineBegin = from;
    lineEnd = to;
  }

  /// Appends this piece's part of a line to the earlier parts; returns their total size.
  private int join(int size, int stop) {
    int sum = size + stop - at;
    if (sum > joined.length) {
      joined = Arrays.copyOf(joined, Math.max(sum, 2 * joined.length));
    }
    System.arraycopy(piece, at, joined, size, stop - at);
    return sum;
  }

  private void countLine() throws DamagedParcelException {
    if (count == parcel.lines()) {
      throw new DamagedParcelException(
          "has more than the " + Messages.count(count, "line") + " that it names");
    }
    count++;
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

  /// Parses the current line. A page record or a finding is the only member of its line. So it is
  /// checked as one object that must end with the line, and the rest of the line needs no check.
  private ParcelLine checked() throws DamagedParcelException {
    if (LineKind.FINDING.begins(line, lineBegin, lineEnd) && isBare(LineKind.FINDING)) {
      int from = lineBegin + LineKind.FINDING.objectAt();
      if (JsonSyntax.isObject(line, from, lineEnd - 1)) {
        return finding(from, lineEnd - 1);
      }
    }
    if (LineKind.PAGE.begins(line, lineBegin, lineEnd) && isBare(LineKind.PAGE) && !hasReturn()) {
      try {
        return page(lineBegin + LineKind.PAGE.objectAt(), lineEnd - 1);
      } catch (JsonException _) {
        // Parsing the whole line reports the fault.
      }
    }
    return parsed();
  }

  private boolean hasReturn() {
    for (int i = lineBegin; i < lineEnd; i++) {
      if (line[i] == '\r') {
        return true;
      }
    }
    return false;
  }

  private ParcelLine parsed() throws DamagedParcelException {
    var text = text();
    // A carriage return is white space in JSON, but many readers of the stored text take it for the
    // end of a line.
    if (text.indexOf('\r') >= 0) {
      throw new DamagedParcelException("has a carriage return in a line");
    }
    try {
      return ParcelLines.read(text);
    } catch (IOException _) {
      throw malformed();
    }
  }

  /// Parses a line of a parcel that was checked before; empty if its kind is not wanted.
  private Optional<ParcelLine> checkedBefore(Set<LineKind> wanted) throws DamagedParcelException {
    var kind = LineKind.of(line, lineBegin, lineEnd);
    if (kind.isEmpty()) {
      return Optional.of(parsed());
    }
    if (!wanted.contains(kind.get())) {
      return Optional.empty();
    }
    int from = lineBegin + kind.get().objectAt();
    return Optional.of(isBare(kind.get()) ? bare(kind.get(), from, lineEnd - 1) : parsed());
  }

  /// Whether the last bytes show that the line ends with the object that it begins with.
  private boolean isBare(LineKind kind) {
    return lineEnd - 2 > lineBegin + kind.objectAt()
        && line[lineEnd - 2] == '}'
        && line[lineEnd - 1] == '}';
  }

  /// Builds the line from the object in this range.
  private ParcelLine bare(LineKind kind, int from, int to) throws DamagedParcelException {
    try {
      return switch (kind) {
        case FINDING -> finding(from, to);
        case PAGE -> page(from, to);
        case REFERRAL, DROPPED, COUNTED, LOG -> parsed();
      };
    } catch (JsonException _) {
      throw malformed();
    }
  }

  private ParcelLine finding(int from, int to) {
    return new ParcelLine.Finding(Bytes.wrap(Arrays.copyOfRange(line, from, to)));
  }

  private ParcelLine page(int from, int to) throws JsonException {
    return new ParcelLine.Page(PageRecordJson.read(Arrays.copyOfRange(line, from, to)));
  }

  private DamagedParcelException malformed() {
    return new DamagedParcelException("has a malformed line " + count);
  }

  /// The text of the line. Octets that are not UTF-8 become a replacement character. A valid line
  /// may contain that character too, so such a line is decoded again strictly.
  private String text() throws DamagedParcelException {
    int size = lineEnd - lineBegin;
    var text = new String(line, lineBegin, size, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0) {
      try {
        var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, lineBegin, size));
      } catch (CharacterCodingException _) {
        throw new DamagedParcelException("is not UTF-8");
      }
    }
    return text;
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
