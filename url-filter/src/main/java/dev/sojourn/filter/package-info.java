/// The patterns with which the owner of a crawl chooses its URLs.
@NullMarked
package dev.sojourn.filter;

import org.jspecify.annotations.NullMarked;
