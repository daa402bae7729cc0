/// Reading a site over HTTP, politely: pages for visits at home, and robots.txt.
///
/// [HttpFetcher] makes one exchange, within limits, and counts its bytes on the wire into a
/// [WireTally]. [PoliteSite] decides when the next one may start. [HttpContentSource] gives the
/// visit engine its pages, and [RobotsFetcher] the rules of a site. A fault of a site is a value
/// here, never an exception.
@NullMarked
package dev.sojourn.dispatcher.http;

import org.jspecify.annotations.NullMarked;
