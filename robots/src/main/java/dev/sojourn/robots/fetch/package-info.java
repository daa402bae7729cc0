/// How a site's robots.txt is fetched and how long it holds, without doing either.
///
/// [RobotsFetch] gives the next URL to request and the result of the answers. [SiteRules] gives the
/// rules that hold for the site after that, and until when. The caller does the HTTP and passes the
/// time in.
@NullMarked
package dev.sojourn.robots.fetch;

import org.jspecify.annotations.NullMarked;
