package dev.sojourn.host.onward;

import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.agent.itinerary.Itinerary.Leg;
import dev.sojourn.agent.itinerary.Itinerary.Stop;
import dev.sojourn.atp.journey.HopLogCheck;
import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.atp.journey.OnwardStatement.StopNumber;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.identity.net.AtpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// The choice of the next stop of an itinerary. Pure: it uses no clock, disk or network.
///
/// @param passed the stops that were passed over, including stops that this host does not allow
/// @param to the next stop; empty if the journey ends here
public record OnwardRoute(List<Passed> passed, Optional<StopNumber> to) {
  /// The reason for a stop to whose host this host sends no agents.
  public static final String NOT_ALLOWED = "not-allowed";

  /// Copies the list.
  public OnwardRoute {
    passed = List.copyOf(passed);
  }

  /// {@return the next stop: the first in the itinerary that was not passed over and is allowed} A
  /// leg without such a stop is skipped, or ends the journey if the owner marked it as required.
  ///
  /// @param passport the passport with the itinerary
  /// @param legs the numbers of the remaining legs
  /// @param passed the stops that were already passed over
  /// @param isAllowed whether this host may send agents to a host
  public static OnwardRoute next(
      Passport passport, List<Integer> legs, List<Passed> passed, Predicate<AtpAddress> isAllowed) {
    var all = new ArrayList<>(passed);
    for (int number : legs) {
      var leg = passport.legs().get(number);
      for (int stop = 0; stop < leg.stops().size(); stop++) {
        var here = new StopNumber(number, stop);
        if (all.stream().noneMatch(one -> one.number().equals(here))) {
          if (isAllowed.test(leg.stops().get(stop).host())) {
            return new OnwardRoute(all, Optional.of(here));
          }
          all.add(new Passed(here, NOT_ALLOWED));
        }
      }
      if (leg.isRequired()) {
        break;
      }
    }
    return new OnwardRoute(all, Optional.empty());
  }

  /// {@return the legs that remain after the present stop, in the form for the agent}
  ///
  /// @param visit the visit of the agent
  public static Itinerary rest(KeptVisit visit) {
    var legs = visit.passport().legs();
    return new Itinerary(
        legs.subList(Math.min(first(visit), legs.size()), legs.size()).stream()
            .map(OnwardRoute::noted)
            .toList());
  }

  /// {@return the numbers of the legs that an agent wants, without legs that its owner did not
  /// sign}
  ///
  /// @param visit the visit of the agent
  /// @param wanted the itinerary that the agent wants
  public static List<Integer> numbers(KeptVisit visit, Itinerary wanted) {
    var legs = visit.passport().legs();
    return IntStream.range(first(visit), legs.size())
        .filter(i -> wanted.legs().contains(noted(legs.get(i))))
        .boxed()
        .toList();
  }

  /// The number of the first leg after the agent's current stop. The hop log was verified on
  /// arrival.
  private static int first(KeptVisit visit) {
    try {
      return HopLogCheck.leg(visit.passport(), visit.agent().hops()).orElse(-1) + 1;
    } catch (JsonException e) {
      throw new IllegalStateException("a hop log in the store is malformed", e);
    }
  }

  private static Leg noted(PassportLeg leg) {
    return new Leg(
        leg.stops().stream().map(stop -> new Stop(stop.scope().origin(), stop.starts())).toList(),
        leg.isRequired());
  }
}
