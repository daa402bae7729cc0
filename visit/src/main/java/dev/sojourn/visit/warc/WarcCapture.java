package dev.sojourn.visit.warc;

import java.time.Instant;
import java.util.Optional;

/// A record about a page of the site.
///
/// @param place of the record
/// @param date of the capture
/// @param referred the record that holds the body of a revisit; empty of others
record WarcCapture(WarcPlace place, Instant date, Optional<WarcPlace> referred) {}
