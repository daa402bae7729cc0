package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// The way in which a territory was crawled.
public enum CrawlWay {
  /// Its agent made its visits at a host.
  MOBILE,
  /// Its agent made its visits at home. This includes a territory whose host was given up, even
  /// after the host had delivered a part.
  CLASSIC;

  /// {@return the word for people and programs}
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
