/// The sitemaps and feeds of a crawled site, and the pages in them that no visit requested.
/// [SitemapWalk] reads them.
@NullMarked
package dev.sojourn.dispatcher.sitemap;

import org.jspecify.annotations.NullMarked;
