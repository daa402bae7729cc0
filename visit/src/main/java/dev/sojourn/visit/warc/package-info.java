/// The pages of a site as WARC files hold them (ISO 28500), of each URL the latest capture.
@NullMarked
package dev.sojourn.visit.warc;

import org.jspecify.annotations.NullMarked;
