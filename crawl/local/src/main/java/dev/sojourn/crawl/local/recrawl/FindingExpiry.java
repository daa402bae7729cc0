package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.crawl.local.log.FindingPage;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/// The end of the time in which the page of a finding may be found, as the finding states it.
final class FindingExpiry {
  private static final String MEMBER = "unavailableAfter";

  private FindingExpiry() {}

  /// {@return whether the time is over}
  static boolean isOver(String finding, Instant now) throws IOException {
    // Most findings name no end, and to read them whole would take longer than all the rest.
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
