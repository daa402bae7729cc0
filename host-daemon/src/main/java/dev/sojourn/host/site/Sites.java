package dev.sojourn.host.site;

import dev.sojourn.host.config.SiteConfig;
import dev.sojourn.visit.content.DocumentRoot;
import dev.sojourn.visit.content.FolderRobots;
import dev.sojourn.visit.content.PrivatePaths;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// All sites of a daemon, by origin.
public final class Sites {
  private final Map<String, Site> byOrigin;

  private Sites(Map<String, Site> byOrigin) {
    this.byOrigin = byOrigin;
  }

  /// Opens the folders of sites.
  ///
  /// @param configs one for each site
  /// @param own the paths that no site may serve
  /// @return the sites
  /// @throws IOException if a folder is missing or cannot be read
  public static Sites open(List<SiteConfig> configs, PrivatePaths own) throws IOException {
    var sites = new LinkedHashMap<String, Site>();
    for (var config : configs) {
      var source =
          DocumentRoot.open(
              config.root(), config.indexFiles(), config.maxFileBytes(), config.files(), own);
      var robots = new FolderRobots(config.origin(), config.root(), source);
      sites.put(config.origin(), new Site(config.origin(), source, robots));
    }
    return new Sites(sites);
  }

  /// {@return the site of that origin, or empty if it is not served here}
  ///
  /// @param origin scheme, host and non-default port in lower case
  public Optional<Site> find(String origin) {
    return Optional.ofNullable(byOrigin.get(origin));
  }

  /// {@return the origins served here, in the order of the configuration}
  public Set<String> origins() {
    return byOrigin.keySet();
  }
}
