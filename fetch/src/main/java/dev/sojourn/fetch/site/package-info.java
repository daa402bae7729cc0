/// Reads a site politely over HTTP: pages for visits from home, and robots.txt.
///
/// [HttpFetcher] makes one exchange, within limits, and counts its bytes on the wire. [PoliteSite]
/// decides when the next one may start, and [SiteRests] records the sites that asked to be left
/// alone. [RobotsFetcher] fetches the rules of a site. These types return a fault of a site as a
/// value, never as an exception.
@NullMarked
package dev.sojourn.fetch.site;

import org.jspecify.annotations.NullMarked;
