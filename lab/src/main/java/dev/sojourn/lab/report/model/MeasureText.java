package dev.sojourn.lab.report.model;

import dev.sojourn.lab.result.Measure;

/// The measures in words for human readers.
public final class MeasureText {
  private static final String PAYLOAD = "Payload of TCP over all links";
  private static final String LATER = ", in each round after the first, on average.";
  private static final String CPU_OF_ALL =
      "Processor time of dispatcher and hosts, or of another crawler, with all their processes";
  private static final String CPU_OF_SITE =
      "Processor time of hosts and web servers, with all their processes";
  private static final String CPU_OF_CRAWLER =
      "Processor time of the dispatcher, or of another crawler, with all their processes";

  private MeasureText() {}

  /// {@return the title of a chart with the measure}
  ///
  /// @param measure any measure
  public static String title(Measure measure) {
    return switch (measure) {
      case WALL_TIME -> "Wall-clock time";
      case CRAWL_TIME -> "Time of the crawl";
      case PAGES_PER_SECOND -> "Pages a second";
      case PAGES -> "Pages";
      case FINDINGS -> "Findings";
      case REQUESTS -> "Requests at the web server";
      case BYTES -> "Bytes over the link";
      case BYTES_PER_PAGE -> "Bytes a page over the link";
      case BYTES_TO_SERVERS -> "Bytes to the servers";
      case BYTES_FROM_SERVERS -> "Bytes from the servers";
      case LATER_BYTES -> "Bytes of a round after the first";
      case LATER_REQUESTS -> "Requests of a round after the first";
      case LATER_CHANGES -> "Pages that changed before a round";
      case CPU_TIME -> "Processor time";
      case CPU_PER_1000_PAGES -> "Processor time for 1,000 pages";
      case SITE_CPU -> "Processor time of the site";
      case CRAWLER_CPU -> "Processor time of the crawler";
      case SITE_CPU_PER_1000_PAGES -> "Processor time of the site for 1,000 pages";
      case CRAWLER_CPU_PER_1000_PAGES -> "Processor time of the crawler for 1,000 pages";
      case LATER_SITE_CPU -> "Processor time of the site in a round after the first";
      case LATER_SITE_CPU_PER_1000_PAGES ->
          "Processor time of the site for 1,000 pages of a round after the first";
      case PEAK_MEMORY -> "Peak memory";
      case IDLE_MEMORY -> "Memory of idle hosts after the last crawl";
    };
  }

  /// {@return a sentence that explains how the measure is determined}
  ///
  /// @param measure any measure
  public static String explanation(Measure measure) {
    return switch (measure) {
      case WALL_TIME -> "From the start of the crawling process to its end.";
      case CRAWL_TIME -> "As the dispatcher reports it: without the start of the program.";
      case PAGES_PER_SECOND -> "Pages that were read, for each second of wall-clock time.";
      case PAGES ->
          "Pages that were read, at hosts and over HTTP; of another crawler, URLs that the web"
              + " server answered with HTML and status 200.";
      case FINDINGS -> "Findings that came home.";
      case REQUESTS -> "Requests that the web server answered, by its access log.";
      case BYTES -> PAYLOAD + ", both ways together, counted by the links.";
      case BYTES_PER_PAGE -> PAYLOAD + ", both ways together, for each page.";
      case BYTES_TO_SERVERS -> PAYLOAD + ", to web servers and hosts.";
      case BYTES_FROM_SERVERS -> PAYLOAD + ", from web servers and hosts.";
      case LATER_BYTES -> PAYLOAD + ", both ways together" + LATER;
      case LATER_REQUESTS -> "Requests that the web server answered" + LATER;
      case LATER_CHANGES ->
          "Pages of the sites that changed, came or went before each round after the first, on"
              + " average.";
      case CPU_TIME -> CPU_OF_ALL + ".";
      case CPU_PER_1000_PAGES -> CPU_OF_ALL + ", for 1,000 pages.";
      case SITE_CPU -> CPU_OF_SITE + ".";
      case CRAWLER_CPU -> CPU_OF_CRAWLER + ".";
      case SITE_CPU_PER_1000_PAGES -> CPU_OF_SITE + ", for 1,000 pages.";
      case CRAWLER_CPU_PER_1000_PAGES -> CPU_OF_CRAWLER + ", for 1,000 pages.";
      case LATER_SITE_CPU -> CPU_OF_SITE + LATER;
      case LATER_SITE_CPU_PER_1000_PAGES ->
          CPU_OF_SITE + ", for 1,000 pages of the rounds after the first.";
      case PEAK_MEMORY ->
          "Resident memory of the dispatcher and of each host, or of another crawler, with all"
              + " their processes: the largest sample of each, summed.";
      case IDLE_MEMORY ->
          "Resident memory of all hosts with all their processes, 100 s after the last crawl.";
    };
  }
}
