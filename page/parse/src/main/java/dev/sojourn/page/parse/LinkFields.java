package dev.sojourn.page.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The links in the Link fields of an answer (RFC 8288, 3).
///
/// @param links in the order of the fields, except links that belong to another page (`anchor`)
/// @param isWhole whether the fields were read completely
record LinkFields(List<FieldLink> links, boolean isWhole) {
  /// The most characters that are read of all Link fields.
  private static final int MAX_CHARS = 64 * 1024;

  private static final String SPACE = " \t";

  /// One link.
  ///
  /// @param reference relative to the URL of the page
  /// @param relations in lower case
  /// @param type the media type of the target, unchanged; may be empty
  record FieldLink(String reference, List<String> relations, String type) {}

  /// Copies the list.
  LinkFields {
    links = List.copyOf(links);
  }

  /// {@return the links of the fields}
  ///
  /// @param values the values of the fields
  static LinkFields of(List<String> values) {
    var links = new ArrayList<FieldLink>();
    int left = MAX_CHARS;
    boolean isWhole = true;
    for (var value : values) {
      isWhole &= value.length() <= left;
      var text = value.substring(0, Math.min(value.length(), left));
      left -= text.length();
      new FieldReader(text, links).read();
    }
    return new LinkFields(links, isWhole);
  }

  /// Reads one value: `<reference>; name=value; name="value", <reference>`.
  private static final class FieldReader {
    private final String text;
    private final List<FieldLink> links;
    private int at;

    FieldReader(String text, List<FieldLink> links) {
      this.text = text;
      this.links = links;
    }

    void read() {
      for (at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
        int close = text.indexOf('>', at);
        if (close < 0) {
          return;
        }
        var reference = text.substring(at + 1, close).strip();
        at = close + 1;
        parameters(reference);
      }
    }

    /// Reads up to the comma after the link. If several parameters have the same name, the first
    /// counts (RFC 8288, 3.3 and 3.4.1).
    private void parameters(String reference) {
      var relations = Optional.<String>empty();
      var type = Optional.<String>empty();
      boolean isOfOther = false;
      while (next(';')) {
        int from = SourceScan.skip(text, SPACE, at);
        at = SourceScan.skipUntil(text, "=;,", from);
        var name = text.substring(from, at).strip().toLowerCase(Locale.ROOT);
        var value = at < text.length() && text.charAt(at) == '=' ? value() : "";
        switch (name) {
          case "rel" -> relations = relations.or(() -> Optional.of(value));
          case "type" -> type = type.or(() -> Optional.of(value));
          case "anchor" -> isOfOther = true;
          default -> {}
        }
      }
      if (relations.isPresent() && !isOfOther) {
        var words = ElementScan.words(relations.get());
        links.add(new FieldLink(reference, words, type.orElse("")));
      }
    }

    /// Moves past the next mark, if it comes before a comma; skips any meaningless text before it.
    private boolean next(char mark) {
      while (at < text.length() && text.charAt(at) != ',') {
        if (text.charAt(at++) == mark) {
          return true;
        }
      }
      return false;
    }

    private String value() {
      at = SourceScan.skip(text, SPACE, at + 1);
      if (at >= text.length() || text.charAt(at) != '"') {
        int from = at;
        at = SourceScan.skipUntil(text, ";,", at);
        return text.substring(from, at).strip();
      }
      var value = new StringBuilder();
      for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
        boolean isEscaped = text.charAt(at) == '\\' && at + 1 < text.length();
        at += isEscaped ? 1 : 0;
        value.append(text.charAt(at));
      }
      at = Math.min(at + 1, text.length());
      return value.toString();
    }
  }
}
