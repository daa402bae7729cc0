/// Explanations why a URL is in the index of a crawl, or is not.
@NullMarked
package dev.sojourn.crawl.local.why;

import org.jspecify.annotations.NullMarked;
