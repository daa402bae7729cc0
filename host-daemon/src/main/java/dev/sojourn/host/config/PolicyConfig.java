package dev.sojourn.host.config;

import dev.sojourn.atp.AtpAddress;
import java.util.List;

/// Whom and what this host lets in.
///
/// @param names `policy.names`: further addresses under which passports may mean this host, as
///   `atp://agents.example.org:10434`, besides the one it listens on. Default none
/// @param plainBeyondLoopback `policy.plain-beyond-loopback`: whether it may listen without
///   encryption on an address that other machines reach. Default false
public record PolicyConfig(List<AtpAddress> names, boolean plainBeyondLoopback) {
  /// Copies the list.
  public PolicyConfig {
    names = List.copyOf(names);
  }
}
