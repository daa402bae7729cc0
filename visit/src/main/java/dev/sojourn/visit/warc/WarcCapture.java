package dev.sojourn.visit.warc;

import java.time.Instant;
import java.util.Optional;

/// A record about a page of the site.
///
/// @param place of the record
/// @param date of the capture
/// @param status of the answer; 0 if the record holds none
/// @param payload names the body: by its digest, or by the record if no digest is given
/// @param referred the record that holds the body of a revisit; empty for others
record WarcCapture(
    WarcPlace place, Instant date, int status, WarcName payload, Optional<WarcPlace> referred) {
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /// Whether the site said that there is no page.
  boolean isGone() {
    return status == NOT_FOUND || status == GONE;
  }

  /// A number that differs between different pages; a later capture of an equal page has the same.
  long stamp() {
    return (payload.first() * MIX + payload.second()) * MIX + status;
  }
}
