package dev.sojourn.atp.parcel;

import java.util.Locale;
import java.util.Optional;

/// The outcome of one request for a page. If redirects were followed, it is the outcome of the last
/// step.
public enum PageOutcome {
  /// A page was read.
  FETCHED,
  /// The agent already knew this version of the page, so the agent did not get the page again.
  UNCHANGED,
  /// The site's robots.txt does not allow it.
  DISALLOWED,
  /// The URL is outside the scope of the visit, or redirects out of that scope.
  OUTSIDE,
  /// The URL redirects to a page that the agent already got on this visit, so that page is not
  /// requested again.
  GIVEN_BEFORE,
  /// The site answered with a 4xx status other than 429.
  CLIENT_ERROR,
  /// The site answered 429 to every attempt.
  RATE_LIMITED,
  /// The site answered with a 5xx status to every attempt.
  SERVER_ERROR,
  /// No connection was established: unknown name, refused connection, no route or failed TLS
  /// handshake.
  NO_CONNECTION,
  /// A connection was established, but no complete answer came in time.
  TIMED_OUT,
  /// The answer was incomplete, or was neither a page nor an error.
  BROKEN_ANSWER,
  /// The content coding of the body is unknown, or the body does not match it.
  BROKEN_ENCODING,
  /// The body is larger than the limit.
  TOO_LARGE,
  /// The URL redirects more often than the limit allows.
  REDIRECT_LOOP,
  /// The host could not read its own file, or the site's robots.txt could not be read.
  UNREADABLE,
  /// The owner's rules for the crawl leave the URL out, so it was not requested.
  UNWANTED,
  /// The page was skipped, since a worker died while it handled the page.
  LEFT_OUT;

  /// {@return whether the page may exist although it was not read: every outcome that is not a
  /// refusal by site, robots.txt, scope or rules}
  public boolean isFailure() {
    return switch (this) {
      case FETCHED, UNCHANGED, DISALLOWED, OUTSIDE, GIVEN_BEFORE, CLIENT_ERROR, UNWANTED -> false;
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

  /// {@return whether the page may come if it is requested again a little later}
  ///
  /// @param status of HTTP; 0 if no whole answer came
  public boolean mayComeLater(int status) {
    return switch (this) {
      case RATE_LIMITED, SERVER_ERROR, NO_CONNECTION, TIMED_OUT -> true;
      // With a status it is an answer that a crawler does not use, such as 204.
      case BROKEN_ANSWER -> status == 0;
      case FETCHED,
          UNCHANGED,
          DISALLOWED,
          OUTSIDE,
          GIVEN_BEFORE,
          CLIENT_ERROR,
          BROKEN_ENCODING,
          TOO_LARGE,
          REDIRECT_LOOP,
          UNREADABLE,
          UNWANTED,
          LEFT_OUT ->
          false;
    };
  }

  /// {@return the outcome for the status of a missing page, if nothing else is known} A status
  /// above 599 counts as a server error (RFC 9110, section 15).
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
