package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.RuleChange;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.dispatcher.cli.option.AnswerOptions;
import dev.sojourn.dispatcher.cli.option.DurationConverter;
import dev.sojourn.dispatcher.cli.option.HostOptions;
import dev.sojourn.dispatcher.cli.option.SiteOptions;
import dev.sojourn.dispatcher.crawl.CrawlSettings;
import dev.sojourn.fetch.site.Politeness;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/// The options for how a crawl behaves, as a picocli mixin.
final class CrawlOptions {
  private static final CrawlSettings USUAL = CrawlSettings.defaults();
  private static final int MOST_RETRIES = 1_000;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = {
        "How long a host may be silent before its part is crawled from here, and how long to retry",
        "a robots.txt that cannot be read, from the first request on: as 500ms, 30s or 2m"
            + " (default:",
        "30s)."
      })
  private Duration patience = USUAL.retries().patience();

  @Option(
      names = "--max-pages",
      paramLabel = "N",
      description = {
        "Pages to ask for in each territory at most (default: ${DEFAULT-VALUE}).",
        "Pages that turn out to be missing or disallowed count too."
      })
  private long maxPages = USUAL.budget().allowance().pages();

  @Option(
      names = "--max-findings",
      paramLabel = "N",
      description = "Findings to take from each territory at most (default: ${DEFAULT-VALUE}).")
  private long maxFindings = USUAL.budget().allowance().findings();

  @Option(
      names = "--max-visit-time",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long a visit may take (default: 24h).")
  private Duration maxTime = Duration.ofSeconds(USUAL.budget().allowance().seconds());

  @Option(
      names = "--max-wait",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = {
        "How long an agent may wait at a host for its turn, for the release of what it found, and",
        "for its last parcels, each before its part is crawled from here; a host may let it wait",
        "until the next day (default: as --max-visit-time, 1h at most)."
      })
  private Optional<Duration> maxWait = Optional.empty();

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = {
        "The pause between two pages fetched from here; robots.txt may ask for a longer one",
        "(default: what fits the site)."
      })
  private Optional<Duration> delay = Optional.empty();

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = {
        "Pages to fetch from one site at a time, 1 to 64. Use more than 1 only where the site's",
        "operator allows it. A pause between two pages, by --delay or robots.txt, means one",
        "(default: 1)."
      })
  private Optional<Integer> connections = Optional.empty();

  @Option(
      names = "--http1",
      description =
          "Fetch pages over HTTP/1.1 only; else HTTP/2 is spoken where a site offers it over TLS.")
  private boolean isHttp1Only;

  @Option(
      names = "--no-sitemaps",
      description = {
        "Do not read the sitemaps that robots.txt names, nor feeds among the start URLs; else pages"
            + " that",
        "only they name are crawled after those that links lead to."
      })
  private boolean isWithoutSitemaps;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = {
        "How often to send an agent again to a host that could not be reached, before its part is",
        "crawled from here (default: 1)."
      })
  private int retries = USUAL.retries().attempts() - 1;

  @Option(
      names = "--no-index",
      description = {
        "Keep the findings and make no search index. To make it later, use --resume without this",
        "option."
      })
  private boolean isWithoutIndex;

  @Mixin private AnswerOptions answers = new AnswerOptions();

  @Mixin private HostOptions hosts = new HostOptions();

  @Mixin private SiteOptions sites = new SiteOptions();

  /// {@return the settings of a crawl}
  ///
  /// @param wish the wish for the parts of territories, if one was given
  CrawlSettings settings(Optional<PartitionWish> wish) {
    var allowance =
        new Allowance(
            positive("--max-pages", maxPages),
            USUAL.budget().allowance().bytes(),
            positive("--max-findings", maxFindings),
            positive("--max-visit-time", maxTime.toSeconds()));
    return new CrawlSettings(
        new CrawlSettings.Retries(patience, retries(retries) + 1, USUAL.retries().delay()),
        new CrawlSettings.Hosts(
            answers.ofHosts().withAuthorities(hosts.authorities()),
            maxWait,
            hosts.isPlainAllowed(),
            wish),
        new CrawlSettings.Sites(
            answers.ofSites(),
            delay.map(pause -> Politeness.standard().withDelay(pause)),
            connections.map(CrawlOptions::connections),
            isHttp1Only,
            sites.given(),
            !isWithoutSitemaps),
        new CrawlSettings.Budget(allowance, USUAL.budget().maxVisits()),
        USUAL.sandbox(),
        !isWithoutIndex);
  }

  /// The terms that were given for a resumed crawl.
  ChangedTerms changed(ParseResult given, RuleChange rules) {
    return new ChangedTerms(
        given.hasMatchedOption("--max-pages")
            ? OptionalLong.of(positive("--max-pages", maxPages))
            : OptionalLong.empty(),
        given.hasMatchedOption("--max-findings")
            ? OptionalLong.of(positive("--max-findings", maxFindings))
            : OptionalLong.empty(),
        given.hasMatchedOption("--max-visit-time")
            ? OptionalLong.of(positive("--max-visit-time", maxTime.toSeconds()))
            : OptionalLong.empty(),
        given.hasMatchedOption("--retries")
            ? OptionalInt.of(retries(retries) + 1)
            : OptionalInt.empty(),
        rules);
  }

  private static int retries(int value) {
    if (value < 0 || value > MOST_RETRIES) {
      throw new CommandException(
          ExitCode.USAGE, "The value of --retries is " + value + "; it has to be 0 to 1000.");
    }
    return value;
  }

  private static int connections(int value) {
    if (value < 1 || value > CrawlSettings.MOST_CONNECTIONS) {
      throw new CommandException(
          ExitCode.USAGE,
          "The value of --connections is %d; it has to be 1 to %d."
              .formatted(value, CrawlSettings.MOST_CONNECTIONS));
    }
    return value;
  }

  private static long positive(String option, long value) {
    if (value < 1) {
      throw new CommandException(
          ExitCode.USAGE, "The value of " + option + " is " + value + "; it has to be 1 or more.");
    }
    return value;
  }
}
