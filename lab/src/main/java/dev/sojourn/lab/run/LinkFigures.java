package dev.sojourn.lab.run;

import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.link.LinkMeasurement;
import dev.sojourn.lab.link.Outage;
import dev.sojourn.lab.result.LinkResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The settings and figures of the links of a run. Links of web servers come first.
final class LinkFigures {
  private LinkFigures() {}

  /// {@return the results}
  ///
  /// @param webServers number of links to web servers
  /// @param measurements of the links, in their order
  static List<LinkResult> of(
      List<EmulatedLink> links, int webServers, List<LinkMeasurement> measurements) {
    var results = new ArrayList<LinkResult>();
    for (var link : links) {
      var totals = link.totals();
      var measured = measurements.get(results.size());
      results.add(
          new LinkResult(
              results.size() < webServers
                  ? RunPrograms.webServer(results.size(), webServers)
                  : "host " + (results.size() - webServers + 1),
              link.settings().delay().toNanos() / 1e6,
              (double) link.settings().bitsPerSecond(),
              link.settings().outages().stream()
                      .map(Outage::length)
                      .reduce(Duration.ZERO, Duration::plus)
                      .toMillis()
                  / 1e3,
              totals.connections(),
              totals.bytesToServer(),
              totals.bytesFromServer(),
              measured.delayMillis(),
              measured.connectMillis(),
              measured.bitsPerSecond(),
              totals.lateMeanMillis(),
              totals.lateMaxMillis(),
              link.settings().bitsPerSecond() == 0
                  ? 0
                  : link.settings().queueTime().toNanos() / 1e6,
              link.settings().loss(),
              totals.refused(),
              totals.droppedPackets(),
              totals.lostPackets()));
    }
    return results;
  }
}
