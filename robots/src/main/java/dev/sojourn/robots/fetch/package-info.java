/// Decides how a site's robots.txt is fetched and how long it is valid. The package does no I/O.
///
/// [RobotsFetch] returns the next URL to request and the result of the answers. [SiteRules] holds
/// the resulting rules of the site and their expiry. The caller sends the requests and passes the
/// time.
@NullMarked
package dev.sojourn.robots.fetch;

import org.jspecify.annotations.NullMarked;
