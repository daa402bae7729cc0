package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.agent.itinerary.Itinerary.Leg;
import dev.sojourn.agent.itinerary.Itinerary.Stop;
import java.util.ArrayList;

/// Encodes an [Itinerary] at the end of a message; an empty itinerary has no bytes.
final class ItineraryCodec {
  private ItineraryCodec() {}

  static FieldWriter write(FieldWriter out, Itinerary itinerary) {
    if (itinerary.isEmpty()) {
      return out;
    }
    out.int32(itinerary.legs().size());
    for (var leg : itinerary.legs()) {
      out.flag(leg.isRequired()).int32(leg.stops().size());
      leg.stops().forEach(stop -> out.text(stop.origin()).texts(stop.starts()));
    }
    return out;
  }

  static Itinerary read(FieldReader in) throws PipeException {
    if (in.isAtEnd()) {
      return Itinerary.NONE;
    }
    int count = in.int32();
    if (count < 1 || count > Itinerary.MAX_LEGS) {
      throw new PipeException(count + " legs of an itinerary");
    }
    var legs = new ArrayList<Leg>(count);
    for (int i = 0; i < count; i++) {
      legs.add(leg(in));
    }
    return new Itinerary(legs);
  }

  private static Leg leg(FieldReader in) throws PipeException {
    boolean isRequired = in.flag();
    int count = in.int32();
    if (count < 1 || count > Itinerary.MAX_STOPS) {
      throw new PipeException(count + " stops of a leg");
    }
    var stops = new ArrayList<Stop>(count);
    for (int i = 0; i < count; i++) {
      stops.add(new Stop(in.text(), in.texts()));
    }
    return new Leg(stops, isRequired);
  }
}
