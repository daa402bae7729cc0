package dev.sojourn.dispatcher.crawl;

import dev.sojourn.dispatcher.http.SteadyClock;
import java.time.InstantSource;

/// The clocks of a crawl.
///
/// @param machine the machine's: for what others are told, as passports and signatures
/// @param steady measures how long things take; only goes forward
/// @param rules tells when robots.txt is read again
record CrawlClocks(InstantSource machine, InstantSource steady, InstantSource rules) {

  static CrawlClocks of(InstantSource machine) {
    var steady = new SteadyClock(machine);
    return new CrawlClocks(machine, steady, steady);
  }
}
