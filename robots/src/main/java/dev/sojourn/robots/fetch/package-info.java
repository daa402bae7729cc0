/// The rules for fetching a site's robots.txt and for how long it holds. The package itself does no
/// I/O.
///
/// [RobotsFetch] gives the next URL to request and the result of the answers. [SiteRules] gives the
/// rules that hold for the site after that, and until when. The caller does the HTTP and passes the
/// time in.
@NullMarked
package dev.sojourn.robots.fetch;

import org.jspecify.annotations.NullMarked;
