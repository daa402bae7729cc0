package dev.sojourn.crawl.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/// The rules of a page about the parts that may be shown of it, and how long, as an agent reported
/// them.
///
/// @param keepsText whether the text may be kept for excerpts
/// @param maxSnippet of how many code points an excerpt may be; empty for no limit
/// @param unavailableAfter when the page must not be found any more
record ShowingRules(boolean keepsText, OptionalInt maxSnippet, Optional<Instant> unavailableAfter) {

  /// Reads the members of a finding; a member that is missing asks for nothing.
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

  /// The index counts milliseconds in a long; a host may name a year that has none.
  private static boolean isCounted(Instant moment) {
    long seconds = Long.MAX_VALUE / 1000 - 1;
    return Math.abs(moment.getEpochSecond()) < seconds;
  }
}
