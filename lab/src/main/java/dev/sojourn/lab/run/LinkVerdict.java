package dev.sojourn.lab.run;

import dev.sojourn.lab.link.LinkSettings;
import dev.sojourn.lab.result.LinkResult;
import dev.sojourn.lab.result.RunOutcome;
import java.util.List;
import java.util.Locale;

/// The judgement on the links of a run: whether they were what the experiment asked for.
final class LinkVerdict {
  /// A delay may be wrong by this share on average.
  private static final double MOST_LATE = 0.2;

  /// So much is no fault of a link, however short its delay.
  private static final double LATE_MILLIS = 2;

  private LinkVerdict() {}

  /// Judges the links of a crawl that was done.
  ///
  /// @param links what they say
  /// @param settings of each
  /// @param seconds from the begin of the crawl to its end
  static CrawlVerdict of(List<LinkResult> links, LinkSettings settings, double seconds) {
    for (var outage : settings.outages()) {
      if (outage.at().toMillis() / 1e3 >= seconds) {
        return new CrawlVerdict(
            RunOutcome.PARTIAL, "The crawl ended before every outage had begun.");
      }
    }
    return links.stream()
        .filter(LinkVerdict::isLate)
        .findFirst()
        .map(
            link ->
                new CrawlVerdict(
                    RunOutcome.PARTIAL,
                    String.format(
                        Locale.ROOT,
                        "The link to the %s delivered %.1f ms late on average with a delay of %s ms"
                            + " (expected: at most %.1f ms); the machine is too busy for it.",
                        link.to(),
                        link.lateMeanMillis(),
                        link.delayMillis(),
                        most(link))))
        .orElse(new CrawlVerdict(RunOutcome.DONE, ""));
  }

  /// A link that neither delays nor limits has nothing to be late for.
  private static boolean isLate(LinkResult link) {
    return (link.delayMillis() > 0 || link.bitsPerSecond() > 0)
        && link.lateMeanMillis() > most(link);
  }

  private static double most(LinkResult link) {
    return Math.max(LATE_MILLIS, MOST_LATE * link.delayMillis());
  }
}
