package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// The way in which a territory was crawled.
public enum CrawlWay {
  /// Its agent made its visits at a host.
  MOBILE,
  /// Its agent made its visits at home. A territory whose host was given up is here too, even if
  /// the host had delivered a part before.
  CLASSIC;

  /// {@return the way as people and programs read it}
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
