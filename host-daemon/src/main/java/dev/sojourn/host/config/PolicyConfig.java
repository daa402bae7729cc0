package dev.sojourn.host.config;

import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.visit.RoutePolicy.Unrouted;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/// The policy for signers and agents that this host admits.
///
/// @param names `policy.names`: further addresses under which passports may mean this host, as
///   `atp://agents.example.org:10434`, besides the one it listens on. Default none
/// @param plainBeyondLoopback `policy.plain-beyond-loopback`: whether it may listen without
///   encryption on an address that other machines reach. Default false
/// @param confinement `policy.confinement`: the confinement that this machine must offer before it
///   takes agents in: `filtered`, `isolated` or `offered`. Default `filtered`
/// @param isConfinementSaid whether the configuration names the least confinement; if it does not,
///   it must not be less than at the last start
/// @param unrouted `policy.unrouted`: the answer to agents for pages for which robots.txt names
///   neither a host nor `none`: `take` or `refuse`. Default `take`
/// @param passportValidity `policy.passport-validity`: the longest time from a passport's
///   `not-before` to its `expires`; 1 min to 366 d. Default 7 d
/// @param signatureValidity `policy.signature-validity`: the longest time for which the signature
///   of a request may be good; 1 s to 1 h. Default 5 min
/// @param clockSkew `policy.clock-skew`: how far the clocks of signers and this host may differ; 0
///   s to 10 min. Default 30 s
/// @param noncesPerKey `policy.nonces-per-key`: nonces of signed requests of one key that are
///   remembered at once; further requests are asked to come back; 100 to 10,000,000. Default
///   100,000
/// @param isWithholding `policy.hold`: whether nothing of a visit leaves before the operator has
///   released it. Default false
public record PolicyConfig(
    List<AtpAddress> names,
    boolean plainBeyondLoopback,
    Confinement confinement,
    boolean isConfinementSaid,
    Unrouted unrouted,
    Duration passportValidity,
    Duration signatureValidity,
    Duration clockSkew,
    long noncesPerKey,
    boolean isWithholding) {
  /// Copies the list.
  public PolicyConfig {
    names = List.copyOf(names);
  }

  /// {@return whether agents may be sent on to a host} An agent carries what it kept of pages. So
  /// it leaves only if the operator need not release that first, and if it travels safely.
  ///
  /// @param host its address
  public boolean letsGoTo(AtpAddress host) {
    return !isWithholding && isSafe(host);
  }

  /// {@return whether agents may travel to an address: encrypted, within this machine, or in clear
  /// if that is allowed}
  ///
  /// @param host the address
  boolean isSafe(AtpAddress host) {
    return plainBeyondLoopback || host.isTls() || isLoopback(host.host());
  }

  /// No name is resolved here: `localhost` alone is a name of this machine.
  private static boolean isLoopback(String host) {
    try {
      return host.equals("localhost") || InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
