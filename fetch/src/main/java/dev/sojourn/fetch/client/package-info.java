/// The one HTTP client of all programs: OkHttp between guards.
///
/// A [SiteClient] is set up with [ClientLimits]. Its sockets count bytes, and read each answer
/// through a guard ([dev.sojourn.fetch.http1], [dev.sojourn.fetch.http2]) before the client does. A
/// [SiteCall] is one exchange as its connection knows it. Pages of sites, key directories and the
/// web server beside a host are all asked for here.
@NullMarked
package dev.sojourn.fetch.client;

import org.jspecify.annotations.NullMarked;
