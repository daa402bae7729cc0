package dev.sojourn.atp.passport;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.identity.net.AtpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The JSON of an itinerary in a passport. An empty itinerary is omitted.
final class ItineraryJson {
  private static final String MEMBER = "itinerary";
  private static final String END = "end";
  private static final String SKIP = "skip";
  private static final int MAX_HOST_CHARS = 300;

  private ItineraryJson() {}

  static void write(JsonWriter json, List<PassportLeg> legs) {
    if (!legs.isEmpty()) {
      json.putObjects(
          MEMBER, legs.stream().<Consumer<JsonWriter>>map(leg -> o -> write(o, leg)).toList());
    }
  }

  private static void write(JsonWriter json, PassportLeg leg) {
    json.putObjects(
            "stops",
            leg.stops().stream().<Consumer<JsonWriter>>map(stop -> o -> write(o, stop)).toList())
        .put("otherwise", leg.isRequired() ? END : SKIP);
  }

  private static void write(JsonWriter json, PassportStop stop) {
    json.put("host", stop.host().toString())
        .putObject("scope", o -> PassportJson.writeScope(o, stop.scope()))
        .put("starts", stop.starts());
  }

  static List<PassportLeg> read(JsonMembers json) throws JsonException {
    var legs = new ArrayList<PassportLeg>();
    if (json.has(MEMBER)) {
      for (var leg : json.objects(MEMBER, PassportLeg.MAX_LEGS)) {
        legs.add(leg(leg));
      }
    }
    return legs;
  }

  private static PassportLeg leg(JsonMembers json) throws JsonException {
    var stops = new ArrayList<PassportStop>();
    for (var stop : json.objects("stops", PassportLeg.MAX_STOPS)) {
      stops.add(stop(stop));
    }
    var otherwise = json.text("otherwise", SKIP.length());
    if (!otherwise.equals(END) && !otherwise.equals(SKIP)) {
      throw new JsonException("itinerary[].otherwise: " + otherwise + " (expected: end or skip)");
    }
    json.end();
    return new PassportLeg(stops, otherwise.equals(END));
  }

  private static PassportStop stop(JsonMembers json) throws JsonException {
    var host =
        AtpAddress.parse(json.text("host", MAX_HOST_CHARS))
            .orElseThrow(
                () -> new JsonException("itinerary[].stops[].host: (expected: atp://host:port)"));
    var scope = json.object("scope");
    var stop = new PassportStop(host, PassportJson.readScope(scope), PassportJson.readStarts(json));
    scope.end();
    json.end();
    return stop;
  }
}
