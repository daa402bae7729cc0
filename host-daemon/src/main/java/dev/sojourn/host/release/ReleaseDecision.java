package dev.sojourn.host.release;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.VisitKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/// The decision of an operator about what one visit found.
///
/// A later visit may have the name of an earlier one. So the decision holds for the visit that
/// arrived at a certain time, and for no other.
///
/// @param key the name of the visit
/// @param arrived when its agent came, to the millisecond
/// @param isReleased whether it may leave; else it is dropped
/// @param digest of what the operator decided about, in hexadecimal
/// @param at when
public record ReleaseDecision(
    VisitKey key, Instant arrived, boolean isReleased, String digest, Instant at) {
  private static final int MAX_CHARS = 100;

  /// Cuts the times.
  public ReleaseDecision {
    arrived = arrived.truncatedTo(ChronoUnit.MILLIS);
    at = at.truncatedTo(ChronoUnit.MILLIS);
  }

  static ReleaseDecision read(JsonMembers json) throws JsonException {
    return new ReleaseDecision(
        new VisitKey(json.text("owner", MAX_CHARS), json.text("agent", MAX_CHARS)),
        Instant.ofEpochMilli(json.number("arrived", 0, Long.MAX_VALUE)),
        json.number("released", 0, 1) == 1,
        json.digest("digest"),
        Instant.ofEpochMilli(json.number("at", 0, Long.MAX_VALUE)));
  }

  Consumer<JsonWriter> members() {
    return json ->
        json.put("owner", key.owner())
            .put("agent", key.agentId())
            .put("arrived", arrived.toEpochMilli())
            .put("released", isReleased ? 1 : 0)
            .put("digest", digest)
            .put("at", at.toEpochMilli());
  }

  /// {@return whether this is about a visit, and not about an earlier one of its name}
  ///
  /// @param visit as it is on disk
  public boolean isAbout(KeptVisit visit) {
    return key.equals(visit.key())
        && arrived.equals(visit.arrived().truncatedTo(ChronoUnit.MILLIS));
  }
}
