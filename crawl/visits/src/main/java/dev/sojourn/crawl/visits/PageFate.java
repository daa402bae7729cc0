package dev.sojourn.crawl.visits;

import dev.sojourn.atp.parcel.PageOutcome;

/// The fate of a known URL in a round of a crawl.
public enum PageFate {
  /// The page is as it was.
  UNCHANGED,
  /// A page was read: it changed, or had to be read even if unchanged.
  READ,
  /// There may well be a page that could not be read now: it counts as it was.
  FAILED,
  /// There is no page any more, or none that may be visited or is small enough to be read.
  GONE,
  /// The page was not asked for, for example since a limit stopped the visit. It counts as it was.
  UNASKED;

  /// {@return the fate of a page by the outcome of the last request for it}
  ///
  /// @param outcome as a visit recorded it
  public static PageFate of(PageOutcome outcome) {
    return switch (outcome) {
      case UNCHANGED -> UNCHANGED;
      case FETCHED -> READ;
      case DISALLOWED, OUTSIDE, GIVEN_BEFORE, CLIENT_ERROR, REDIRECT_LOOP, TOO_LARGE -> GONE;
      case RATE_LIMITED,
          SERVER_ERROR,
          NO_CONNECTION,
          TIMED_OUT,
          BROKEN_ANSWER,
          BROKEN_ENCODING,
          UNREADABLE,
          LEFT_OUT ->
          FAILED;
    };
  }

  /// {@return whether what earlier rounds found of the page counts on}
  public boolean isKept() {
    return switch (this) {
      case UNCHANGED, FAILED, UNASKED -> true;
      case READ, GONE -> false;
    };
  }
}
