package dev.sojourn.atp.journey;

import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.atp.passport.PassportStop;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.Envelope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The signed statement of a host about where an agent goes after its stay. In the hop log, it
/// follows the statement about the stay. It names the only stop to which the agent is sent. So a
/// thief who takes the agent on the way cannot send it anywhere else.
///
/// @param agentId the agent
/// @param hop the number of this statement in the log, from 0
/// @param previous digest of the previous statement
/// @param hostKeyId thumbprint of the host's key
/// @param nonce of the passport that came with the agent
/// @param stateOut digest of the state with which the agent leaves; empty if there is none
/// @param passed the stops that did not accept the agent, in the order of the attempts. If the
///   statement would be too long, only the last of them.
/// @param to the stop to which the agent is sent; empty if the journey ends here
/// @param at the time of the decision
public record OnwardStatement(
    String agentId,
    int hop,
    Optional<Digest> previous,
    String hostKeyId,
    String nonce,
    Optional<Digest> stateOut,
    List<Passed> passed,
    Optional<StopNumber> to,
    Instant at)
    implements HopLogEntry {

  /// The DSSE payload type of this statement; part of what is signed.
  public static final String PAYLOAD_TYPE = "application/vnd.sojourn.onward+json";

  private static final int VERSION = 1;
  private static final int MAX_WHY_CHARS = 60;
  private static final int MAX_PASSED = 256;

  /// A statement of this size is at most 4 KiB in an envelope with its signature. Every host
  /// accepts that size.
  private static final int MAX_JSON_BYTES = 2_800;

  /// Copies the list.
  public OnwardStatement {
    passed = List.copyOf(passed);
  }

  /// The position of a stop in the itinerary of a passport.
  ///
  /// @param leg from 0
  /// @param stop from 0
  public record StopNumber(int leg, int stop) {

    /// {@return the stop with this number; empty if the passport has no such stop}
    ///
    /// @param passport with the itinerary
    public Optional<PassportStop> of(Passport passport) {
      return leg < passport.legs().size() && stop < passport.legs().get(leg).stops().size()
          ? Optional.of(passport.legs().get(leg).stops().get(stop))
          : Optional.empty();
    }
  }

  /// A stop that did not accept the agent.
  ///
  /// @param number its position
  /// @param why `unreachable`, `not-allowed` by the host that makes the statement, or the problem
  ///   code of the host that refused
  public record Passed(StopNumber number, String why) {
    /// Reduces the reason to one short line.
    public Passed {
      why = ForeignText.of(why).line(MAX_WHY_CHARS);
    }
  }

  /// {@return the statement without its first passed stops, short enough that every host reads it}
  public OnwardStatement shortened() {
    var statement = this;
    while (statement.passed.size() > MAX_PASSED
        || (!statement.passed.isEmpty() && statement.toJson().size() > MAX_JSON_BYTES)) {
      int dropped = Math.max(1, statement.passed.size() / 8);
      statement = statement.withPassed(statement.passed.subList(dropped, statement.passed.size()));
    }
    return statement;
  }

  private OnwardStatement withPassed(List<Passed> last) {
    return new OnwardStatement(agentId, hop, previous, hostKeyId, nonce, stateOut, last, to, at);
  }

  /// {@return the statement, signed}
  ///
  /// @param host the key that the statement names
  public Envelope sign(SigningKey host) {
    return Envelope.sign(PAYLOAD_TYPE, toJson(), host);
  }

  /// {@return the JSON object that is signed}
  public Bytes toJson() {
    return Bytes.wrap(
        JsonWriter.object(
            json -> {
              json.put("version", VERSION)
                  .put("agent", agentId)
                  .put("hop", hop)
                  .putIfPresent("previous", previous)
                  .put("host", hostKeyId)
                  .put("nonce", nonce)
                  .putIfPresent("state", stateOut)
                  .putObjects(
                      "passed",
                      passed.stream()
                          .<Consumer<JsonWriter>>map(
                              one -> o -> write(o, one.number()).put("why", one.why()))
                          .toList());
              to.ifPresent(stop -> json.putObject("to", o -> write(o, stop)));
              json.put("at", at);
            }));
  }

  private static JsonWriter write(JsonWriter json, StopNumber number) {
    return json.put("leg", number.leg()).put("stop", number.stop());
  }

  /// Reads the JSON object that is signed. Does not check the signature.
  ///
  /// @param payload of the envelope; the caller limits its size
  /// @return the statement
  /// @throws JsonException if it is malformed, or has unknown members
  public static OnwardStatement read(Bytes payload) throws JsonException {
    var json = JsonMembers.parse(payload.toArray());
    json.number("version", VERSION, VERSION);
    var passed = new ArrayList<Passed>();
    for (var one : json.objects("passed", MAX_PASSED)) {
      passed.add(new Passed(number(one), one.text("why", MAX_WHY_CHARS)));
      one.end();
    }
    var to = Optional.<StopNumber>empty();
    if (json.has("to")) {
      var stop = json.object("to");
      to = Optional.of(number(stop));
      stop.end();
    }
    var statement =
        new OnwardStatement(
            json.text("agent", AtpTarget.MAX_AGENT_ID_CHARS),
            (int) json.number("hop", 0, 1_000_000),
            Optional.of(new Digest(json.digest("previous"))),
            json.text("host", 43),
            json.text("nonce", 64),
            json.optionalDigest("state").map(Digest::new),
            passed,
            to,
            json.instant("at"));
    json.end();
    return statement;
  }

  private static StopNumber number(JsonMembers json) throws JsonException {
    return new StopNumber(
        (int) json.number("leg", 0, PassportLeg.MAX_LEGS - 1L),
        (int) json.number("stop", 0, PassportLeg.MAX_STOPS - 1L));
  }
}
