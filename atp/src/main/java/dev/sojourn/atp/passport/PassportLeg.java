package dev.sojourn.atp.passport;

import java.util.List;

/// A part of the way of an agent, as its owner signed it: it leads to the first of its stops that
/// takes the agent.
///
/// @param stops in the order in which they are tried; 1 to 8
/// @param isRequired whether the journey ends if none takes the agent
public record PassportLeg(List<PassportStop> stops, boolean isRequired) {
  /// The most stops of a leg.
  public static final int MAX_STOPS = 8;

  /// The most legs of an itinerary.
  public static final int MAX_LEGS = 32;

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if there is no stop, or more than 8
  public PassportLeg {
    stops = List.copyOf(stops);
    if (stops.isEmpty() || stops.size() > MAX_STOPS) {
      throw new IllegalArgumentException(
          "itinerary.stops: " + stops.size() + " (expected: 1 to " + MAX_STOPS + ")");
    }
  }
}
