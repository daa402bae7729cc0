package dev.sojourn.atp.parcel;

import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.journey.PassedStop;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The status of a visit, as its host reports it.
///
/// @param state of the visit
/// @param reason one sentence; empty if there is nothing to explain
/// @param next URLs at which the agent wants to continue; empty unless it finished and named some.
///   If the agent moved, the address of the host that has it
/// @param pages number of fetched pages
/// @param pageBytes bytes of their bodies
/// @param gzipBytes bytes that those bodies would have cost a plain crawler: text compressed with
///   gzip at level 1, other bodies unchanged; counted, not estimated
/// @param findings findings reported up to the last checkpoint
/// @param lastParcel number of the newest parcel; 0 if there is none
/// @param started when the agent began
/// @param ended when the visit reached its final state
/// @param statement the host's signed statement about the stay, once it is over
/// @param passed the stops of the agent's itinerary that did not accept the agent, before and after
///   this host
public record VisitStatus(
    VisitState state,
    String reason,
    List<String> next,
    long pages,
    long pageBytes,
    long gzipBytes,
    long findings,
    long lastParcel,
    Optional<Instant> started,
    Optional<Instant> ended,
    Optional<Envelope> statement,
    List<PassedStop> passed) {

  private static final int MAX_NEXT = 10_000;
  private static final int MAX_URL_CHARS = 8 * 1024;
  private static final int MAX_REASON_CHARS = 1_000;
  private static final int MAX_STATEMENT_CHARS = 8 * 1024;

  /// Copies the lists, reduces the reason to one line and cuts it to 1,000 characters.
  ///
  /// @throws IllegalArgumentException if there are more than 10,000 URLs, or a count is negative
  public VisitStatus {
    next = List.copyOf(next);
    passed = List.copyOf(passed);
    if (next.size() > MAX_NEXT) {
      throw new IllegalArgumentException("next: " + next.size() + " (expected: at most 10000)");
    }
    if (pages < 0 || pageBytes < 0 || gzipBytes < 0 || findings < 0 || lastParcel < 0) {
      throw new IllegalArgumentException("counts: (expected: nothing negative)");
    }
    reason = ForeignText.of(reason).line(MAX_REASON_CHARS);
  }

  /// {@return this status with the stops that did not accept the agent}
  ///
  /// @param stops of its itinerary
  public VisitStatus withPassed(List<PassedStop> stops) {
    return with(statement, stops);
  }

  /// {@return this status with the host's statement about the stay}
  ///
  /// @param envelope the hop statement
  public VisitStatus withStatement(Envelope envelope) {
    return with(Optional.of(envelope), passed);
  }

  private VisitStatus with(Optional<Envelope> signed, List<PassedStop> stops) {
    return new VisitStatus(
        state,
        reason,
        next,
        pages,
        pageBytes,
        gzipBytes,
        findings,
        lastParcel,
        started,
        ended,
        signed,
        stops);
  }

  /// {@return the status of a visit that has not begun}
  public static VisitStatus waiting() {
    return of(VisitState.WAITING, List.of(), 0);
  }

  /// {@return the status of a visit whose host names only the next host of the agent}
  ///
  /// @param host that has the agent now
  /// @param lastParcel number of the newest parcel
  public static VisitStatus moved(AtpAddress host, long lastParcel) {
    return of(VisitState.MOVED, List.of(host.toString()), lastParcel);
  }

  private static VisitStatus of(VisitState state, List<String> next, long lastParcel) {
    return new VisitStatus(
        state,
        "",
        next,
        0,
        0,
        0,
        0,
        lastParcel,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /// {@return the host that has the agent now; empty unless it moved}
  public Optional<AtpAddress> movedTo() {
    return state == VisitState.MOVED
        ? next.stream().findFirst().flatMap(AtpAddress::parse)
        : Optional.empty();
  }

  /// {@return the JSON object}
  public Bytes toJson() {
    return Bytes.wrap(
        JsonWriter.object(
            json -> {
              json.put("state", state.word())
                  .put("reason", reason)
                  .put("next", next)
                  .put("pages", pages)
                  .put("pageBytes", pageBytes)
                  .put("gzipBytes", gzipBytes)
                  .put("findings", findings)
                  .put("lastParcel", lastParcel)
                  .putIfPresent("started", started)
                  .putIfPresent("ended", ended)
                  .putIfPresent("statement", statement.map(VisitStatus::base64));
              if (!passed.isEmpty()) {
                PassedStop.write(json, "passed", passed);
              }
            }));
  }

  /// Reads the JSON object. Ignores unknown members, so that hosts may add some.
  ///
  /// @param bytes UTF-8; the caller limits its size
  /// @return the status
  /// @throws JsonException if it is not a status
  public static VisitStatus read(Bytes bytes) throws JsonException {
    var json = JsonMembers.parse(bytes.toArray());
    return new VisitStatus(
        VisitState.of(json.text("state", 20))
            .orElseThrow(() -> new JsonException("state: (expected: a state of a visit)")),
        json.text("reason", MAX_REASON_CHARS),
        json.texts("next", MAX_NEXT, MAX_URL_CHARS),
        json.number("pages", 0, Long.MAX_VALUE),
        json.number("pageBytes", 0, Long.MAX_VALUE),
        json.number("gzipBytes", 0, Long.MAX_VALUE),
        json.number("findings", 0, Long.MAX_VALUE),
        json.number("lastParcel", 0, Long.MAX_VALUE),
        json.optionalInstant("started"),
        json.optionalInstant("ended"),
        statement(json),
        json.has("passed") ? PassedStop.read(json, "passed") : List.of());
  }

  private static String base64(Envelope envelope) {
    return Base64.getEncoder().encodeToString(envelope.encode().toArray());
  }

  private static Optional<Envelope> statement(JsonMembers json) throws JsonException {
    var text = json.optionalText("statement", MAX_STATEMENT_CHARS);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      var bytes = Bytes.wrap(Base64.getDecoder().decode(text.get()));
      var envelope = new PackageReader(PackageLimits.DEFAULT).readEnvelope(bytes);
      if (envelope.isPresent()) {
        return envelope;
      }
    } catch (IllegalArgumentException _) {
      // The text is not base64, so it is not a statement.
    }
    throw new JsonException("statement: (expected: an envelope in base64)");
  }
}
