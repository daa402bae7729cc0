package dev.sojourn.agent.itinerary;

import java.util.List;

/// The planned route of an agent: legs in their order. Each leg leads to the first of its stops
/// that takes the agent.
///
/// The owner signs the itinerary, with the host of each stop, before the agent starts. Hosts obey
/// only this list: an agent may skip legs but not add any.
///
/// @param legs in their order; at most [#MAX_LEGS]
public record Itinerary(List<Leg> legs) {
  /// The most legs of an itinerary.
  public static final int MAX_LEGS = 32;

  /// The most stops of a leg.
  public static final int MAX_STOPS = 8;

  /// The empty itinerary.
  public static final Itinerary NONE = new Itinerary(List.of());

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if there are more than 32 legs
  public Itinerary {
    legs = List.copyOf(legs);
    if (legs.size() > MAX_LEGS) {
      throw new IllegalArgumentException(
          "legs: " + legs.size() + " (expected: at most " + MAX_LEGS + ")");
    }
  }

  /// A leg of the route.
  ///
  /// @param stops 1 to [#MAX_STOPS]; the agent goes to the first that takes it
  /// @param isRequired whether the journey ends if no stop takes the agent; otherwise the agent
  ///   skips the leg
  public record Leg(List<Stop> stops, boolean isRequired) {
    /// Copies the list.
    ///
    /// @throws IllegalArgumentException if there is no stop, or more than 8
    public Leg {
      stops = List.copyOf(stops);
      if (stops.isEmpty() || stops.size() > MAX_STOPS) {
        throw new IllegalArgumentException(
            "stops: " + stops.size() + " (expected: 1 to " + MAX_STOPS + ")");
      }
    }
  }

  /// A place on the route.
  ///
  /// @param origin of its site, such as `https://docs.example`
  /// @param starts URLs with which the visit begins
  public record Stop(String origin, List<String> starts) {
    /// Copies the list.
    public Stop {
      starts = List.copyOf(starts);
    }
  }

  /// {@return whether there is no leg}
  public boolean isEmpty() {
    return legs.isEmpty();
  }
}
