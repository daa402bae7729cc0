/// How a site's robots.txt is fetched and how long it holds, without doing either.
///
/// [RobotsFetch] says which URL to request next and what the answers amount to; [SiteRules] says
/// what holds for the site after that and until when. The caller does the HTTP and passes the time
/// in.
@NullMarked
package dev.sojourn.robots.fetch;

import org.jspecify.annotations.NullMarked;
