package dev.sojourn.atp.journey;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportStop;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.util.List;
import java.util.Optional;

/// Checks the route in a hop log against the itinerary of its passport. Each stay must be at the
/// address to which the agent was sent, with the state that was sent. Each host may send the agent
/// on once, after its stay, to a later leg. Pure function.
public final class JourneyRoute {
  private final Passport passport;
  private final HostPlaces places;

  /// The address where the agent must arrive next; empty during a stay, or at the end of the
  /// journey.
  private Optional<AtpAddress> due;

  /// The state with which the agent was sent to that address.
  private Optional<Digest> sent;

  private Optional<HopStatement> stay = Optional.empty();
  private int leg = -1;

  private JourneyRoute(Passport passport, HostPlaces places) {
    this.passport = passport;
    this.places = places;
    this.due = Optional.of(passport.audience());
    this.sent = passport.stateDigest();
  }

  /// {@return the first fault of the route, as a sentence; empty if the route follows the
  /// itinerary}
  ///
  /// @param passport as its owner signed it
  /// @param hops the statements made after the passport was signed, from a log without other faults
  /// @param first number of the first of these statements
  /// @param places knows the addresses of the hosts
  public static Optional<String> fault(
      Passport passport, List<Envelope> hops, int first, HostPlaces places) {
    var route = new JourneyRoute(passport, places);
    try {
      for (int i = 0; i < hops.size(); i++) {
        var clause = route.fault(HopLogEntry.read(hops.get(i)));
        if (clause.isPresent()) {
          return Optional.of("Statement %d of the hop log %s.".formatted(first + i, clause.get()));
        }
      }
      return Optional.empty();
    } catch (JsonException e) {
      return Optional.of("The hop log is malformed: " + e.getMessage());
    }
  }

  private Optional<String> fault(HopLogEntry entry) {
    return switch (entry) {
      case HopStatement made -> faultOfStay(made);
      case OnwardStatement onward -> faultOfWay(onward);
    };
  }

  private Optional<String> faultOfStay(HopStatement made) {
    if (due.isEmpty()) {
      return Optional.of("is about a stay to which nobody sent the agent");
    }
    if (!places.isAt(made.hostKeyId(), due.get())) {
      return Optional.of(
          "is of key %s, which is not known as one of the host at %s"
              .formatted(made.hostKeyId(), due.get()));
    }
    if (!made.stateIn().equals(sent)) {
      return Optional.of("says that the agent came with another state than it was sent with");
    }
    due = Optional.empty();
    stay = Optional.of(made);
    return Optional.empty();
  }

  private Optional<String> faultOfWay(OnwardStatement onward) {
    boolean isAfterStay =
        stay.filter(
                made ->
                    made.hostKeyId().equals(onward.hostKeyId())
                        && made.stateOut().equals(onward.stateOut()))
            .isPresent();
    var stop = onward.to().flatMap(number -> number.of(passport));
    boolean isLater = onward.to().isEmpty() || (stop.isPresent() && onward.to().get().leg() > leg);
    if (!isAfterStay || !isLater) {
      return Optional.of("sends the agent where its itinerary does not lead");
    }
    leg = onward.to().map(OnwardStatement.StopNumber::leg).orElse(leg);
    due = stop.map(PassportStop::host);
    sent = onward.stateOut();
    stay = Optional.empty();
    return Optional.empty();
  }
}
