package dev.sojourn.crawl.visits.host;

import dev.sojourn.atp.passport.PassportLimits.Further;
import dev.sojourn.base.Bytes;
import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
import java.time.Duration;
import java.util.Map;

/// The wish that agents stay at their hosts, as their passports express it.
///
/// @param limits what the owner asks for besides the limits of a visit
/// @param parameters what the agents get besides the parameters of the crawl
public record StayWish(Map<Further, Long> limits, Map<String, String> parameters) {
  /// No agent is to stay.
  public static final StayWish NONE = new StayWish(Map.of(), Map.of());

  /// The parameter of agents that stay only on demand.
  private static final String FOLLOW = "follow";

  /// Copies the maps.
  public StayWish {
    limits = Map.copyOf(limits);
    parameters = Map.copyOf(parameters);
  }

  /// {@return the wish that agents stay. An agent with a parameter `follow` gets that; any other
  /// decides for itself}
  ///
  /// @param code the agents' jar
  /// @param entryClass their class
  /// @param longest how long one may stay
  public static StayWish of(Bytes code, String entryClass, Duration longest) {
    return new StayWish(
        Map.of(Further.STAY_MILLISECONDS, longest.toMillis()),
        takesFollow(code, entryClass) ? Map.of(FOLLOW, "true") : Map.of());
  }

  private static boolean takesFollow(Bytes code, String entryClass) {
    try {
      return AgentParameters.ofJar(code.toArray(), entryClass).declared().stream()
          .anyMatch(
              declared ->
                  declared.name().equals(FOLLOW)
                      && declared.type().canonical("true").filter("true"::equals).isPresent());
    } catch (UnfitParameterException _) {
      // Hosts say better what is wrong with the code.
      return false;
    }
  }
}
