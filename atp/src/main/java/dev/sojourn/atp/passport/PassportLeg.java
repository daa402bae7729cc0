package dev.sojourn.atp.passport;

import java.util.List;

/// A part of an agent's itinerary, as its owner signed it. The leg leads to the first of its stops
/// that accepts the agent.
///
/// @param stops 1 to 8, in the order of the attempts
/// @param isRequired whether the journey ends if no stop accepts the agent
public record PassportLeg(List<PassportStop> stops, boolean isRequired) {
  /// The largest number of stops in a leg.
  public static final int MAX_STOPS = 8;

  /// The largest number of legs in an itinerary.
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
