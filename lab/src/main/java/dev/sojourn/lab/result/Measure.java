package dev.sojourn.lab.result;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// A figure of a run that a plot can show.
public enum Measure {
  /// Time from the start of the crawling process to its end.
  WALL_TIME("wall-time", "s"),
  /// Time of the crawl without the start of the program, as the dispatcher reports it.
  CRAWL_TIME("crawl-time", "s"),
  /// Pages per second of wall-clock time.
  PAGES_PER_SECOND("pages-per-second", "pages/s"),
  /// Pages that were read.
  PAGES("pages", "pages"),
  /// Findings that came home.
  FINDINGS("findings", "findings"),
  /// Requests that the web server answered.
  REQUESTS("requests", "requests"),
  /// Bytes over all links, in both directions.
  BYTES("bytes", "B"),
  /// Bytes over all links, in both directions, per page.
  BYTES_PER_PAGE("bytes-per-page", "B"),
  /// Bytes over all links to the servers.
  BYTES_TO_SERVERS("bytes-to-servers", "B"),
  /// Bytes over all links from the servers.
  BYTES_FROM_SERVERS("bytes-from-servers", "B"),
  /// Bytes over all links of a round after the first, on average.
  LATER_BYTES("later-bytes", "B"),
  /// Requests that the web server answered in a round after the first, on average.
  LATER_REQUESTS("later-requests", "requests"),
  /// Pages of the sites that changed, came or went before a round after the first, on average.
  LATER_CHANGES("later-changes", "pages"),
  /// Processor time of dispatcher and hosts, or of another crawler.
  CPU_TIME("cpu-time", "s"),
  /// Processor time of dispatcher and hosts, or of another crawler, per 1,000 pages.
  CPU_PER_1000_PAGES("cpu-per-1000-pages", "s"),
  /// Processor time of the site's side: hosts and web servers.
  SITE_CPU("site-cpu", "s"),
  /// Processor time of the crawler's side: dispatcher, or another crawler.
  CRAWLER_CPU("crawler-cpu", "s"),
  /// Processor time of the site's side, per 1,000 pages.
  SITE_CPU_PER_1000_PAGES("site-cpu-per-1000-pages", "s"),
  /// Processor time of the crawler's side, per 1,000 pages.
  CRAWLER_CPU_PER_1000_PAGES("crawler-cpu-per-1000-pages", "s"),
  /// Processor time of the site's side in a round after the first, on average.
  LATER_SITE_CPU("later-site-cpu", "s"),
  /// Processor time of the site's side in the rounds after the first, per 1,000 pages.
  LATER_SITE_CPU_PER_1000_PAGES("later-site-cpu-per-1000-pages", "s"),
  /// Sum of the largest resident memory of dispatcher and hosts, or of another crawler.
  PEAK_MEMORY("peak-memory", "B"),
  /// Resident memory of the hosts after the last crawl, when they are idle again.
  IDLE_MEMORY("idle-memory", "B");

  /// The roles of the programs of a crawl.
  private static final List<String> CRAWLING = List.of("dispatcher", "crawler", "host");

  private final String word;
  private final String unit;

  Measure(String word, String unit) {
    this.word = word;
    this.unit = unit;
  }

  /// Finds a measure.
  ///
  /// @param word its name in an experiment file
  /// @return the measure; empty if no measure has that name
  public static Optional<Measure> of(String word) {
    return Arrays.stream(values()).filter(measure -> measure.word.equals(word)).findFirst();
  }

  /// {@return its name in an experiment file, for example `wall-time`}
  public String word() {
    return word;
  }

  /// {@return the unit of its figures, for example `s` or `B`}
  public String unit() {
    return unit;
  }

  /// {@return the figure; empty if the run did not measure it}
  ///
  /// @param run a run that did not fail
  public OptionalDouble of(RunResult run) {
    return isMeasured(run) ? OptionalDouble.of(figure(run)) : OptionalDouble.empty();
  }

  private boolean isMeasured(RunResult run) {
    boolean hasPages = run.crawl().pages() != 0;
    return switch (this) {
      case PAGES_PER_SECOND -> run.wallSeconds() != 0;
      case BYTES_PER_PAGE,
          CPU_PER_1000_PAGES,
          SITE_CPU_PER_1000_PAGES,
          CRAWLER_CPU_PER_1000_PAGES ->
          hasPages;
      // Other crawlers do not report findings.
      case FINDINGS -> !run.has("crawler");
      case PEAK_MEMORY ->
          CRAWLING.stream().anyMatch(run::has) && CRAWLING.stream().allMatch(run::hasMemorySamples);
      // The memory of hosts is measured only between rounds. A crawl over HTTP has no hosts.
      case IDLE_MEMORY -> !run.rounds().isEmpty() && run.rounds().getLast().hostMemoryBytes() != 0;
      case LATER_BYTES, LATER_REQUESTS, LATER_CHANGES -> run.rounds().size() > 1;
      // Files of earlier versions have no processor time of rounds.
      case LATER_SITE_CPU -> later(run, RoundResult::siteCpuSeconds) > 0;
      case LATER_SITE_CPU_PER_1000_PAGES ->
          later(run, RoundResult::siteCpuSeconds) > 0 && later(run, RoundResult::pages) > 0;
      case WALL_TIME,
          CRAWL_TIME,
          PAGES,
          REQUESTS,
          BYTES,
          BYTES_TO_SERVERS,
          BYTES_FROM_SERVERS,
          CPU_TIME,
          SITE_CPU,
          CRAWLER_CPU ->
          true;
    };
  }

  private double figure(RunResult run) {
    double pages = (double) run.crawl().pages();
    return switch (this) {
      case WALL_TIME -> run.wallSeconds();
      case CRAWL_TIME -> run.crawl().seconds();
      case PAGES_PER_SECOND -> pages / run.wallSeconds();
      case PAGES -> pages;
      case FINDINGS -> (double) run.crawl().findings();
      case REQUESTS -> (double) run.server().requests();
      case BYTES -> (double) run.linkBytes();
      case BYTES_PER_PAGE -> (double) run.linkBytes() / pages;
      case BYTES_TO_SERVERS -> (double) run.bytesToServers();
      case BYTES_FROM_SERVERS -> (double) run.bytesFromServers();
      case LATER_BYTES -> later(run, RoundResult::bytes);
      case LATER_REQUESTS -> later(run, RoundResult::requests);
      case LATER_CHANGES -> later(run, round -> round.changes().sum());
      case CPU_TIME -> cpu(run);
      case CPU_PER_1000_PAGES -> 1_000 * cpu(run) / pages;
      case SITE_CPU -> run.cpuSeconds(Side.SITE);
      case CRAWLER_CPU -> run.cpuSeconds(Side.CRAWLER);
      case SITE_CPU_PER_1000_PAGES -> 1_000 * run.cpuSeconds(Side.SITE) / pages;
      case CRAWLER_CPU_PER_1000_PAGES -> 1_000 * run.cpuSeconds(Side.CRAWLER) / pages;
      case LATER_SITE_CPU -> later(run, RoundResult::siteCpuSeconds);
      case LATER_SITE_CPU_PER_1000_PAGES ->
          1_000 * later(run, RoundResult::siteCpuSeconds) / later(run, RoundResult::pages);
      case PEAK_MEMORY ->
          CRAWLING.stream().mapToDouble(role -> (double) run.peakMemoryBytes(role)).sum();
      case IDLE_MEMORY -> (double) run.rounds().getLast().hostMemoryBytes();
    };
  }

  private static double later(RunResult run, ToDoubleFunction<RoundResult> figure) {
    return run.rounds().stream().skip(1).mapToDouble(figure).average().orElse(0);
  }

  private static double cpu(RunResult run) {
    return CRAWLING.stream().mapToDouble(run::cpuSeconds).sum();
  }
}
