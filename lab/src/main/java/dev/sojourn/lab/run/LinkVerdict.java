package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.result.LinkResult;
import dev.sojourn.lab.result.RunOutcome;
import java.util.List;
import java.util.Locale;

/// The verdict on the links of a run: whether they behaved as the experiment requires.
final class LinkVerdict {
  /// The largest accepted mean error, as a share of the delay.
  private static final double MOST_LATE = 0.2;

  /// The mean error that is always accepted, however short the delay is.
  private static final double LATE_MILLIS = 2;

  private LinkVerdict() {}

  /// Judges the links of a completed crawl.
  ///
  /// @param links their figures
  /// @param variant the variant with the settings of these links
  /// @param seconds from the start of the crawl to its end
  static CrawlVerdict of(List<LinkResult> links, Variant variant, double seconds) {
    boolean isOutageMissed =
        variant
            .links()
            .all(variant.sites().size(), variant.hosts().count())
            .flatMap(settings -> settings.outages().stream())
            .anyMatch(outage -> outage.at().toMillis() / 1e3 >= seconds);
    if (isOutageMissed) {
      return new CrawlVerdict(RunOutcome.PARTIAL, "The crawl ended before the last outage began.");
    }
    var full = links.stream().filter(link -> link.refused() > 0).findFirst();
    if (full.isPresent()) {
      return new CrawlVerdict(RunOutcome.PARTIAL, refusal(full.get()));
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

  private static String refusal(LinkResult link) {
    return String.format(
        Locale.ROOT,
        "The link to the %s refused connections (%,d of %,d), since it takes at most %,d at once;"
            + " use fewer connections.",
        link.to(),
        link.refused(),
        link.refused() + link.connections(),
        EmulatedLink.MOST_CONNECTIONS);
  }

  /// Whether a link delivers too late. A link without delay and rate limit cannot be late.
  private static boolean isLate(LinkResult link) {
    return (link.delayMillis() > 0 || link.bitsPerSecond() > 0)
        && link.lateMeanMillis() > most(link);
  }

  private static double most(LinkResult link) {
    return Math.max(LATE_MILLIS, MOST_LATE * link.delayMillis());
  }
}
