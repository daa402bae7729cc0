package dev.sojourn.crawl.visits.host;

import dev.sojourn.atp.passport.PassportLimits.Further;
import dev.sojourn.base.Bytes;
import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
import java.time.Duration;
import java.util.Map;

/// The wish that agents stay at their hosts, as stated in their passports.
///
/// @param limits that the owner requests besides those of a visit
/// @param parameters for the agents besides those of the crawl
public record StayWish(Map<Further, Long> limits, Map<String, String> parameters) {
  /// The wish that no agent stays.
  public static final StayWish NONE = new StayWish(Map.of(), Map.of());

  /// The parameter that makes an agent stay.
  private static final String FOLLOW = "follow";

  /// Copies the maps.
  public StayWish {
    limits = Map.copyOf(limits);
    parameters = Map.copyOf(parameters);
  }

  /// {@return the wish that agents stay. The parameter `follow` is set for an agent that has it;
  /// any other agent decides for itself}
  ///
  /// @param code the agents' jar
  /// @param entryClass their class
  /// @param longest the limit for a stay
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
      // Hosts report faults of the code more precisely.
      return false;
    }
  }
}
