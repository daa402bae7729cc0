package dev.sojourn.host.config;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// The hosts to which agents may travel from here, following their itineraries.
///
/// @param to `onward.to`: the only hosts to which agents are sent on. Default none: no agent leaves
///   for another host
/// @param authorities `onward.authorities`: the authorities trusted to certify `atps:` hosts.
///   Default the authorities of the Java runtime
/// @param patience `onward.patience`: how long a host without connection or room is tried before
///   the itinerary skips it; 0 s to 7 d. Default 5 min
public record OnwardConfig(List<AtpAddress> to, TlsAuthorities authorities, Duration patience) {
  /// The default of [#patience()].
  public static final Duration USUAL_PATIENCE = Duration.ofMinutes(5);

  /// Copies the list.
  public OnwardConfig {
    to = List.copyOf(to);
  }

  /// {@return this configuration with some of the hosts}
  ///
  /// @param isWanted chooses the hosts
  public OnwardConfig only(Predicate<AtpAddress> isWanted) {
    return new OnwardConfig(to.stream().filter(isWanted).toList(), authorities, patience);
  }
}
