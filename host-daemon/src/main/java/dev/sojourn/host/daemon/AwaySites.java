package dev.sojourn.host.daemon;

import dev.sojourn.host.site.Site;
import dev.sojourn.host.site.Sites;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Watches which sites are away, for example because a disk is not mounted. Logs when a site goes
/// away and when it returns. Safe for use by many threads.
final class AwaySites {
  // Logs in the name of the daemon, which operators look for.
  private static final System.Logger LOG = System.getLogger(HostDaemon.class.getName());

  private final Supplier<Sites> sites;
  private volatile Map<String, String> away = Map.of();

  /// @param sites supplies the current sites
  AwaySites(Supplier<Sites> sites) {
    this.sites = sites;
  }

  /// Checks all sites. The daemon calls this every second.
  synchronized void look() {
    var now = sites.get();
    var next = new LinkedHashMap<String, String>();
    for (var origin : now.origins()) {
      var why = now.find(origin).flatMap(Site::absence);
      why.ifPresent(clause -> next.put(origin, clause));
      if (why.isPresent() && !away.containsKey(origin)) {
        LOG.log(System.Logger.Level.WARNING, "{0}", sentence(origin, why.get()));
      } else if (why.isEmpty() && away.containsKey(origin)) {
        LOG.log(System.Logger.Level.INFO, "The site {0} is there", origin);
      }
    }
    away = Map.copyOf(next);
    now.rememberPages();
  }

  private static String sentence(String origin, String why) {
    return "The site %s is away, so its agents are asked to come back: %s".formatted(origin, why);
  }

  /// {@return a map from the origin of each site to 1 if the site is away, else 0}
  Map<String, Long> isAway() {
    var now = away;
    var all = new LinkedHashMap<String, Long>();
    sites.get().origins().forEach(origin -> all.put(origin, now.containsKey(origin) ? 1L : 0L));
    return all;
  }

  /// {@return a sentence for each site that is away}
  List<String> remarks() {
    return away.entrySet().stream()
        .map(site -> sentence(site.getKey(), site.getValue()))
        .sorted()
        .toList();
  }

  /// {@return whether all sites are away}
  boolean isAll() {
    return away.size() == sites.get().origins().size();
  }
}
