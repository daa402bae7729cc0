package dev.sojourn.lab.experiment;

import dev.sojourn.lab.link.RunLinks;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.Setting;
import java.util.List;

/// One combination of the settings of an experiment.
///
/// @param number from 1, in the order of the file
/// @param settings the varied settings that apply to this variant, in the order of the file
/// @param sites the sites, at least one
/// @param hosts the hosts; none if the crawl is classic
/// @param processors of the two sides
/// @param links between the dispatcher and each server
/// @param crawl the crawl
/// @param faults the programs that are killed during the crawl
public record Variant(
    int number,
    List<Setting> settings,
    List<ServedSite> sites,
    HostsDescription hosts,
    RunProcessors processors,
    RunLinks links,
    CrawlDescription crawl,
    List<Fault> faults) {
  /// The largest number of sites of a variant.
  public static final int MAX_SITES = 16;

  /// Copies the lists.
  public Variant {
    settings = List.copyOf(settings);
    sites = List.copyOf(sites);
    faults = List.copyOf(faults);
  }

  /// {@return whether each round has its own figures}
  public boolean hasRounds() {
    return crawl.rounds() > 1
        || settings.stream().anyMatch(setting -> setting.key().equals("crawl.rounds"));
  }

  /// {@return whether its hosts are measured when they are idle after a round}
  public boolean hasIdleHosts() {
    return hasRounds() && hosts.count() > 0 && crawl.again() == CrawlDescription.Again.ANEW;
  }

  /// {@return whether its runs measure a figure}
  boolean measures(Measure measure) {
    return switch (measure) {
      case IDLE_MEMORY -> hasIdleHosts();
      case LATER_BYTES,
          LATER_REQUESTS,
          LATER_CHANGES,
          LATER_SITE_CPU,
          LATER_SITE_CPU_PER_1000_PAGES ->
          crawl.rounds() > 1;
      default -> true;
    };
  }

  Variant withNumber(int other) {
    return new Variant(other, settings, sites, hosts, processors, links, crawl, faults);
  }
}
