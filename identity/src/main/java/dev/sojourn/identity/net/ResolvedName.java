package dev.sojourn.identity.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The addresses of a name, resolved once and classified. It guards each connection to a place that
/// an outsider may have named.
///
/// The caller chooses the permitted kinds of address, and connects to one of the permitted
/// addresses. The name is not resolved again, so that a later answer of its name server cannot
/// redirect the connection.
///
/// @param candidates the preferred address first
public record ResolvedName(List<Candidate> candidates) {

  /// Copies the list.
  public ResolvedName {
    candidates = List.copyOf(candidates);
  }

  /// One address.
  ///
  /// @param address as it was resolved
  /// @param kind of the address
  public record Candidate(InetAddress address, AddressKind kind) {}

  /// Resolves a name.
  ///
  /// @param host a name or an address
  /// @param names the resolver
  /// @return its addresses, at least one
  /// @throws UnknownHostException if it has no address
  public static ResolvedName of(String host, NameService names) throws UnknownHostException {
    return new ResolvedName(
        Arrays.stream(names.resolve(host))
            .map(address -> new Candidate(address, names.kind(address)))
            .toList());
  }

  /// {@return the classified addresses of a name that was resolved elsewhere}
  ///
  /// @param addresses the preferred address first
  public static ResolvedName of(InetAddress... addresses) {
    return new ResolvedName(
        Arrays.stream(addresses)
            .map(address -> new Candidate(address, AddressKind.of(address)))
            .toList());
  }

  /// {@return all addresses}
  public List<InetAddress> addresses() {
    return candidates.stream().map(Candidate::address).toList();
  }

  /// {@return the permitted addresses; empty if the name is barred}
  ///
  /// @param rule returns whether a kind of address is permitted
  public List<InetAddress> allowed(Predicate<AddressKind> rule) {
    return candidates.stream()
        .filter(candidate -> rule.test(candidate.kind()))
        .map(Candidate::address)
        .toList();
  }

  /// {@return the kind of the first address that is not permitted; empty if all are permitted}
  ///
  /// @param rule returns whether a kind of address is permitted
  public Optional<AddressKind> barred(Predicate<AddressKind> rule) {
    return candidates.stream().map(Candidate::kind).filter(rule.negate()).findFirst();
  }

  /// {@return whether any address belongs to the open Internet}
  public boolean isAnyPublic() {
    return candidates.stream().anyMatch(candidate -> candidate.kind().isPublic());
  }
}
