package dev.sojourn.dispatcher.crawl.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;

/// The page that a finding speaks of, as far as its members that are strings tell.
///
/// @param url of the page; empty where the finding names none
/// @param digest of the page's body; empty where the finding names none
/// @param betterUrl the URL under which a page with that body is kept; empty where there is none
public record FindingPage(Optional<String> url, String digest, String betterUrl) {
  private static final JsonFactory JSON = new JsonFactory();

  /// {@return the URL in a finding, which is read only as far as that}
  ///
  /// @param finding a JSON object; a member is there once at most
  /// @throws IOException if it is none
  public static Optional<String> url(String finding) throws IOException {
    try (var parser = JSON.createParser(finding)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isUrl = parser.currentName().equals("url");
        if (parser.nextToken() == JsonToken.VALUE_STRING && isUrl) {
          return Optional.of(parser.getText());
        }
        parser.skipChildren();
      }
    }
    return Optional.empty();
  }

  /// {@return the page of a finding}
  ///
  /// @param finding a JSON object
  /// @throws IOException if it is none
  public static FindingPage of(String finding) throws IOException {
    var url = Optional.<String>empty();
    var digest = "";
    var betterUrl = "";
    try (var parser = JSON.createParser(finding)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        var name = parser.currentName();
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
          parser.skipChildren();
          continue;
        }
        switch (name) {
          case "url" -> url = Optional.of(parser.getText());
          case "digest" -> digest = parser.getText();
          case "betterUrl" -> betterUrl = parser.getText();
          default -> {}
        }
      }
    }
    return new FindingPage(url, digest, betterUrl);
  }
}
