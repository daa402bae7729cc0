package dev.sojourn.atp.agent;

import dev.sojourn.atp.journey.HostPlaces;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.trust.TrustList;
import java.time.Duration;
import java.util.Set;

/// The signers that a host trusts, and its own names.
///
/// @param owners signers of passports; [TrustList#NOBODY] refuses every agent
/// @param hosts signers of hop statements
/// @param places knows the addresses of these hosts
/// @param audiences the addresses by which this host may be named; at least one
/// @param maxValidity the longest time from `not-before` to `expires`
/// @param skew how far the clocks of signer and host may differ
public record VerifierSettings(
    TrustList owners,
    TrustList hosts,
    HostPlaces places,
    Set<AtpAddress> audiences,
    Duration maxValidity,
    Duration skew) {

  /// The default of [#maxValidity()].
  public static final Duration DEFAULT_MAX_VALIDITY = Duration.ofDays(7);

  /// The default of [#skew()].
  public static final Duration DEFAULT_SKEW = Duration.ofSeconds(30);

  /// Copies the set.
  public VerifierSettings {
    audiences = Set.copyOf(audiences);
  }

  /// Creates settings under which no agent is accepted from another host.
  ///
  /// @param owners signers of passports
  /// @param hosts signers of hop statements
  /// @param audiences the addresses by which this host may be named; at least one
  /// @param maxValidity the longest time from `not-before` to `expires`
  /// @param skew how far the clocks of signer and host may differ
  public VerifierSettings(
      TrustList owners,
      TrustList hosts,
      Set<AtpAddress> audiences,
      Duration maxValidity,
      Duration skew) {
    this(owners, hosts, HostPlaces.NOWHERE, audiences, maxValidity, skew);
  }

  /// {@return settings with the default durations, which trust no other host}
  ///
  /// @param owners signers of passports
  /// @param audiences the addresses by which this host may be named
  public static VerifierSettings of(TrustList owners, Set<AtpAddress> audiences) {
    return new VerifierSettings(
        owners, TrustList.NOBODY, audiences, DEFAULT_MAX_VALIDITY, DEFAULT_SKEW);
  }
}
