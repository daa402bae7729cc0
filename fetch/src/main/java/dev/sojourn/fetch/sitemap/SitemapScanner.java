package dev.sojourn.fetch.sitemap;

import dev.sojourn.agent.PageUrl;
import java.io.IOException;
import java.io.Reader;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds the tags of a sitemap, one after the other, in text that need not be well-formed XML.
///
/// Templates and plug-ins write sitemaps. Blank lines and warnings before the declaration, bare
/// ampersands, entities of HTML and unclosed tags are frequent. This scanner accepts them, as the
/// large crawlers do. It knows no document types and only the entities of XML, `&nbsp;` and numeric
/// ones; it never opens another file. Memory is bounded: names and the few attributes that matter
/// have a limit, and everything else is skipped. It makes one pass in linear time. Confined to one
/// thread.
final class SitemapScanner {
  private static final int BUFFER_CHARS = 8_192;
  private static final int MAX_NAME_CHARS = 64;
  private static final int MAX_ENTITY_CHARS = 10;
  private static final int END = -1;
  private static final String PLAIN = "http://";
  private static final String SECURE = "https://";
  private static final char BYTE_ORDER_MARK = '\ufeff';
  private static final Set<String> ATTRIBUTES = Set.of("rel", "href", "about", "ispermalink");

  /// The replacement for an ampersand in CDATA, which begins no entity there.
  private static final String AMPERSAND = "&amp;";

  private final Reader in;
  private final char[] buffer = new char[BUFFER_CHARS];
  private int at;
  private int length;
  private String name = "";
  private String prefix = "";
  private String doctype = "";
  private boolean isEmpty;
  private final Map<String, String> attributes = new HashMap<>();

  /// The kinds of places at which the scanner stops.
  enum Stop {
    /// The beginning of an element.
    START,
    /// The end of an element.
    END,
    /// The end of the text.
    NOTHING
  }

  /// A text between tags, up to a limit.
  static final class Text {
    private final StringBuilder text = new StringBuilder();
    private final int maxChars;
    private boolean isTooLong;

    /// @param maxChars the limit; a longer text counts as empty
    Text(int maxChars) {
      this.maxChars = maxChars;
    }

    private void add(int c) {
      if (text.length() < maxChars) {
        text.append((char) c);
      } else {
        isTooLong = true;
      }
    }

    /// {@return the text with its entities replaced, without white space around it; empty if it is
    /// too long}
    String value() {
      return isTooLong ? "" : unescaped(text.toString()).strip();
    }
  }

  SitemapScanner(Reader in) {
    this.in = in;
  }

  /// {@return the name of the last tag, in lower case and without a prefix}
  String name() {
    return name;
  }

  /// {@return the prefix of the last tag as written; empty if it has none}
  String prefix() {
    return prefix;
  }

  /// {@return the name of the document type so far, in lower case; empty if there is none}
  String doctype() {
    return doctype;
  }

  /// {@return whether the last tag is an empty element such as `<a/>`}
  boolean isEmptyElement() {
    return isEmpty;
  }

  /// {@return an attribute of the last tag, if it matters in sitemaps; empty if it is missing}
  ///
  /// @param attribute the name in lower case, without a prefix
  Optional<String> attribute(String attribute) {
    return Optional.ofNullable(attributes.get(attribute));
  }

  /// Reads on to the next tag.
  ///
  /// @param text receives the text before the tag
  /// @throws SitemapException if the document type has declarations
  Stop next(Text text) throws IOException {
    for (int c = read(); c != END; c = read()) {
      if (c != '<') {
        text.add(c);
        continue;
      }
      int first = read();
      if (first == '!') {
        markup(text);
      } else if (first == '?') {
        skipPast('>');
      } else if (first == '/') {
        name(read());
        skipPast('>');
        return Stop.END;
      } else if (Character.isLetter(first) || first == '_') {
        name(first);
        attributes.clear();
        isEmpty = false;
        attributes();
        return Stop.START;
      } else {
        text.add('<');
        unread(first);
      }
    }
    return Stop.NOTHING;
  }

  /// {@return whether an `http` or `https` URL comes next, after optional white space}
  boolean isAtUrl() throws IOException {
    int c = read();
    while (isSpace(c) || c == BYTE_ORDER_MARK) {
      c = read();
    }
    unread(c);
    fill(SECURE.length());
    var begin = new String(buffer, at, Math.min(SECURE.length(), length - at));
    return isUrl(begin);
  }

  /// {@return whether a text begins like an absolute `http` or `https` URL}
  static boolean isUrl(String text) {
    return text.regionMatches(true, 0, SECURE, 0, SECURE.length())
        || text.regionMatches(true, 0, PLAIN, 0, PLAIN.length());
  }

  /// Fills the buffer with at least `chars` characters, if the text has them.
  private void fill(int chars) throws IOException {
    if (length - at >= chars) {
      return;
    }
    System.arraycopy(buffer, at, buffer, 0, length - at);
    length -= at;
    at = 0;
    for (int more = 0; more >= 0 && length < chars; length += Math.max(0, more)) {
      more = in.read(buffer, length, buffer.length - length);
    }
  }

  /// Reads a line without its end; empty at the end of the text.
  ///
  /// @param maxChars the limit; a longer line counts as empty
  Optional<String> line(int maxChars) throws IOException {
    int c = read();
    if (c == END) {
      return Optional.empty();
    }
    var line = new StringBuilder();
    boolean isTooLong = false;
    while (c != END && c != '\n' && c != '\r') {
      isTooLong |= line.length() == maxChars;
      if (!isTooLong) {
        line.append((char) c);
      }
      c = read();
    }
    return Optional.of(isTooLong ? "" : line.toString().strip());
  }

  /// Reads a comment, CDATA or a document type.
  private void markup(Text text) throws IOException {
    int first = read();
    if (first == '-') {
      int second = read();
      if (second == '-') {
        skipPast("-->");
      } else {
        unread(second);
        skipPast('>');
      }
    } else if (first == '[') {
      var keyword = word(read(), '[');
      if (keyword.equals("cdata")) {
        characterData(text);
      } else {
        skipPast("]]>");
      }
    } else {
      var keyword = word(first, ' ');
      if (keyword.equals("doctype")) {
        documentType();
      } else {
        skipPast('>');
      }
    }
  }

  /// Reads a word up to white space, a given character or the end of the tag. The end of the tag is
  /// not consumed.
  private String word(int first, char end) throws IOException {
    var word = new StringBuilder();
    int c = first;
    for (; c != END && c != end && c != '>' && !isSpace(c); c = read()) {
      append(word, c, MAX_NAME_CHARS);
    }
    if (c == '>') {
      unread(c);
    }
    return word.toString().toLowerCase(Locale.ROOT);
  }

  private void characterData(Text text) throws IOException {
    int brackets = 0;
    for (int c = read(); c != END; c = read()) {
      if (c == ']') {
        brackets++;
        continue;
      }
      if (c == '>' && brackets >= 2) {
        brackets -= 2;
        addBrackets(brackets, text);
        return;
      }
      addBrackets(brackets, text);
      brackets = 0;
      if (c == '&') {
        AMPERSAND.chars().forEach(text::add);
      } else {
        text.add(c);
      }
    }
  }

  private static void addBrackets(int count, Text text) {
    for (int i = 0; i < count && !text.isTooLong; i++) {
      text.add(']');
    }
  }

  /// Reads the name of a document type. Declarations could redefine the content of the file, so
  /// they are refused.
  private void documentType() throws IOException {
    int c = read();
    while (isSpace(c)) {
      c = read();
    }
    doctype = word(c, '[');
    int quote = END;
    for (c = read(); c != END; c = read()) {
      if (quote != END) {
        quote = c == quote ? END : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '[') {
        throw new SitemapException("it has a document type with declarations, which are not read");
      } else if (c == '>') {
        return;
      }
    }
  }

  private void name(int first) throws IOException {
    var read = new StringBuilder();
    int c = first;
    for (; c != END && c != '>' && c != '/' && !isSpace(c); c = read()) {
      append(read, c, MAX_NAME_CHARS);
    }
    unread(c);
    prefix = read.substring(0, Math.max(0, read.lastIndexOf(":")));
    name = local(read);
  }

  private static String local(StringBuilder name) {
    return name.substring(name.lastIndexOf(":") + 1).toLowerCase(Locale.ROOT);
  }

  private void attributes() throws IOException {
    int c = read();
    while (c != END && c != '>') {
      if (c == '/') {
        c = read();
        isEmpty = c == '>';
      } else if (isSpace(c)) {
        c = read();
      } else {
        c = attribute(c);
      }
    }
  }

  /// Reads an attribute, and returns the character after it.
  private int attribute(int first) throws IOException {
    var written = new StringBuilder();
    int c = first;
    for (; c != END && c != '=' && c != '>' && c != '/' && !isSpace(c); c = read()) {
      append(written, c, MAX_NAME_CHARS);
    }
    while (isSpace(c)) {
      c = read();
    }
    if (c != '=') {
      return c;
    }
    c = read();
    while (isSpace(c)) {
      c = read();
    }
    var value = new Text(PageUrl.MAX_CHARS);
    if (c == '"' || c == '\'') {
      int quote = c;
      for (c = read(); c != END && c != quote; c = read()) {
        value.add(c);
      }
      c = read();
    } else {
      for (; c != END && c != '>' && !isSpace(c); c = read()) {
        value.add(c);
      }
    }
    var attribute = local(written);
    if (ATTRIBUTES.contains(attribute) && !attributes.containsKey(attribute)) {
      attributes.put(attribute, value.value());
    }
    return c;
  }

  private static void append(StringBuilder into, int c, int maxChars) {
    if (into.length() < maxChars) {
      into.append((char) c);
    }
  }

  private void skipPast(char end) throws IOException {
    int c = read();
    while (c != END && c != end) {
      c = read();
    }
  }

  /// Skips text up to two or more equal characters and `>`.
  private void skipPast(String end) throws IOException {
    int found = 0;
    for (int c = read(); c != END; c = read()) {
      if (c == end.charAt(0)) {
        found++;
      } else if (c == '>' && found >= 2) {
        return;
      } else {
        found = 0;
      }
    }
  }

  private static boolean isSpace(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
  }

  private int read() throws IOException {
    if (at == length) {
      length = Math.max(0, in.read(buffer));
      at = 0;
      if (length == 0) {
        return END;
      }
    }
    return buffer[at++];
  }

  /// Puts the last character back.
  private void unread(int c) {
    if (c != END) {
      at--;
    }
  }

  /// Replaces the entities of XML, `&nbsp;` and numeric ones in a text. Other ampersands stay. The
  /// search for the end of an entity is limited, because a text may be all ampersands.
  static String unescaped(String text) {
    int from = text.indexOf('&');
    if (from < 0) {
      return text;
    }
    var plain = new StringBuilder(text.length());
    int done = 0;
    for (; from >= 0; from = text.indexOf('&', from + 1)) {
      int end = text.indexOf(';', from, Math.min(text.length(), from + MAX_ENTITY_CHARS + 1));
      var character = end < 0 ? Optional.<String>empty() : entity(text.substring(from + 1, end));
      if (character.isPresent()) {
        plain.append(text, done, from).append(character.get());
        done = end + 1;
        from = end;
      }
    }
    return plain.append(text, done, text.length()).toString();
  }

  private static Optional<String> entity(String entity) {
    return switch (entity.toLowerCase(Locale.ROOT)) {
      case "amp" -> Optional.of("&");
      case "lt" -> Optional.of("<");
      case "gt" -> Optional.of(">");
      case "quot" -> Optional.of("\"");
      case "apos" -> Optional.of("'");
      case "nbsp" -> Optional.of("\u00a0");
      default -> entity.startsWith("#") ? numbered(entity.substring(1)) : Optional.empty();
    };
  }

  private static Optional<String> numbered(String number) {
    boolean isHexadecimal = number.startsWith("x") || number.startsWith("X");
    try {
      int code =
          isHexadecimal
              ? Integer.parseUnsignedInt(number.substring(1), 16)
              : Integer.parseUnsignedInt(number);
      boolean isScalar = code > 0 && Character.isValidCodePoint(code) && !isSurrogate(code);
      return isScalar ? Optional.of(Character.toString(code)) : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static boolean isSurrogate(int code) {
    return code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
  }
}
