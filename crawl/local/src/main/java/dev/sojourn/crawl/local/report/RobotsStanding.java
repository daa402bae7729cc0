package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.sojourn.crawl.plan.RobotsOutcome;
import java.util.Locale;

/// The status of a site's robots.txt in a crawl.
public enum RobotsStanding {
  /// The site served the file.
  READ,
  /// The file was read, but through a redirect by way of another origin.
  READ_ELSEWHERE,
  /// The site has no such file.
  ABSENT,
  /// The file could not be read, so no page of the site was read.
  UNREACHABLE,
  /// The crawl was interrupted before the file was read.
  UNREAD;

  /// {@return the status for an outcome}
  ///
  /// @param kind the outcome of fetching the file
  public static RobotsStanding of(RobotsOutcome.Kind kind) {
    return switch (kind) {
      case READ -> READ;
      case READ_ELSEWHERE -> READ_ELSEWHERE;
      case ABSENT -> ABSENT;
      case UNREACHABLE -> UNREACHABLE;
    };
  }

  /// {@return the word in JSON}
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
