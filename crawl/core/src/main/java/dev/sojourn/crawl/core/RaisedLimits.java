package dev.sojourn.crawl.core;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The limits that `--resume` changes. An empty one stays unchanged.
///
/// @param pages pages of each territory; not fewer than before
/// @param findings findings of each territory; not fewer than before
/// @param seconds time of each visit; not less than before
/// @param attempts how often a host is tried, at least 1; any
public record RaisedLimits(
    OptionalLong pages, OptionalLong findings, OptionalLong seconds, OptionalInt attempts) {
  /// Limits that change nothing.
  public static final RaisedLimits NONE =
      new RaisedLimits(
          OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalInt.empty());

  /// {@return the event for a site; empty if the limits change nothing there}
  ///
  /// @param terms of the site as they are
  public Optional<Event.Raised> event(CrawlTerms terms) {
    var now = terms.allowance();
    var raised =
        new Allowance(
            pages.orElse(now.pages()),
            now.bytes(),
            findings.orElse(now.findings()),
            seconds.orElse(now.seconds()));
    int tries = attempts.orElse(terms.attempts());
    return raised.equals(now) && tries == terms.attempts()
        ? Optional.empty()
        : Optional.of(new Event.Raised(raised, tries));
  }

  /// {@return the reason against it, one clause: a visit that has spent more cannot be undone;
  /// empty if there is none}
  ///
  /// @param terms of a site as they are
  public Optional<String> objection(CrawlTerms terms) {
    var now = terms.allowance();
    return objection("--max-pages", pages, now.pages(), "")
        .or(() -> objection("--max-findings", findings, now.findings(), ""))
        .or(() -> objection("--max-visit-time", seconds, now.seconds(), " s"));
  }

  private static Optional<String> objection(
      String option, OptionalLong given, long now, String unit) {
    return given.isPresent() && given.getAsLong() < now
        ? Optional.of(
            "%s is %d%s, and the crawl has %d%s already"
                .formatted(option, given.getAsLong(), unit, now, unit))
        : Optional.empty();
  }
}
