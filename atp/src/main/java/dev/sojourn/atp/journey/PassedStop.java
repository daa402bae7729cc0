package dev.sojourn.atp.journey;

import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A stop of an itinerary that did not accept the agent, as signed by the previous host.
///
/// @param host of the stop
/// @param origin of the site that the agent was to visit there
/// @param why one word; see [OnwardStatement.Passed]
/// @param isReplaced whether another stop of the same leg accepted the agent
public record PassedStop(AtpAddress host, String origin, String why, boolean isReplaced) {
  /// The largest number of stops in an itinerary.
  private static final int MAX_STOPS = 256;

  private static final int MAX_CHARS = 512;

  /// {@return the stops of a hop log that did not accept the agent, in the order of the log}
  /// Unreadable statements are skipped.
  ///
  /// @param passport with the itinerary
  /// @param hops the log; statements made before the passport do not count
  public static List<PassedStop> of(Passport passport, List<Envelope> hops) {
    return of(passport, hops, List.of());
  }

  /// {@return the same, with the stops that a host tried without success but has not signed yet}
  ///
  /// @param passport with the itinerary
  /// @param hops the log
  /// @param further stops that were tried since
  public static List<PassedStop> of(Passport passport, List<Envelope> hops, List<Passed> further) {
    var passed = new ArrayList<Passed>();
    var reached = new HashSet<Integer>();
    for (var statement : statements(passport, hops)) {
      passed.addAll(statement.passed());
      statement.to().ifPresent(number -> reached.add(number.leg()));
    }
    passed.addAll(further);
    return passed.stream()
        .distinct()
        .limit(MAX_STOPS)
        .flatMap(one -> of(passport, one, reached))
        .toList();
  }

  private static Stream<PassedStop> of(Passport passport, Passed one, Set<Integer> reached) {
    return one.number().of(passport).stream()
        .map(
            stop ->
                new PassedStop(
                    stop.host(),
                    stop.scope().origin(),
                    one.why(),
                    reached.contains(one.number().leg())));
  }

  /// {@return the hosts on the route of a hop log, beginning with the passport's first host}
  ///
  /// @param passport with the itinerary
  /// @param hops the log
  public static List<AtpAddress> way(Passport passport, List<Envelope> hops) {
    var way = new ArrayList<AtpAddress>();
    way.add(passport.audience());
    for (var statement : statements(passport, hops)) {
      statement.to().flatMap(number -> number.of(passport)).ifPresent(stop -> way.add(stop.host()));
    }
    return way;
  }

  private static List<OnwardStatement> statements(Passport passport, List<Envelope> hops) {
    return hops.stream()
        .skip(passport.hop())
        .filter(hop -> hop.payloadType().equals(OnwardStatement.PAYLOAD_TYPE))
        .flatMap(
            hop -> {
              try {
                return Stream.of(OnwardStatement.read(hop.payload()));
              } catch (JsonException _) {
                return Stream.empty();
              }
            })
        .toList();
  }

  /// Writes the stops as a member of an object.
  ///
  /// @param json the object
  /// @param name the member
  /// @param stops the stops to write
  public static void write(JsonWriter json, String name, List<PassedStop> stops) {
    json.putObjects(name, stops.stream().map(PassedStop::writer).toList());
  }

  private static Consumer<JsonWriter> writer(PassedStop stop) {
    return json ->
        json.put("host", stop.host.toString())
            .put("origin", stop.origin)
            .put("why", stop.why)
            .put("replaced", stop.isReplaced ? 1 : 0);
  }

  /// {@return the stops of a member that [#write] wrote}
  ///
  /// @param json the object
  /// @param name the member
  /// @throws JsonException if one is malformed
  public static List<PassedStop> read(JsonMembers json, String name) throws JsonException {
    var stops = new ArrayList<PassedStop>();
    for (var one : json.objects(name, MAX_STOPS)) {
      var host = AtpAddress.parse(one.text("host", MAX_CHARS));
      stops.add(
          new PassedStop(
              host.orElseThrow(() -> new JsonException(name + ": (expected: atp://HOST:PORT)")),
              one.text("origin", MAX_CHARS),
              one.text("why", MAX_CHARS),
              one.number("replaced", 0, 1) == 1));
    }
    return stops;
  }
}
