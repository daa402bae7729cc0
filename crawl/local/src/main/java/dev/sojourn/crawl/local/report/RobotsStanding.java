package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.sojourn.crawl.plan.RobotsOutcome;
import java.util.Locale;

/// The standing of a site's robots.txt in a crawl.
public enum RobotsStanding {
  /// The site gave it.
  READ,
  /// It was read, but the way to it led through another origin.
  READ_ELSEWHERE,
  /// The site has none.
  ABSENT,
  /// It could not be read, so nothing of the site was.
  UNREACHABLE,
  /// The crawl was interrupted before it was read.
  UNREAD;

  /// {@return the standing after it was fetched}
  ///
  /// @param kind how fetching it ended
  public static RobotsStanding of(RobotsOutcome.Kind kind) {
    return switch (kind) {
      case READ -> READ;
      case READ_ELSEWHERE -> READ_ELSEWHERE;
      case ABSENT -> ABSENT;
      case UNREACHABLE -> UNREACHABLE;
    };
  }

  /// {@return the standing as programs read it}
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
