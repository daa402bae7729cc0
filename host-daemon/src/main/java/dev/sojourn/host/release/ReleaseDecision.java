package dev.sojourn.host.release;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.VisitKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/// An operator's decision about the results of one visit.
///
/// A later visit may have the same key as an earlier one. The decision therefore also names the
/// time of arrival, and applies only to that visit.
///
/// @param key the key of the visit
/// @param arrived the time when its agent arrived, to the millisecond
/// @param isReleased whether the results may leave; otherwise they are dropped
/// @param digest the digest of the results, in hexadecimal
/// @param at the time of the decision
public record ReleaseDecision(
    VisitKey key, Instant arrived, boolean isReleased, String digest, Instant at) {
  private static final int MAX_CHARS = 100;

  /// Cuts the times to milliseconds.
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

  /// {@return whether this decision is about a visit, and not about an earlier one with the same
  /// key}
  ///
  /// @param visit the stored visit
  public boolean isAbout(KeptVisit visit) {
    return key.equals(visit.key())
        && arrived.equals(visit.arrived().truncatedTo(ChronoUnit.MILLIS));
  }
}
