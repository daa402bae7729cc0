package dev.sojourn.lab.peer;

import edu.uci.ics.crawler4j.crawler.CrawlConfig;
import edu.uci.ics.crawler4j.crawler.CrawlController;
import edu.uci.ics.crawler4j.crawler.Page;
import edu.uci.ics.crawler4j.crawler.WebCrawler;
import edu.uci.ics.crawler4j.fetcher.PageFetcher;
import edu.uci.ics.crawler4j.robotstxt.RobotstxtConfig;
import edu.uci.ics.crawler4j.robotstxt.RobotstxtServer;
import edu.uci.ics.crawler4j.url.WebURL;

/// crawler4j as a program that follows all links of a site, for experiments.
public final class Crawler4jPeer extends WebCrawler {
  private static final int LARGEST_PAGE = 64 << 20;
  private static final int MOST_LINKS = 1_000_000;

  /// Crawls a site and ends; with `--version` alone it prints its version.
  ///
  /// @param arguments the start URL, a folder for its database, and the number of threads
  /// @throws Exception if crawler4j cannot start
  public static void main(String[] arguments) throws Exception {
    if (PeerVersion.isAskedFor(arguments)) {
      PeerVersion.print("edu.uci.ics", "crawler4j");
      return;
    }
    int threads = Integer.parseInt(arguments[2]);
    var config = new CrawlConfig();
    config.setCrawlStorageFolder(arguments[1]);
    config.setPolitenessDelay(0);
    config.setMaxConnectionsPerHost(threads);
    config.setMaxTotalConnections(threads);
    config.setMaxDownloadSize(LARGEST_PAGE);
    config.setMaxOutgoingLinksToFollow(MOST_LINKS);
    // Otherwise it waits ten seconds for each of these, after the last page.
    config.setThreadMonitoringDelaySeconds(1);
    config.setThreadShutdownDelaySeconds(1);
    config.setCleanupDelaySeconds(0);
    var robots = new RobotstxtConfig();
    robots.setEnabled(false);
    var fetcher = new PageFetcher(config);
    var controller = new CrawlController(config, fetcher, new RobotstxtServer(robots, fetcher));
    controller.addSeed(arguments[0]);
    controller.start(Crawler4jPeer.class, threads);
  }

  @Override
  public boolean shouldVisit(Page from, WebURL to) {
    return SitePages.isPage(from.getWebURL().getURL(), to.getURL());
  }
}
