package dev.sojourn.lab.experiment;

import dev.sojourn.lab.link.LinkSettings;
import dev.sojourn.lab.result.Setting;
import java.util.List;

/// One combination of the settings of an experiment.
///
/// @param number from 1, in the order of the file
/// @param settings those that vary and mean something to this variant, in the order of the file
/// @param site the site
/// @param server the program that serves it
/// @param hosts the hosts; none where the crawl is classic
/// @param link each link
/// @param crawl the crawl
public record Variant(
    int number,
    List<Setting> settings,
    SiteDescription site,
    ServerProgram server,
    HostsDescription hosts,
    LinkSettings link,
    CrawlDescription crawl) {

  /// Copies the list.
  public Variant {
    settings = List.copyOf(settings);
  }
}
