package dev.sojourn.page.parse;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;

/// Searches an unparsed page for the encoding that a `meta` element or an XML declaration declares
/// (WHATWG HTML, 13.2.3.2, "prescan a byte stream").
///
/// Browsers scan 1,024 bytes, and parse a page again if a later element declares another encoding.
/// This class scans 16 KiB instead. It reads each byte only a few times.
final class MetaPrescan {
  private static final int MAX_PREFIX_BYTES = 16 * 1024;
  private static final int MAX_ATTRIBUTES = 100;
  private static final String SPACE = " \t\n\f\r";

  private final String text;
  private int at;

  private MetaPrescan(String text) {
    this.text = text;
  }

  /// {@return the encoding that a page declares with a known label, if it does}
  static Optional<Charset> of(byte[] body) {
    int length = Math.min(body.length, MAX_PREFIX_BYTES);
    var text = new String(body, 0, length, StandardCharsets.ISO_8859_1);
    return new MetaPrescan(text).meta().or(() -> xml(text)).map(MetaPrescan::readable);
  }

  /// Replaces an impossible declaration: if a page is readable up to here, it is not in UTF-16.
  private static Charset readable(Charset declared) {
    if (declared.equals(StandardCharsets.UTF_16BE) || declared.equals(StandardCharsets.UTF_16LE)) {
      return StandardCharsets.UTF_8;
    }
    return declared.name().equals("x-user-defined") ? Charset.forName("windows-1252") : declared;
  }

  private Optional<Charset> meta() {
    for (at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      if (text.startsWith("<!--", at)) {
        int end = text.indexOf("-->", at + 2);
        if (end < 0) {
          return Optional.empty();
        }
        at = end;
      } else if (text.regionMatches(true, at, "<meta", 0, 5) && isIn(SPACE + "/", at + 5)) {
        at += 5;
        var found = encoding();
        if (found.isPresent()) {
          return found;
        }
      } else if (SourceScan.isLetter(text, at + 1)
          || (isIn("/", at + 1) && SourceScan.isLetter(text, at + 2))) {
        at = SourceScan.skipUntil(text, SPACE + ">", at);
        skipAttributes();
      } else if (isIn("!/?", at + 1)) {
        at = SourceScan.skipUntil(text, ">", at);
      }
    }
    return Optional.empty();
  }

  /// Reads the attributes of a `meta` element.
  private Optional<Charset> encoding() {
    var seen = new HashSet<String>();
    boolean hasPragma = false;
    boolean needsPragma = false;
    Optional<Charset> found = Optional.empty();
    for (var next = attribute(); next.isPresent(); next = attribute()) {
      var attribute = next.get();
      if (seen.size() >= MAX_ATTRIBUTES || !seen.add(attribute.name())) {
        continue;
      }
      switch (attribute.name()) {
        case "http-equiv" -> hasPragma = attribute.value().equals("content-type");
        case "charset" -> {
          found = EncodingLabels.find(attribute.value());
          needsPragma = false;
        }
        case "content" -> {
          if (found.isEmpty()) {
            found = ofContent(attribute.value()).flatMap(EncodingLabels::find);
            needsPragma = found.isPresent();
          }
        }
        default -> {}
      }
    }
    return needsPragma && !hasPragma ? Optional.empty() : found;
  }

  private void skipAttributes() {
    for (var next = attribute(); next.isPresent(); next = attribute()) {
      // Skips the attributes up to the end of the tag.
    }
  }

  private record Attribute(String name, String value) {}

  /// Returns the next attribute of the tag, name and value in lower case; empty at the end of the
  /// tag.
  private Optional<Attribute> attribute() {
    at = SourceScan.skip(text, SPACE + "/", at);
    if (at >= text.length() || text.charAt(at) == '>') {
      return Optional.empty();
    }
    int start = at;
    at = SourceScan.skipUntil(text, SPACE + "/>=", at + 1);
    var name = lower(start, at);
    at = SourceScan.skip(text, SPACE, at);
    if (!isIn("=", at)) {
      return Optional.of(new Attribute(name, ""));
    }
    at = SourceScan.skip(text, SPACE, at + 1);
    if (isIn("\"'", at)) {
      int open = at + 1;
      int close = text.indexOf(text.charAt(at), open);
      close = close < 0 ? text.length() : close;
      at = Math.min(close + 1, text.length());
      return Optional.of(new Attribute(name, lower(open, close)));
    }
    start = at;
    at = SourceScan.skipUntil(text, SPACE + ">", at);
    return Optional.of(new Attribute(name, lower(start, at)));
  }

  /// Returns the label in a value such as `text/html; charset=utf-8`.
  private static Optional<String> ofContent(String content) {
    for (int i = content.indexOf("charset"); i >= 0; i = content.indexOf("charset", i + 1)) {
      int equals = SourceScan.skip(content, SPACE, i + "charset".length());
      if (equals >= content.length() || content.charAt(equals) != '=') {
        continue;
      }
      int start = SourceScan.skip(content, SPACE, equals + 1);
      if (start >= content.length()) {
        return Optional.empty();
      }
      char quote = content.charAt(start);
      if (quote == '"' || quote == '\'') {
        int end = content.indexOf(quote, start + 1);
        return end < 0 ? Optional.empty() : Optional.of(content.substring(start + 1, end));
      }
      return Optional.of(
          content.substring(start, SourceScan.skipUntil(content, SPACE + ";", start)));
    }
    return Optional.empty();
  }

  /// Returns the encoding of an XML declaration, which browsers also follow in HTML.
  private static Optional<Charset> xml(String text) {
    int end = text.indexOf('>');
    if (!text.startsWith("<?xml") || end < 0) {
      return Optional.empty();
    }
    var declaration = text.substring(0, end);
    int name = declaration.indexOf("encoding");
    if (name < 0) {
      return Optional.empty();
    }
    int at = SourceScan.skip(declaration, SPACE, name + "encoding".length());
    if (at >= end || declaration.charAt(at) != '=') {
      return Optional.empty();
    }
    at = SourceScan.skip(declaration, SPACE, at + 1);
    if (at >= end || "\"'".indexOf(declaration.charAt(at)) < 0) {
      return Optional.empty();
    }
    int close = declaration.indexOf(declaration.charAt(at), at + 1);
    return close < 0 ? Optional.empty() : EncodingLabels.find(declaration.substring(at + 1, close));
  }

  private String lower(int from, int to) {
    return text.substring(from, to).toLowerCase(Locale.ROOT);
  }

  private boolean isIn(String chars, int index) {
    return index < text.length() && chars.indexOf(text.charAt(index)) >= 0;
  }
}
