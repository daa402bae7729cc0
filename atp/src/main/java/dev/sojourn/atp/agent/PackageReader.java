package dev.sojourn.atp.agent;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.Messages;
import dev.sojourn.identity.signature.Envelope;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads an untrusted package. Before it allocates memory, it checks each length against its limit
/// and the remaining bytes. Each package has exactly one encoding.
///
/// ```
/// package                                  envelope (passport, hop)
/// +------+---------+-------+------ …       +----+------+-----+---------+----+---- …
/// | SJPK | version | parts | part          | n1 | type | n4  | payload | n1 | signature
/// |  4   |    1    |   2   |               | 1  |  n1  |  4  |   n4    | 1  |
/// +------+---------+-------+------ …       +----+------+-----+---------+----+---- …
/// part                                     signature
/// +-----+--------+---------+               +----+--------+----+--------+
/// | tag | length | content |               | n1 | key id | n2 | octets |
/// |  1  |   4    | length  |               | 1  |   n1   | 2  |   n2   |
/// +-----+--------+---------+               +----+--------+----+--------+
/// ```
///
/// Numbers are unsigned and big-endian. Tags ascend: 1 passport (exactly one), 2 code and 3 state
/// (at most one each), 4 hop (any number up to the limit). The package ends with the last part.
public final class PackageReader {

  static final int MAGIC = 0x534a504b; // SJPK
  static final int VERSION = 1;

  private static final int MAX_SIGNATURES = 4;
  // An Ed25519 signature has 64 bytes. The limit is larger, so that an extra signature of another
  // kind is reported as surplus and not as garbled.
  private static final int MAX_SIGNATURE_BYTES = 4_096;

  private final PackageLimits limits;

  /// Creates a reader.
  ///
  /// @param limits for the parts
  public PackageReader(PackageLimits limits) {
    this.limits = limits;
  }

  /// Reads one package.
  ///
  /// @param bytes the body of a message
  /// @return the package, or what is wrong with which part
  public PackageReading read(Bytes bytes) {
    var cursor = new Cursor(bytes.asBuffer());
    try {
      return new PackageReading.Read(readParts(cursor));
    } catch (GarbledException e) {
      return new PackageReading.Garbled(
          cursor.part, "The " + cursor.part.words() + " of the package " + e.getMessage() + ".");
    }
  }

  /// Reads a single envelope of a hop log.
  ///
  /// @param bytes as [Envelope#encode] writes them
  /// @return the envelope; empty if the bytes are not an envelope
  public Optional<Envelope> readEnvelope(Bytes bytes) {
    if (bytes.size() > limits.maxHopBytes()) {
      return Optional.empty();
    }
    try {
      return Optional.of(envelope(new Cursor(bytes.asBuffer())));
    } catch (GarbledException _) {
      return Optional.empty();
    }
  }

  private AgentPackage readParts(Cursor in) throws GarbledException {
    if (in.number(4) != MAGIC) {
      throw new GarbledException("does not begin with SJPK");
    }
    long version = in.number(1);
    if (version != VERSION) {
      throw new GarbledException("has version " + version + ", and only 1 is read here");
    }
    int count = (int) in.number(2);
    @Nullable Envelope passport = null;
    @Nullable Bytes code = null;
    @Nullable Bytes state = null;
    var hops = new ArrayList<Envelope>();
    for (int i = 0; i < count; i++) {
      in.part = nextPart(in, in.number(1));
      switch (in.part) {
        case HEADER -> throw new GarbledException("stands where a part was expected");
        case PASSPORT -> passport = envelope(in, limits.maxPassportBytes());
        case CODE -> code = in.bytes(in.length(4, limits.maxCodeBytes()));
        case STATE -> state = in.bytes(in.length(4, limits.maxStateBytes()));
        case HOP -> {
          if (hops.size() == limits.maxHops()) {
            throw new GarbledException("has more than " + limits.maxHops() + " statements");
          }
          hops.add(envelope(in, limits.maxHopBytes()));
        }
      }
    }
    if (in.buffer.hasRemaining()) {
      throw new GarbledException(
          "is followed by " + Messages.count(in.buffer.remaining(), "byte") + " too many");
    }
    if (passport == null) {
      in.part = PackagePart.PASSPORT;
      throw new GarbledException("is missing");
    }
    return new AgentPackage(passport, Optional.ofNullable(code), Optional.ofNullable(state), hops);
  }

  /// Finds the next part. Tags must ascend, and only hops may repeat.
  private static PackagePart nextPart(Cursor in, long tag) throws GarbledException {
    for (var part : PackagePart.values()) {
      if (part.tag() == tag && tag != 0) {
        boolean ascends =
            part.compareTo(in.part) > 0 || (part == PackagePart.HOP && in.part == part);
        if (!ascends) {
          throw new GarbledException("is followed by a part out of order, the " + part.words());
        }
        return part;
      }
    }
    throw new GarbledException("is followed by a part of unknown kind, " + tag);
  }

  private static Envelope envelope(Cursor in, int maxBytes) throws GarbledException {
    int length = in.length(4, maxBytes);
    int end = in.buffer.position() + length;
    var envelope = envelope(new Cursor(in.buffer.slice(in.buffer.position(), length)));
    in.buffer.position(end);
    return envelope;
  }

  private static Envelope envelope(Cursor part) throws GarbledException {
    int length = part.buffer.remaining();
    var type = part.text(part.length(1, 255));
    var payload = part.bytes(part.length(4, length));
    int count = (int) part.number(1);
    if (count == 0 || count > MAX_SIGNATURES) {
      throw new GarbledException(
          "has " + count + " signatures (expected: 1 to " + MAX_SIGNATURES + ")");
    }
    List<Envelope.Signature> signatures = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      var keyId = part.text(part.length(1, 255));
      signatures.add(
          new Envelope.Signature(keyId, part.bytes(part.length(2, MAX_SIGNATURE_BYTES))));
    }
    if (part.buffer.hasRemaining()) {
      throw new GarbledException(
          "has " + Messages.count(part.buffer.remaining(), "byte") + " too many at its end");
    }
    return new Envelope(type, payload, signatures);
  }

  /// A position in the bytes, and the part that contains it.
  private static final class Cursor {
    private final ByteBuffer buffer;
    private PackagePart part = PackagePart.HEADER;

    Cursor(ByteBuffer buffer) {
      this.buffer = buffer;
    }

    long number(int size) throws GarbledException {
      if (buffer.remaining() < size) {
        throw new GarbledException("is cut short");
      }
      long value = 0;
      for (int i = 0; i < size; i++) {
        value = (value << 8) | (buffer.get() & 0xff);
      }
      return value;
    }

    /// Reads a length, and checks it against its limit and the remaining bytes.
    int length(int size, int max) throws GarbledException {
      long length = number(size);
      if (length > max) {
        throw new GarbledException("says it has " + length + " bytes (limit: " + max + ")");
      }
      if (length > buffer.remaining()) {
        throw new GarbledException(
            "is cut short: it says it has "
                + length
                + " bytes, and "
                + buffer.remaining()
                + " are left");
      }
      return (int) length;
    }

    Bytes bytes(int length) {
      var content = new byte[length];
      buffer.get(content);
      return Bytes.wrap(content);
    }

    String text(int length) throws GarbledException {
      var ascii = new byte[length];
      buffer.get(ascii);
      for (byte c : ascii) {
        if (c < 0x21 || c > 0x7e) {
          throw new GarbledException("has a name with characters that are not printable ASCII");
        }
      }
      return new String(ascii, StandardCharsets.US_ASCII);
    }
  }

  /// Ends the reading. It never leaves this class.
  private static final class GarbledException extends Exception {
    private static final long serialVersionUID = 1L;

    GarbledException(String sentence) {
      super(sentence, null, false, false);
    }
  }
}
