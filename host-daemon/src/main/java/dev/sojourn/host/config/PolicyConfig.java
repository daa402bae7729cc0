package dev.sojourn.host.config;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.sandbox.Confinement;
import java.util.List;

/// Whom and what this host lets in.
///
/// @param names `policy.names`: further addresses under which passports may mean this host, as
///   `atp://agents.example.org:10434`, besides the one it listens on. Default none
/// @param plainBeyondLoopback `policy.plain-beyond-loopback`: whether it may listen without
///   encryption on an address that other machines reach. Default false
/// @param confinement `policy.confinement`: what this machine must be able to do before it takes
///   agents in: `filtered`, `isolated` or `offered`. Default `filtered`
public record PolicyConfig(
    List<AtpAddress> names, boolean plainBeyondLoopback, Confinement confinement) {
  /// Copies the list.
  public PolicyConfig {
    names = List.copyOf(names);
  }
}
