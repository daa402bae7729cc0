package dev.sojourn.crawl.visits;

import dev.sojourn.atp.parcel.PageOutcome;

/// The fate of a known URL in a round of a crawl.
public enum PageFate {
  /// The page did not change.
  UNCHANGED,
  /// A page was read: it changed, or had to be read even if unchanged.
  READ,
  /// A page probably exists but could not be read now. It counts as before.
  FAILED,
  /// No page exists any more, or the page may not be visited or is too large to be read.
  GONE,
  /// The page was not requested, for example because a limit stopped the visit. It counts as
  /// before.
  UNASKED;

  /// {@return the fate of a page by the outcome of the last request for it}
  ///
  /// @param outcome as a visit recorded it
  public static PageFate of(PageOutcome outcome) {
    return switch (outcome) {
      case UNCHANGED -> UNCHANGED;
      case FETCHED -> READ;
      case DISALLOWED, OUTSIDE, GIVEN_BEFORE, CLIENT_ERROR, UNWANTED, REDIRECT_LOOP, TOO_LARGE ->
          GONE;
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

  /// {@return whether findings of earlier rounds about the page still count}
  public boolean isKept() {
    return switch (this) {
      case UNCHANGED, FAILED, UNASKED -> true;
      case READ, GONE -> false;
    };
  }
}
