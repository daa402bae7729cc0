package dev.sojourn.atp.parcel;

import com.github.luben.zstd.ZstdCompressCtx;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Lines of an agent, compressed and numbered from 1 within the visit. The host keeps a parcel
/// until its number is acknowledged.
///
/// @param agentId the agent that wrote the lines
/// @param number 1 or more
/// @param lines number of lines
/// @param rawBytes size of the lines before compression
/// @param digest of the lines before compression
/// @param body the lines, each ended by a line feed, as one zstd frame
public record Parcel(
    String agentId, long number, int lines, long rawBytes, Digest digest, Bytes body) {

  /// The effort for fewer bytes.
  ///
  /// @param level of zstd
  /// @param windowLog the logarithm of the distance in which repetitions are found
  record Effort(int level, int windowLog) {
    static final Effort LOCAL = new Effort(3, 21);
    // On pages of documentation, this takes 19 % fewer bytes than level 3, and about half the time
    // of level 10. The pages of a site have much in common, so a wide window helps.
    static final Effort TRANSFER = new Effort(7, 23);
  }

  // Bodies up to this size may exceed the ratio, since they cannot exhaust memory.
  private static final int HARMLESS_BYTES = 64 * 1024;
  private static final int SKIPPABLE_MAGIC = 0x184d2a50;
  private static final int SKIPPABLE_HEAD_BYTES = 8;

  /// Checks the parts.
  ///
  /// @throws IllegalArgumentException if the id is malformed, the number is not positive, or a
  ///   count is negative
  public Parcel {
    if (!AtpTarget.isAgentId(agentId)) {
      throw new IllegalArgumentException("agentId: " + agentId + " (expected: letters and digits)");
    }
    if (number < 1 || lines < 0 || rawBytes < 0) {
      throw new IllegalArgumentException(
          "parcel: " + number + ", " + lines + ", " + rawBytes + " (expected: 1…, 0…, 0…)");
    }
  }

  /// Packs lines that stay on this machine.
  ///
  /// @param agentId the agent of the lines
  /// @param number 1 or more
  /// @param lines the lines of the agent
  /// @return the parcel
  public static Parcel pack(String agentId, long number, List<ParcelLine> lines) {
    return pack(agentId, number, lines, Effort.LOCAL);
  }

  /// Packs lines for a transfer over a network, with more processor time for fewer bytes. Packing
  /// takes about 25 MiB of native memory.
  ///
  /// @param agentId the agent of the lines
  /// @param number 1 or more
  /// @param lines the lines of the agent
  /// @return the parcel
  public static Parcel packForTransfer(String agentId, long number, List<ParcelLine> lines) {
    return pack(agentId, number, lines, Effort.TRANSFER);
  }

  private static Parcel pack(String agentId, long number, List<ParcelLine> lines, Effort effort) {
    var raw = ParcelLines.write(lines);
    return new Parcel(
        agentId, number, lines.size(), raw.size(), Digest.of(raw), compress(raw, effort));
  }

  /// Compresses to a frame that readers with the default limits accept. A harmless page may repeat
  /// one word 100,000 times, but readers would take its small frame for a decompression bomb. A
  /// skippable frame of zeros (RFC 8878, 3.1.2) then adds the missing bytes.
  static Bytes compress(Bytes raw, Effort effort) {
    var frame = frame(raw.toArray(), effort);
    int least = Math.ceilDiv(raw.size(), ParcelLimits.DEFAULT.maxRatio());
    if (raw.size() <= HARMLESS_BYTES || frame.length >= least) {
      return Bytes.wrap(frame);
    }
    int padding = Math.max(0, least - frame.length - SKIPPABLE_HEAD_BYTES);
    var body = ByteBuffer.allocate(frame.length + SKIPPABLE_HEAD_BYTES + padding);
    body.order(ByteOrder.LITTLE_ENDIAN).put(frame).putInt(SKIPPABLE_MAGIC).putInt(padding);
    return Bytes.wrap(body.array());
  }

  private static byte[] frame(byte[] raw, Effort effort) {
    try (var zstd = new ZstdCompressCtx()) {
      return zstd.setLevel(effort.level()).setWindowLog(effort.windowLog()).compress(raw);
    }
  }

  /// {@return the same lines with another number}
  ///
  /// @param other 1 or more
  public Parcel numbered(long other) {
    return new Parcel(agentId, other, lines, rawBytes, digest, body);
  }

  /// Unpacks the lines as a stream, and checks them against the head of the parcel. The numbers in
  /// the head are checked before any byte is unpacked, and then each line. At most one line is in
  /// memory at a time.
  ///
  /// @param limits for the lines
  /// @return the lines, or why they cannot be trusted
  public ParcelReading unpack(ParcelLimits limits) {
    return beyond(limits)
        .or(() -> LineStream.read(this, limits, _ -> {}))
        .<ParcelReading>map(what -> new ParcelReading.Damaged(damaged(what)))
        .orElseGet(() -> new ParcelReading.Lines(this, limits));
  }

  /// Reads the lines in one pass, and checks them as [#unpack] does. Damage may appear only after
  /// the last line. So trust the lines only after this method returned empty.
  ///
  /// @param limits for the lines
  /// @param reader takes each line
  /// @param <E> the exception that the reader may throw
  /// @return why the lines cannot be trusted, one sentence; empty if the parcel is whole
  /// @throws E if the reader throws it; the remaining lines are not read
  public <E extends Exception> Optional<String> read(ParcelLimits limits, LineReader<E> reader)
      throws E {
    var damage = beyond(limits);
    if (damage.isEmpty()) {
      damage = LineStream.read(this, limits, reader);
    }
    return damage.map(this::damaged);
  }

  /// Reads lines of a parcel that [#read] found undamaged, in one pass. Size, number of lines and
  /// digest are compared again, to show that the parcel is unchanged. The lines are not validated
  /// again.
  ///
  /// @param limits for the lines
  /// @param wanted the kinds that the reader needs; it may receive others too
  /// @param reader takes each line
  /// @param <E> the exception that the reader may throw
  /// @return why the parcel is damaged now, one sentence; empty if it is unchanged
  /// @throws E if the reader throws it; the remaining lines are not read
  public <E extends Exception> Optional<String> reread(
      ParcelLimits limits, Set<LineKind> wanted, LineReader<E> reader) throws E {
    var damage = beyond(limits);
    if (damage.isEmpty()) {
      damage = LineStream.reread(this, limits, wanted, reader);
    }
    return damage.map(this::damaged);
  }

  private String damaged(String what) {
    return "Parcel %d of %s %s.".formatted(number, agentId, what);
  }

  private Optional<String> beyond(ParcelLimits limits) {
    if (rawBytes > limits.maxRawBytes()) {
      return Optional.of(
          "says it has " + rawBytes + " bytes (limit: " + limits.maxRawBytes() + ")");
    }
    if (lines > limits.maxLines()) {
      return Optional.of("says it has " + lines + " lines (limit: " + limits.maxLines() + ")");
    }
    boolean isBomb = rawBytes > HARMLESS_BYTES && rawBytes > (long) body.size() * limits.maxRatio();
    return isBomb
        ? Optional.of(
            "says it has "
                + rawBytes
                + " bytes, more than "
                + limits.maxRatio()
                + " times those of its frame")
        : Optional.empty();
  }
}
