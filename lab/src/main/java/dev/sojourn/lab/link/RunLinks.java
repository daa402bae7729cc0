package dev.sojourn.lab.link;

import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The settings of the links of a run: one for each site, and one for each host.
///
/// @param common settings of links without their own settings
/// @param sites settings of some sites, by their numbers from 0
/// @param hosts settings of some hosts, by their numbers from 0
public record RunLinks(
    LinkSettings common, Map<Integer, LinkSettings> sites, Map<Integer, LinkSettings> hosts) {
  /// Copies the maps.
  public RunLinks {
    sites = Map.copyOf(sites);
    hosts = Map.copyOf(hosts);
  }

  /// {@return links with the same settings}
  ///
  /// @param common the settings
  public static RunLinks of(LinkSettings common) {
    return new RunLinks(common, Map.of(), Map.of());
  }

  /// {@return the settings of the link to a site}
  ///
  /// @param number of the site, from 0
  public LinkSettings ofSite(int number) {
    return sites.getOrDefault(number, common);
  }

  /// {@return the settings of the link to a host}
  ///
  /// @param number of the host, from 0
  public LinkSettings ofHost(int number) {
    return hosts.getOrDefault(number, common);
  }

  /// {@return the settings of all links; those of the sites come first}
  ///
  /// @param siteCount number of sites
  /// @param hostCount number of hosts
  public Stream<LinkSettings> all(int siteCount, int hostCount) {
    return Stream.concat(
        IntStream.range(0, siteCount).mapToObj(this::ofSite),
        IntStream.range(0, hostCount).mapToObj(this::ofHost));
  }
}
