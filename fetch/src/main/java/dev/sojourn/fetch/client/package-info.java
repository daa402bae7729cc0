/// The HTTP client of all programs: OkHttp between guards.
///
/// A [SiteClient] has [ClientLimits]. Its sockets count bytes, and read each answer through a guard
/// ([dev.sojourn.fetch.http1], [dev.sojourn.fetch.http2]) before the client does. A [SiteCall] is
/// one exchange as its connection sees it. All requests for pages of sites, key directories and the
/// web server beside a host are made here.
@NullMarked
package dev.sojourn.fetch.client;

import org.jspecify.annotations.NullMarked;
