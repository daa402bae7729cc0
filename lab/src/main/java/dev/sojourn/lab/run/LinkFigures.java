package dev.sojourn.lab.run;

import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.link.LinkMeasurement;
import dev.sojourn.lab.link.Outage;
import dev.sojourn.lab.result.LinkResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The settings and figures of the links of a run, that of the web server first.
final class LinkFigures {
  private LinkFigures() {}

  static List<LinkResult> of(List<EmulatedLink> links, LinkMeasurement measured) {
    var results = new ArrayList<LinkResult>();
    for (var link : links) {
      var totals = link.totals();
      results.add(
          new LinkResult(
              results.isEmpty() ? "web server" : "host " + results.size(),
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
              totals.lateMaxMillis()));
    }
    return results;
  }
}
