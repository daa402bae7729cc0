package dev.sojourn.atp.parcel;

import java.util.Locale;
import java.util.Optional;

/// The outcome of one request for a page: of its last step, if redirects were followed.
public enum PageOutcome {
  /// A page was read.
  FETCHED,
  /// The page is as the agent knew it, and was not handed to it.
  UNCHANGED,
  /// The site's robots.txt does not allow it.
  DISALLOWED,
  /// The URL lies outside the scope of the visit, or redirects out of it.
  OUTSIDE,
  /// It redirects to a page that the visit was given before, and is not asked for again.
  GIVEN_BEFORE,
  /// The site answers with a 4xx of its own, other than 429.
  CLIENT_ERROR,
  /// The site answers 429, as often as it was asked.
  RATE_LIMITED,
  /// The site answers with a 5xx, as often as it was asked.
  SERVER_ERROR,
  /// There was no connection: unknown name, refused, no route, TLS not agreed.
  NO_CONNECTION,
  /// A connection, but no whole answer in time.
  TIMED_OUT,
  /// The answer was not whole, or was neither a page nor an error.
  BROKEN_ANSWER,
  /// The content coding of the body is unknown, or the body is not of the coding it names.
  BROKEN_ENCODING,
  /// The body is larger than is read.
  TOO_LARGE,
  /// It redirects more often than is followed.
  REDIRECT_LOOP,
  /// The file could not be read by the host that has it, or the site's robots.txt could not be
  /// read.
  UNREADABLE,
  /// The page was left out, since a worker died at it.
  LEFT_OUT;

  /// {@return whether the page may exist although it was not read: all outcomes without a refusal
  /// by site, robots.txt or scope}
  public boolean isFailure() {
    return switch (this) {
      case FETCHED, UNCHANGED, DISALLOWED, OUTSIDE, GIVEN_BEFORE, CLIENT_ERROR -> false;
      case RATE_LIMITED,
          SERVER_ERROR,
          NO_CONNECTION,
          TIMED_OUT,
          BROKEN_ANSWER,
          BROKEN_ENCODING,
          TOO_LARGE,
          REDIRECT_LOOP,
          UNREADABLE,
          LEFT_OUT ->
          true;
    };
  }

  /// {@return the outcome for the status of a missing page, if no more is known} A number beyond
  /// 599 counts as a fault of the server (RFC 9110, 15).
  ///
  /// @param status of HTTP; 0 if no answer came
  public static PageOutcome ofMissing(int status) {
    return switch (status / 100) {
      case 0 -> UNREADABLE;
      case 4 -> status == 429 ? RATE_LIMITED : CLIENT_ERROR;
      case 5 -> SERVER_ERROR;
      default -> status > 599 ? SERVER_ERROR : BROKEN_ANSWER;
    };
  }

  /// {@return the word on the wire and in the crawl log, in lower case with hyphens}
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// {@return the outcome that the word names}
  ///
  /// @param word in lower case with hyphens
  public static Optional<PageOutcome> of(String word) {
    for (var outcome : values()) {
      if (outcome.word().equals(word)) {
        return Optional.of(outcome);
      }
    }
    return Optional.empty();
  }
}
