package dev.sojourn.visit.warc;

import java.time.Instant;
import java.util.Optional;

/// A capture: a record about a page of the site.
///
/// @param place the place of the record
/// @param date the date of the capture
/// @param status the status of the answer; 0 if the record has no answer
/// @param payload the name of the body, made from its digest, or from the record's id if there is
///   no digest
/// @param referred the record that contains the body of a revisit; empty for other records
record WarcCapture(
    WarcPlace place, Instant date, int status, WarcName payload, Optional<WarcPlace> referred) {
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /// Whether the site answered that there is no page.
  boolean isGone() {
    return status == NOT_FOUND || status == GONE;
  }

  /// A number that differs for different content; a later capture of the same content has the same
  /// number.
  long stamp() {
    return (payload.first() * MIX + payload.second()) * MIX + status;
  }
}
