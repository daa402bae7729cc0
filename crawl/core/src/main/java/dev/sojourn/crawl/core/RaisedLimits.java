package dev.sojourn.crawl.core;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The limits that `--resume` changes. An empty limit stays unchanged.
///
/// @param pages page limit for each territory; not below the earlier limit
/// @param findings finding limit for each territory; not below the earlier limit
/// @param seconds time limit for each visit; not below the earlier limit
/// @param attempts how often a host is tried, at least 1; may be lower than before
public record RaisedLimits(
    OptionalLong pages, OptionalLong findings, OptionalLong seconds, OptionalInt attempts) {
  /// Limits that change nothing.
  public static final RaisedLimits NONE =
      new RaisedLimits(
          OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalInt.empty());

  /// {@return the event for a site; empty if the limits change nothing there}
  ///
  /// @param terms the present terms of the site
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

  /// {@return why the limits are not allowed, as one clause; empty if they are allowed. A limit
  /// must not fall, since a visit may have spent more already}
  ///
  /// @param terms the present terms of a site
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
