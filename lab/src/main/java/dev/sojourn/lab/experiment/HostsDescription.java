package dev.sojourn.lab.experiment;

import java.util.List;

/// The host daemons of an experiment.
///
/// @param count how many; 0 where the crawl is classic
/// @param paths path prefixes that the hosts share in order; the first host has all the rest too
/// @param limits the lines under `[limits]` in the configuration of each host
public record HostsDescription(int count, List<String> paths, List<String> limits) {
  /// No hosts.
  public static final HostsDescription NONE = new HostsDescription(0, List.of(), List.of());

  /// Copies the lists.
  public HostsDescription {
    paths = List.copyOf(paths);
    limits = List.copyOf(limits);
  }
}
