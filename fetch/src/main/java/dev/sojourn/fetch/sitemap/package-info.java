/// The sitemaps and feeds of a site, in which its web server says what changed (sitemaps.org 0.9,
/// RSS 2.0, RFC 4287). [SitemapReader] reads one.
@NullMarked
package dev.sojourn.fetch.sitemap;

import org.jspecify.annotations.NullMarked;
