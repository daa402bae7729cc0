package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.HostsDescription;
import java.util.List;

/// The robots.txt of a site in an experiment: everything is allowed, and hosts share the paths.
final class RobotsText {
  private RobotsText() {}

  /// Writes the file.
  ///
  /// @param hosts that share the paths; none for a classic crawl; a site may have no paths for
  ///   hosts
  /// @param site number of the site, from 0
  /// @param addresses of the hosts, for example `atp://127.0.0.1:7001`
  static String of(HostsDescription hosts, int site, List<String> addresses) {
    var text = new StringBuilder("User-agent: *\nDisallow:\n");
    if (hosts.count() == 0 || hosts.paths().get(site).isEmpty()) {
      return text.toString();
    }
    var paths = hosts.paths().get(site);
    var shared = hosts.hostsOf(site);
    int first = shared.getFirst();
    text.append("\nMobile-agent-server: / ").append(addresses.get(first)).append('\n');
    for (int i = 0; i < paths.size(); i++) {
      if (shared.get(i) != first) {
        text.append("Mobile-agent-server: ")
            .append(paths.get(i))
            .append(' ')
            .append(addresses.get(shared.get(i)))
            .append('\n');
      }
    }
    return text.toString();
  }
}
