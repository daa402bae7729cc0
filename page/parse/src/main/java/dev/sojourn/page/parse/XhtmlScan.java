package dev.sojourn.page.parse;

import dev.sojourn.page.view.ViewLimits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import org.jsoup.nodes.Entities;
import org.jsoup.parser.Parser;

/// Decides whether a page that was sent as XHTML is read as XML. It must be well-formed (XML 1.0,
/// 2.1), and its root must be the `html` of XHTML. Other pages are read as HTML.
///
/// The scan is one pass without recursion. It skips a document type and never fetches one. A page
/// is not read as XML if its document type has declarations. Named references are those of HTML.
/// Two rare forms also prevent reading as XML, since HTML ends them elsewhere: a comment that
/// begins with `>`, and an instruction that contains `>`.
final class XhtmlScan {
  private static final String SPACE = " \t\r\n";
  private static final int MAX_ATTRIBUTES = 256;
  private static final int MAX_REFERENCE_CHARS = 40;

  private final String text;
  private final WorkMeter meter;
  private final Deque<String> open = new ArrayDeque<>();
  private int at;
  private boolean isRootOver;

  private XhtmlScan(String text, WorkMeter meter) {
    this.text = text;
    this.meter = meter;
  }

  /// {@return whether a page is read as XML}
  ///
  /// @param source the source of a page that was sent as XHTML
  /// @param meter counts the work
  static boolean isXml(String source, WorkMeter meter) {
    return new XhtmlScan(source, meter).isXml();
  }

  private boolean isXml() {
    if (!isWhole() || !skipProlog()) {
      return false;
    }
    while (at < text.length()) {
      meter.node();
      boolean isRead = text.charAt(at) == '<' ? markup() : characters();
      if (!isRead) {
        return false;
      }
    }
    return isRootOver;
  }

  /// Whether no surrogate lacks its pair.
  private boolean isWhole() {
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      meter.characters(1);
      c = text.codePointAt(i);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        return false;
      }
    }
    return true;
  }

  private boolean skipProlog() {
    if (text.startsWith("<?xml ") && !instruction()) {
      return false;
    }
    while (true) {
      meter.node();
      at = skipSpace(at);
      if (text.startsWith("<!--", at)) {
        if (!comment()) {
          return false;
        }
      } else if (text.startsWith("<?", at)) {
        if (!instruction()) {
          return false;
        }
      } else {
        return !text.startsWith("<!DOCTYPE", at) || documentType();
      }
    }
  }

  private boolean documentType() {
    int end = text.indexOf('>', at);
    if (end < 0 || text.indexOf('[', at, end) >= 0) {
      return false;
    }
    // If a quoted identifier contains `>`, an odd number of quotation marks precedes that `>`.
    boolean isQuoted = false;
    for (int i = text.indexOf('"', at, end); i >= 0; i = text.indexOf('"', i + 1, end)) {
      meter.characters(1);
      isQuoted ^= true;
    }
    at = end + 1;
    return !isQuoted;
  }

  private boolean instruction() {
    int end = text.indexOf('>', at);
    boolean isRead = end > at + 2 && text.charAt(end - 1) == '?' && isName(at + 2);
    boolean isDeclaration =
        isRead && text.substring(at + 2, nameEnd(at + 2)).equalsIgnoreCase("xml");
    boolean isFirst = at == 0;
    at = end + 1;
    return isRead && isDeclaration == isFirst;
  }

  private boolean comment() {
    int from = at + 4;
    int end = text.indexOf("--", from);
    boolean isRead =
        end >= 0
            && text.startsWith(">", end + 2)
            && !text.startsWith(">", from)
            && !text.startsWith("->", from);
    at = end + 3;
    return isRead && areCharacters(from, end);
  }

  private boolean markup() {
    if (text.startsWith("<!--", at)) {
      return comment();
    }
    if (text.startsWith("<?", at)) {
      return instruction();
    }
    if (text.startsWith("<![CDATA[", at)) {
      int end = text.indexOf("]]>", at);
      boolean isRead = !open.isEmpty() && end >= 0 && areCharacters(at, end);
      at = end + 3;
      return isRead;
    }
    return text.startsWith("</", at) ? endTag() : startTag();
  }

  private boolean endTag() {
    int from = at + 2;
    int end = nameEnd(from);
    if (open.isEmpty() || !open.pop().equals(text.substring(from, end))) {
      return false;
    }
    isRootOver = open.isEmpty();
    at = skipSpace(end) + 1;
    return text.startsWith(">", at - 1);
  }

  private boolean startTag() {
    int from = at + 1;
    if (isRootOver || !isName(from)) {
      return false;
    }
    at = nameEnd(from);
    var name = text.substring(from, at);
    boolean isRoot = open.isEmpty();
    boolean isOfXhtml = attributes();
    boolean isEmpty = text.startsWith("/>", at);
    if ((isRoot && !(name.equals("html") && isOfXhtml))
        || open.size() >= ViewLimits.DEPTH - 1
        || !(isEmpty || text.startsWith(">", at))) {
      return false;
    }
    at += isEmpty ? 2 : 1;
    if (!isEmpty) {
      open.push(name);
    }
    isRootOver = open.isEmpty();
    return true;
  }

  /// Reads the well-formed attributes. Returns whether one of them declares the namespace of XHTML.
  private boolean attributes() {
    var names = new HashSet<String>();
    boolean isOfXhtml = false;
    while (SPACE.indexOf(at < text.length() ? text.charAt(at) : '>') >= 0) {
      int from = skipSpace(at);
      int end = nameEnd(from);
      int equals = skipSpace(end);
      int quote = skipSpace(equals + 1);
      if (end == from || !text.startsWith("=", equals)) {
        at = from;
        return isOfXhtml;
      }
      char mark = quote < text.length() ? text.charAt(quote) : ' ';
      int close = mark == '"' || mark == '\'' ? text.indexOf(mark, quote + 1) : -1;
      boolean isRead =
          close >= 0
              && isName(from)
              && names.size() < MAX_ATTRIBUTES
              && names.add(text.substring(from, end))
              && isValue(quote + 1, close);
      if (!isRead) {
        return isOfXhtml; // A tag cannot end with this text.
      }
      isOfXhtml |=
          text.substring(from, end).equals("xmlns")
              && text.substring(quote + 1, close).equals(Parser.NamespaceHtml);
      at = close + 1;
    }
    return isOfXhtml;
  }

  private boolean isValue(int from, int to) {
    return text.indexOf('<', from, to) < 0 && areCharacters(from, to) && areReferences(from, to);
  }

  private boolean characters() {
    int less = text.indexOf('<', at);
    int end = less < 0 ? text.length() : less;
    int from = at;
    at = end;
    if (open.isEmpty()) {
      return skipSpace(from) >= end;
    }
    return text.indexOf("]]>", from, end) < 0
        && areCharacters(from, end)
        && areReferences(from, end);
  }

  private int skipSpace(int from) {
    return SourceScan.skip(text, SPACE, from, meter);
  }

  /// Whether all characters from `from` to `to` are characters of XML (2.2).
  private boolean areCharacters(int from, int to) {
    for (int i = from; i < to; i++) {
      meter.characters(1);
      char c = text.charAt(i);
      if ((c < ' ' && SPACE.indexOf(c) < 0) || c >= '\ufffe') {
        return false;
      }
    }
    return true;
  }

  private boolean areReferences(int from, int to) {
    int and = text.indexOf('&', from, to);
    while (and >= 0) {
      meter.node();
      int end = text.indexOf(';', and, Math.min(to, and + MAX_REFERENCE_CHARS + 1));
      if (end < 0 || !isReference(text.substring(and + 1, end))) {
        return false;
      }
      and = text.indexOf('&', end, to);
    }
    return true;
  }

  private static boolean isReference(String name) {
    if (!name.startsWith("#")) {
      return Entities.isNamedEntity(name);
    }
    boolean isHex = name.startsWith("#x");
    var digits = name.substring(isHex ? 2 : 1);
    return !digits.isEmpty()
        && digits.chars().allMatch(c -> Character.digit(c, isHex ? 16 : 10) >= 0);
  }

  private boolean isName(int from) {
    if (from >= text.length()) {
      return false;
    }
    char c = text.charAt(from);
    return Character.isLetter(c) || c == '_' || c >= '\u0300';
  }

  private int nameEnd(int from) {
    int end = from;
    while (end < text.length() && isOfName(text.charAt(end))) {
      meter.characters(1);
      end++;
    }
    return end;
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || "-_.:".indexOf(c) >= 0 || c == '\u00b7' || c >= '\u0300';
  }
}
