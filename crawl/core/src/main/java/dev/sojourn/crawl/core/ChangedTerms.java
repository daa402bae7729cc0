package dev.sojourn.crawl.core;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The terms that `--resume` changes. An empty limit stays unchanged.
///
/// @param pages page limit for each territory; not below the earlier limit
/// @param findings finding limit for each territory; not below the earlier limit
/// @param seconds time limit for each visit; not below the earlier limit
/// @param attempts how often a host is tried, at least 1; may be lower than before
/// @param rules the change of the rules about URLs
public record ChangedTerms(
    OptionalLong pages,
    OptionalLong findings,
    OptionalLong seconds,
    OptionalInt attempts,
    RuleChange rules) {
  /// Changes nothing.
  public static final ChangedTerms NONE = of(RuleChange.NONE);

  /// {@return the change of only the rules about URLs}
  ///
  /// @param rules the change
  public static ChangedTerms of(RuleChange rules) {
    return new ChangedTerms(
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        rules);
  }

  /// {@return the events for a site; none if nothing changes there}
  ///
  /// @param terms the present terms of the site
  /// @param starts the start URLs of the site, normalised
  public List<Event> events(CrawlTerms terms, List<String> starts) {
    var changed = rules.isNone() ? terms.rules() : rules.of(terms.rules(), starts);
    return Stream.<Optional<? extends Event>>of(
            event(terms),
            Optional.of(new Event.RulesChanged(changed))
                .filter(_ -> !changed.equals(terms.rules())))
        .<Event>flatMap(Optional::stream)
        .toList();
  }

  /// {@return the event for the limits of a site; empty if they stay unchanged}
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
