package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.crawl.local.log.FindingPage;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/// The time from which the page of a finding must not be found, as the finding states it.
final class FindingExpiry {
  private static final String MEMBER = "unavailableAfter";

  private FindingExpiry() {}

  /// {@return whether this time has come}
  static boolean isOver(String finding, Instant now) throws IOException {
    // Most findings state no such time, and parsing all of them would dominate the cost.
    if (!finding.contains("\"" + MEMBER + "\":\"")) {
      return false;
    }
    try {
      return FindingPage.text(finding, MEMBER)
          .filter(end -> !now.isBefore(Instant.parse(end)))
          .isPresent();
    } catch (DateTimeException _) {
      return false;
    }
  }
}
