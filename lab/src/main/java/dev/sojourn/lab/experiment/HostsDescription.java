package dev.sojourn.lab.experiment;

import java.util.List;
import java.util.stream.IntStream;

/// The host daemons of an experiment.
///
/// @param count number of hosts; 0 if the crawl is classic
/// @param paths for each site, the path prefixes that its hosts share in order; empty for a site
///   without hosts. The first host of a site also has all other paths.
/// @param limits the lines under `[limits]` in the configuration of each host
public record HostsDescription(int count, List<List<String>> paths, List<String> limits) {
  /// No hosts.
  public static final HostsDescription NONE = new HostsDescription(0, List.of(), List.of());

  /// Copies the lists.
  public HostsDescription {
    paths = paths.stream().map(List::copyOf).toList();
    limits = List.copyOf(limits);
  }

  /// {@return the number of the host for each path of a site, from 0}
  ///
  /// @param site number of the site, from 0
  public List<Integer> hostsOf(int site) {
    int all = paths.stream().mapToInt(List::size).sum();
    int before = paths.stream().limit(site).mapToInt(List::size).sum();
    return IntStream.range(before, before + paths.get(site).size())
        .mapToObj(path -> (int) ((long) path * count / all))
        .toList();
  }
}
