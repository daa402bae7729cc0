package dev.sojourn.page.parse;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The part of a page's source between `<head>` and `</head>`, which only its owner writes
/// (draft-illyes-repext-02, 4).
///
/// In the tree, an element that belongs elsewhere ends the head, and the rest of the owner's head
/// becomes part of the body. This class finds the owner's head in the source. Visitors of the site
/// may have written the text after the head, so an unclear head does not count. A head is unclear
/// if it has no end tag, ends after the body began, or begins after an element of a head or body.
final class SourceHead {
  private static final String SPACE = " \t\n\f\r";

  /// Elements whose content is text, even if it looks like markup.
  private static final Set<String> TEXT =
      Set.of("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes");

  /// Elements that show that a head has begun, even without its tag.
  private static final Set<String> OF_HEAD = Set.of("title", "meta", "link", "base");

  private static final Set<String> BODIES = Set.of("body", "frameset", "plaintext");

  private final String source;
  private final WorkMeter meter;
  private int at;

  private SourceHead(String source, WorkMeter meter) {
    this.source = source;
    this.meter = meter;
  }

  /// {@return the head with its start tag and without its end tag; empty if the head is unclear}
  ///
  /// @param source the source of a page
  /// @param meter counts the work
  static Optional<String> of(String source, WorkMeter meter) {
    return new SourceHead(source, meter).find();
  }

  private Optional<String> find() {
    int head = -1;
    for (int begin = source.indexOf('<'); begin >= 0; begin = next()) {
      meter.node();
      if (SourceScan.isLetter(source, begin + 1)) {
        var name = name(begin + 1);
        at = tagEnd(begin + 1 + name.length());
        if (BODIES.contains(name) || (head < 0 && OF_HEAD.contains(name))) {
          return Optional.empty();
        }
        head = head < 0 && name.equals("head") ? begin : head;
        if (TEXT.contains(name)) {
          at = textEnd(name);
        }
      } else if (source.startsWith("/", begin + 1) && SourceScan.isLetter(source, begin + 2)) {
        var name = name(begin + 2);
        if (name.equals("head")) {
          return head < 0 ? Optional.empty() : Optional.of(source.substring(head, begin));
        }
        at = tagEnd(begin + 2 + name.length());
      } else {
        at = source.startsWith("<!--", begin) ? commentEnd(begin + 4) : otherEnd(begin);
      }
    }
    return Optional.empty();
  }

  private int next() {
    return at < 0 ? -1 : source.indexOf('<', at);
  }

  /// Returns the position after a comment (HTML Standard, 13.2.5.43 and after); negative if the
  /// comment does not end.
  private int commentEnd(int from) {
    if (source.startsWith(">", from)) {
      return from + 1;
    }
    if (source.startsWith("->", from)) {
      return from + 2;
    }
    for (int i = source.indexOf("--", from); i >= 0; i = source.indexOf("--", i + 1)) {
      meter.characters(1);
      if (source.startsWith(">", i + 2) || source.startsWith("!>", i + 2)) {
        return source.indexOf('>', i) + 1;
      }
    }
    return -1;
  }

  /// Returns the position after a document type or an instruction, or after a `<` that is text.
  private int otherEnd(int begin) {
    char next = begin + 1 < source.length() ? source.charAt(begin + 1) : ' ';
    if (next != '!' && next != '?' && next != '/') {
      return begin + 1;
    }
    int end = source.indexOf('>', begin);
    return end < 0 ? -1 : end + 1;
  }

  private String name(int from) {
    int end = SourceScan.skipUntil(source, SPACE + "/>", from, meter);
    return source.substring(from, end).toLowerCase(Locale.ROOT);
  }

  /// Returns the position after the `>` of a tag. A `>` in a quoted value does not end it (HTML
  /// Standard, 13.2.5.32 and after).
  private int tagEnd(int from) {
    boolean hasName = false;
    boolean isAfterEquals = false;
    boolean isUnquoted = false;
    for (int i = from; i < source.length(); i++) {
      meter.characters(1);
      char c = source.charAt(i);
      boolean isSpace = SPACE.indexOf(c) >= 0;
      if (c == '>') {
        return i + 1;
      }
      if (isUnquoted) {
        isUnquoted = !isSpace;
      } else if (isAfterEquals && !isSpace) {
        isAfterEquals = false;
        hasName = false;
        isUnquoted = c != '"' && c != '\'';
        i = isUnquoted ? i : source.indexOf(c, i + 1);
        if (i < 0) {
          return -1;
        }
      } else if (c == '=' && hasName) {
        isAfterEquals = true;
      } else if (!isSpace) {
        hasName = c != '/';
      }
    }
    return -1;
  }

  /// Returns the start of the end tag of an element of [#TEXT].
  private int textEnd(String name) {
    for (int i = at < 0 ? -1 : source.indexOf("</", at); i >= 0; i = source.indexOf("</", i + 2)) {
      meter.node();
      int end = i + 2 + name.length();
      if (source.regionMatches(true, i + 2, name, 0, name.length())
          && end < source.length()
          && (SPACE + "/>").indexOf(source.charAt(end)) >= 0) {
        return i;
      }
    }
    return -1;
  }
}
