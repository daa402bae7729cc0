package dev.sojourn.host.config;

import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.visit.RoutePolicy.Unrouted;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/// The conditions for signers and agents at this host.
///
/// @param names `policy.names`: further addresses by which passports may name this host, such as
///   `atp://agents.example.org:10434`. Default only the address it listens on
/// @param plainBeyondLoopback `policy.plain-beyond-loopback`: whether the host may listen without
///   encryption on an address that other machines can reach. Default false
/// @param confinement `policy.confinement`: the confinement that this machine must offer before it
///   accepts agents: `filtered`, `isolated` or `offered`. Default `filtered`
/// @param isConfinementSaid whether the configuration names the least confinement. If it does not,
///   the confinement must not be weaker than at the last start
/// @param unrouted `policy.unrouted`: the answer to agents for pages to which robots.txt assigns
///   neither a host nor `none`: `take` or `refuse`. Default `take`
/// @param passportValidity `policy.passport-validity`: the longest time from a passport's
///   `not-before` to its `expires`; 1 min to 366 d. Default 7 d
/// @param signatureValidity `policy.signature-validity`: the longest time for which the signature
///   of a request may be valid; 1 s to 1 h. Default 5 min
/// @param clockSkew `policy.clock-skew`: how far the clocks of signers and this host may differ; 0
///   s to 10 min. Default 30 s
/// @param noncesPerKey `policy.nonces-per-key`: nonces of signed requests remembered at once for
///   one key; further requests are asked to come back later; 100 to 10,000,000. Default 100,000
/// @param isWithholding `policy.hold`: whether the results of a visit stay here until the operator
///   releases them. Default false
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

  /// {@return whether agents may be sent on to a host} An agent carries content of pages. It may
  /// leave only if no release by the operator is needed and the connection is safe.
  ///
  /// @param host the address of the host
  public boolean letsGoTo(AtpAddress host) {
    return !isWithholding && isSafe(host);
  }

  /// {@return whether agents may travel to an address: if encrypted, if on this machine, or if
  /// plain text is allowed}
  ///
  /// @param host the address
  boolean isSafe(AtpAddress host) {
    return plainBeyondLoopback || host.isTls() || isLoopback(host.host());
  }

  /// Resolves no names: `localhost` is the only name of this machine.
  private static boolean isLoopback(String host) {
    try {
      return host.equals("localhost") || InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
