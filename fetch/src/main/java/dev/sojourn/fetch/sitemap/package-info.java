/// Reads the sitemaps and feeds of a site, which show what changed (sitemaps.org 0.9, RSS 2.0, RFC
/// 4287).
@NullMarked
package dev.sojourn.fetch.sitemap;

import org.jspecify.annotations.NullMarked;
