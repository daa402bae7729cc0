package dev.sojourn.crawl.local.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.ParcelLine;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Optional;

/// The page that a finding describes, as far as its members show.
///
/// @param url of the page; empty if the finding has none
/// @param digest of the page's body; empty if the finding has none
/// @param betterUrl the URL under which the index keeps a page with that body; empty if there is
///   none
public record FindingPage(Optional<String> url, String digest, String betterUrl) {
  private static final JsonFactory JSON = new JsonFactory();

  /// The findings of most agents begin like this. For them a parser would be slow, since it copies
  /// the text first.
  private static final String URL_FIRST = "{\"url\":\"";

  /// The text after the URL if the page's own text is too long for a finding.
  private static final String CUT_NEXT = ",\"textChars\":";

  /// {@return the URL in a finding; parsing stops at the URL}
  ///
  /// @param finding a JSON object without duplicate members
  /// @throws IOException if the text is not such an object
  public static Optional<String> url(String finding) throws IOException {
    int end = endOfFirstUrl(finding);
    return end < 0 ? text(finding, "url") : Optional.of(finding.substring(URL_FIRST.length(), end));
  }

  /// The end of the URL at the beginning of a finding; negative if only a parser can find it.
  private static int endOfFirstUrl(String finding) {
    if (!finding.startsWith(URL_FIRST)) {
      return -1;
    }
    int end = finding.indexOf('"', URL_FIRST.length());
    return end >= 0 && finding.indexOf('\\', URL_FIRST.length(), end) < 0 ? end : -1;
  }

  /// {@return whether a finding that begins with its URL has only the beginning of the page's text;
  /// such a finding has `textChars` right after the URL}
  ///
  /// @param finding a JSON object
  static boolean isCut(String finding) {
    int end = endOfFirstUrl(finding);
    int number = end + 1 + CUT_NEXT.length();
    return end >= 0
        && finding.startsWith(CUT_NEXT, end + 1)
        && number < finding.length()
        && Character.isDigit(finding.charAt(number));
  }

  /// {@return the text of a member of a finding; parsing stops at the text}
  ///
  /// @param finding a JSON object without duplicate members
  /// @param name of the member with the text
  /// @throws IOException if the text is not such an object
  public static Optional<String> text(String finding, String name) throws IOException {
    try (var parser = JSON.createParser(finding)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isMeant = parser.currentName().equals(name);
        if (parser.nextToken() == JsonToken.VALUE_STRING && isMeant) {
          return Optional.of(parser.getText());
        }
        parser.skipChildren();
      }
    }
    return Optional.empty();
  }

  /// {@return a finding reduced to the members that the crawl log reads}
  ///
  /// @param finding a JSON object
  /// @throws IOException if the text is not such an object
  public static ParcelLine shortened(String finding) throws IOException {
    int end = endOfFirstUrl(finding);
    var url = url(finding);
    // The log needs only the URL of a finding about a page, and whether its text was cut.
    boolean isPage = isNormal(url.orElse(""));
    if (isPage && end >= 0) {
      var cut = isCut(finding) ? CUT_NEXT + "1" : "";
      return new ParcelLine.Finding(finding.substring(0, end + 1) + cut + "}");
    }
    var page = isPage ? new FindingPage(url, "", "") : of(finding);
    var text = new StringWriter();
    try (var json = JSON.createGenerator(text)) {
      json.writeStartObject();
      if (page.url().isPresent()) {
        json.writeStringField("url", page.url().get());
      }
      json.writeStringField("digest", page.digest());
      json.writeStringField("betterUrl", page.betterUrl());
      json.writeEndObject();
    }
    return new ParcelLine.Finding(text.toString());
  }

  /// {@return whether a text is a normalised URL of a page}
  static boolean isNormal(String url) {
    return PageUrl.parse(url).filter(page -> page.toString().equals(url)).isPresent();
  }

  /// {@return the page of a finding}
  ///
  /// @param finding a JSON object
  /// @throws IOException if the text is not such an object
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
