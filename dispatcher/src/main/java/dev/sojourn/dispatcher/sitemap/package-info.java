/// The sitemaps and feeds of a site that is crawled: which pages they name that no visit asked for.
/// [SitemapWalk] reads them.
@NullMarked
package dev.sojourn.dispatcher.sitemap;

import org.jspecify.annotations.NullMarked;
