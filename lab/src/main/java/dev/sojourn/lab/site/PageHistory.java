package dev.sojourn.lab.site;

import dev.sojourn.lab.experiment.SiteDescription.Generated;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// The pages of a generated site over time. The same description and seed always give the same
/// history, whatever times are queried.
///
/// Each page changes by a Poisson process, as observed for pages of the Web. The times between two
/// changes are independent, and exponential with mean 1/rate. See Cho and Garcia-Molina, "The
/// Evolution of the Web and Implications for an Incremental Crawler", VLDB 2000, and Brewington and
/// Cybenko, "How Dynamic is the Web?", WWW9, 2000. The life of a page is exponential too. Pages
/// come by a Poisson process, whose rate is the rate per page times the initial number of pages.
///
/// Each page has its own random numbers. So its changes do not depend on other pages that come and
/// go. A rate of 0 gives the same site as no rate.
final class PageHistory {
  private static final long PAGE_STEP = 0x9E3779B97F4A7C15L;
  private static final long CHANGES = 0x2545F4914F6CDD1DL;
  private static final long LIVES = 0x6A09E667F3BCC909L;
  private static final long ARRIVALS = 0x3C6EF372FE94F82BL;

  private final Generated site;
  private final long seed;

  PageHistory(Generated site, long seed) {
    this.site = site;
    this.seed = seed;
  }

  /// The state of a page at some time.
  ///
  /// @param number of the page; added pages have numbers after those of the initial pages
  /// @param version number of its changes
  /// @param since time of its creation or last change, in days; 0 for an unchanged initial page
  record PageState(int number, int version, double since) {}

  /// {@return the existing pages, by their numbers}
  ///
  /// @param days since the start, 0 or more
  List<PageState> at(double days) {
    var pages = new ArrayList<PageState>();
    for (int page = 0; page < site.pages(); page++) {
      add(pages, page, 0, days);
    }
    var random = new SplittableRandom(seed ^ ARRIVALS);
    double rate = site.rates().coming() * site.pages();
    int number = site.pages();
    for (double at = wait(random, rate); at <= days; at += wait(random, rate)) {
      add(pages, number++, at, days);
    }
    return pages;
  }

  private void add(List<PageState> pages, int page, double born, double days) {
    double end = born + wait(ofPage(page, LIVES), site.rates().going());
    if (end <= days) {
      return;
    }
    var random = ofPage(page, CHANGES);
    int version = 0;
    double since = born;
    double rate = site.rates().changing();
    for (double at = born + wait(random, rate); at <= days; at += wait(random, rate)) {
      version++;
      since = at;
    }
    pages.add(new PageState(page, version, since));
  }

  private SplittableRandom ofPage(int page, long kind) {
    return new SplittableRandom(seed ^ kind ^ page * PAGE_STEP);
  }

  /// The time to the next event of a Poisson process; infinite if the rate is 0.
  private static double wait(SplittableRandom random, double rate) {
    return rate == 0 ? Double.POSITIVE_INFINITY : -Math.log1p(-random.nextDouble()) / rate;
  }
}
