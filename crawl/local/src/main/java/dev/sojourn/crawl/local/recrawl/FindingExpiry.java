package dev.sojourn.crawl.local.recrawl;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/// The end of the time in which the page of a finding may be found, as the finding states it.
final class FindingExpiry {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String MEMBER = "unavailableAfter";

  private FindingExpiry() {}

  /// {@return whether the time is over}
  static boolean isOver(String finding, Instant now) throws IOException {
    // Most findings name no end, and to read them whole would take longer than all the rest.
    if (!finding.contains("\"" + MEMBER + "\":\"")) {
      return false;
    }
    try (var parser = JSON.createParser(finding)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isEnd = parser.currentName().equals(MEMBER);
        if (parser.nextToken() == JsonToken.VALUE_STRING && isEnd) {
          return !now.isBefore(Instant.parse(parser.getText()));
        }
        parser.skipChildren();
      }
    } catch (DateTimeException _) {
      return false;
    }
    return false;
  }
}
