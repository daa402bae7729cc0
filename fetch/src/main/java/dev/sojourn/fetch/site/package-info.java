/// Reading a site over HTTP, politely: pages for visits at home, and robots.txt.
///
/// [HttpFetcher] makes one exchange, within limits, and counts its bytes on the wire. [PoliteSite]
/// decides when the next one may start, and [SiteRests] holds the sites that asked to be left alone
/// until when. [RobotsFetcher] gives the rules of a site. A fault of a site is a value here, never
/// an exception.
@NullMarked
package dev.sojourn.fetch.site;

import org.jspecify.annotations.NullMarked;
