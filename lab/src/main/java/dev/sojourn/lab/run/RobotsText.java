package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.HostsDescription;
import java.util.List;

/// The robots.txt of a site in an experiment: everything is allowed, and hosts share the paths.
final class RobotsText {
  private RobotsText() {}

  /// Writes the file.
  ///
  /// @param hosts that share the paths; none for a classic crawl
  /// @param addresses of the hosts, as `atp://127.0.0.1:7001`
  static String of(HostsDescription hosts, List<String> addresses) {
    var text = new StringBuilder("User-agent: *\nDisallow:\n");
    if (hosts.count() == 0) {
      return text.toString();
    }
    text.append("\nMobile-agent-server: / ").append(addresses.getFirst()).append('\n');
    int paths = hosts.paths().size();
    for (int i = 0; i < paths; i++) {
      int host = (int) ((long) i * hosts.count() / paths);
      if (host > 0) {
        text.append("Mobile-agent-server: ")
            .append(hosts.paths().get(i))
            .append(' ')
            .append(addresses.get(host))
            .append('\n');
      }
    }
    return text.toString();
  }
}
