/// The sitemaps and feeds of a site, in which its web server says what changed (sitemaps.org 0.9,
/// RSS 2.0, RFC 4287). [SitemapReader] reads one, [Sitemaps] asks for all of a site.
@NullMarked
package dev.sojourn.visit.sitemap;

import org.jspecify.annotations.NullMarked;
