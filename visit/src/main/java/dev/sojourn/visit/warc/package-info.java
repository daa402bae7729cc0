/// The pages of a site from WARC files (ISO 28500): the latest capture of each URL.
@NullMarked
package dev.sojourn.visit.warc;

import org.jspecify.annotations.NullMarked;
