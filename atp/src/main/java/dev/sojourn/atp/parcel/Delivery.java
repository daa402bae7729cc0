package dev.sojourn.atp.parcel;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The answer to a COLLECT.
///
/// ```
/// +------+---------+--------+-------------+-------+--------+------ …
/// | SJPD | version | length | status JSON | count | parcel | parcel
/// |  4   |    1    |   4    |   length    |   2   |
/// +------+---------+--------+-------------+-------+--------+------ …
/// parcel
/// +--------+-----------+--------+------------+
/// | length | head JSON | length | zstd frame |
/// |   2    |  length   |   4    |   length   |
/// +--------+-----------+--------+------------+
/// ```
///
/// @param status of the visit; `lastParcel` may be beyond the parcels of this delivery
/// @param parcels the parcels after the acknowledged one, in order and without a gap; may be empty
public record Delivery(VisitStatus status, List<Parcel> parcels) {

  /// The media type of a delivery.
  public static final String MEDIA_TYPE = "application/vnd.sojourn.parcels";

  private static final int MAGIC = 0x534a5044; // SJPD
  private static final int VERSION = 1;
  private static final int MAX_PARCELS = 1_000;

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if there are more than 1,000 parcels
  public Delivery {
    parcels = List.copyOf(parcels);
    if (parcels.size() > MAX_PARCELS) {
      throw new IllegalArgumentException(
          "parcels: " + parcels.size() + " (expected: at most " + MAX_PARCELS + ")");
    }
  }

  /// {@return whether the visit is over and these are its last parcels}
  public boolean isLast() {
    return status.state().isFinal() && isUpToDate();
  }

  /// {@return whether the agent is parked and these are its last parcels until it wakes}
  public boolean isParked() {
    return status.state() == VisitState.PARKED && isUpToDate();
  }

  private boolean isUpToDate() {
    return parcels.isEmpty() || parcels.getLast().number() >= status.lastParcel();
  }

  /// {@return the body of the answer}
  public Bytes encode() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeByte(VERSION);
      var json = status.toJson();
      out.writeInt(json.size());
      json.writeTo(out);
      out.writeShort(parcels.size());
      for (var parcel : parcels) {
        byte[] head = head(parcel);
        out.writeShort(head.length);
        out.write(head);
        out.writeInt(parcel.body().size());
        parcel.body().writeTo(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Bytes.wrap(bytes.toByteArray());
  }

  /// Reads the body of an answer. The parcels are not unpacked.
  ///
  /// @param body any octets
  /// @return the delivery; empty if the octets are not a delivery
  public static Optional<Delivery> read(Bytes body) {
    var in = body.asBuffer();
    try {
      if (in.getInt() != MAGIC || in.get() != VERSION) {
        return Optional.empty();
      }
      var status = VisitStatus.read(Bytes.wrap(take(in, in.getInt())));
      int count = Short.toUnsignedInt(in.getShort());
      if (count > MAX_PARCELS) {
        return Optional.empty();
      }
      var parcels = new ArrayList<Parcel>();
      for (int i = 0; i < count; i++) {
        parcels.add(parcel(in));
      }
      return in.hasRemaining() ? Optional.empty() : Optional.of(new Delivery(status, parcels));
    } catch (BufferUnderflowException | JsonException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static byte[] head(Parcel parcel) {
    return JsonWriter.object(
        json ->
            json.put("agent", parcel.agentId())
                .put("number", parcel.number())
                .put("lines", parcel.lines())
                .put("bytes", parcel.rawBytes())
                .put("digest", parcel.digest().hex()));
  }

  private static Parcel parcel(ByteBuffer in) throws JsonException {
    var json = JsonMembers.parse(take(in, Short.toUnsignedInt(in.getShort())));
    var body = Bytes.wrap(take(in, in.getInt()));
    return new Parcel(
        json.text("agent", 64),
        json.number("number", 1, Long.MAX_VALUE),
        (int) json.number("lines", 0, Integer.MAX_VALUE),
        json.number("bytes", 0, Integer.MAX_VALUE),
        new Digest(json.digest("digest")),
        body);
  }

  /// Checks the length against the remaining bytes before it allocates memory.
  private static byte[] take(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    var bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
