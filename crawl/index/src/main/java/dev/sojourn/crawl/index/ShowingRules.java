package dev.sojourn.crawl.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/// A page's requests about what may be shown of it and until when, as reported by an agent.
///
/// @param keepsText whether the text may be stored for excerpts
/// @param maxSnippet the limit for an excerpt in code points; empty for no limit
/// @param unavailableAfter the time from which the page must not be found
record ShowingRules(boolean keepsText, OptionalInt maxSnippet, Optional<Instant> unavailableAfter) {

  /// Reads the members of a finding; a missing member means no restriction.
  static ShowingRules of(JsonNode finding) {
    var most = finding.path("maxSnippet");
    boolean isLimit = most.isIntegralNumber() && most.canConvertToInt() && most.intValue() >= 0;
    var maxSnippet = isLimit ? OptionalInt.of(most.intValue()) : OptionalInt.empty();
    boolean keepsText =
        finding.path("snippet").asBoolean(true)
            && finding.path("archive").asBoolean(true)
            && maxSnippet.orElse(1) > 0;
    return new ShowingRules(
        keepsText, maxSnippet, moment(finding.path("unavailableAfter").asText("")));
  }

  /// {@return whether the page must not be found any more}
  boolean isOver(Instant now) {
    return unavailableAfter.filter(end -> !now.isBefore(end)).isPresent();
  }

  private static Optional<Instant> moment(String text) {
    try {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(Instant.parse(text)).filter(ShowingRules::isCounted);
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// Whether the time in milliseconds fits into a long; a host may report a year for which it does
  /// not.
  private static boolean isCounted(Instant moment) {
    long seconds = Long.MAX_VALUE / 1000 - 1;
    return Math.abs(moment.getEpochSecond()) < seconds;
  }
}
