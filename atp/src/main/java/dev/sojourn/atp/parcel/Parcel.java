package dev.sojourn.atp.parcel;

import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.Digest;
import java.util.List;

/// Lines of an agent, compressed, numbered from 1 within the visit. Kept at the host until its
/// number is acknowledged.
///
/// @param agentId whose lines
/// @param number 1 or more
/// @param lines how many lines
/// @param rawBytes size of the lines before compression
/// @param digest of the lines before compression
/// @param body the lines, each ended by a line feed, as one zstd frame
public record Parcel(
    String agentId, long number, int lines, long rawBytes, Digest digest, Bytes body) {

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

  /// Packs lines.
  ///
  /// @param agentId whose lines
  /// @param number 1 or more
  /// @param lines what the agent said
  /// @return the parcel
  /// @throws IllegalArgumentException if a finding is no JSON object
  public static Parcel pack(String agentId, long number, List<ParcelLine> lines) {
    var raw = ParcelLines.write(lines);
    return new Parcel(
        agentId, number, lines.size(), raw.size(), Digest.of(raw), Compression.compress(raw));
  }

  /// Unpacks the lines, and checks them against what the parcel says of them.
  ///
  /// @param limits bounds of decompression
  /// @return the lines, or why they cannot be trusted
  public ParcelReading unpack(ParcelLimits limits) {
    if (rawBytes > limits.maxRawBytes()) {
      return damaged("says it has " + rawBytes + " bytes (limit: " + limits.maxRawBytes() + ")");
    }
    var raw = Compression.decompress(body, (int) rawBytes, limits.maxRatio());
    if (raw.isEmpty()) {
      return damaged("does not decompress to the size that it names within the limits");
    }
    if (!Digest.of(raw.get()).equals(digest)) {
      return damaged("has another digest than it names");
    }
    return switch (ParcelLines.read(raw.get(), lines)) {
      case ParcelReading.Damaged fault -> damaged(fault.sentence());
      case ParcelReading.Lines read -> read;
    };
  }

  private ParcelReading.Damaged damaged(String what) {
    return new ParcelReading.Damaged("Parcel %d of %s %s.".formatted(number, agentId, what));
  }
}
