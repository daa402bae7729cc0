package dev.sojourn.agent.tree;

import dev.sojourn.agent.tree.Selector.Compound;
import dev.sojourn.agent.tree.Selector.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Reads the text of a [Selector] from left to right.
final class SelectorParser {
  private static final String COMPOUND = "a name, *, #, ., [ or :";
  private static final int MAX_DIGITS = 9;

  private final String text;
  private final List<Compound> compounds = new ArrayList<>();
  private int at;

  SelectorParser(String text) {
    this.text = text;
  }

  List<Compound> parse() {
    if (text.length() > Selector.MAX_CHARS) {
      at = Selector.MAX_CHARS;
      throw fault("at most " + Selector.MAX_CHARS + " characters");
    }
    do {
      complex();
    } while (take(','));
    if (at < text.length()) {
      throw fault("a space, >, a comma or the end");
    }
    return compounds;
  }

  /// Reads compounds up to a comma or the end.
  private void complex() {
    skipSpace();
    compound(Relation.NONE);
    while (true) {
      boolean isSpaced = skipSpace();
      if (take('>')) {
        skipSpace();
        compound(Relation.CHILD);
      } else if (isSpaced && at < text.length() && text.charAt(at) != ',') {
        compound(Relation.DESCENDANT);
      } else {
        return;
      }
    }
  }

  private void compound(Relation relation) {
    if (compounds.size() == Selector.MAX_COMPOUNDS) {
      throw fault("at most " + Selector.MAX_COMPOUNDS + " elements in a selector");
    }
    int begin = at;
    var conditions = new ArrayList<ElementCondition>();
    if (!take('*') && isNameHere()) {
      conditions.add(new ElementCondition.Named(lowerName("a name")));
    }
    boolean isMore = true;
    while (isMore) {
      if (take('#')) {
        conditions.add(compares("id", Comparison.EQUALS, name("an id")));
      } else if (take('.')) {
        conditions.add(compares("class", Comparison.HAS_WORD, name("a class")));
      } else if (take('[')) {
        conditions.add(attribute());
      } else if (take(':')) {
        conditions.add(child());
      } else {
        isMore = false;
      }
    }
    if (at == begin) {
      throw fault(COMPOUND);
    }
    compounds.add(new Compound(relation, List.copyOf(conditions)));
  }

  private static ElementCondition compares(String attribute, Comparison comparison, String value) {
    return new ElementCondition.Compares(attribute, comparison, value, false);
  }

  private ElementCondition attribute() {
    skipSpace();
    var attribute = lowerName("the name of an attribute");
    skipSpace();
    if (take(']')) {
      return new ElementCondition.Has(attribute);
    }
    var comparison = comparison();
    skipSpace();
    var value =
        at < text.length() && isQuote(text.charAt(at))
            ? quoted()
            : name("a value: a name, or any text in quotes");
    skipSpace();
    boolean ignoresCase = take('i') || take('I');
    if (!ignoresCase && !take('s')) {
      take('S');
    }
    skipSpace();
    require(']');
    return new ElementCondition.Compares(attribute, comparison, value, ignoresCase);
  }

  private Comparison comparison() {
    var comparison =
        switch (at < text.length() ? text.charAt(at) : ' ') {
          case '=' -> Comparison.EQUALS;
          case '~' -> Comparison.HAS_WORD;
          case '|' -> Comparison.EQUALS_BEFORE_DASH;
          case '^' -> Comparison.BEGINS;
          case '$' -> Comparison.ENDS;
          case '*' -> Comparison.CONTAINS;
          default -> throw fault("], =, ~=, |=, ^=, $= or *=");
        };
    if (comparison != Comparison.EQUALS) {
      at++;
    }
    require('=');
    return comparison;
  }

  private ElementCondition child() {
    int begin = at;
    var kind = isNameHere() ? lowerName("") : "";
    return switch (kind) {
      case "first-child" -> new ElementCondition.Nth(0, 1);
      case "last-child" -> new ElementCondition.Last();
      case "nth-child" -> {
        require('(');
        skipSpace();
        var nth = nth();
        skipSpace();
        require(')');
        yield nth;
      }
      default -> {
        at = begin;
        throw fault("first-child, last-child or nth-child");
      }
    };
  }

  private ElementCondition nth() {
    if (takeWord("odd")) {
      return new ElementCondition.Nth(2, 1);
    }
    if (takeWord("even")) {
      return new ElementCondition.Nth(2, 0);
    }
    int sign = sign();
    int begin = at;
    int number = digits();
    if (take('n') || take('N')) {
      int step = sign * (at == begin + 1 ? 1 : number);
      skipSpace();
      return new ElementCondition.Nth(step, offset());
    }
    if (at == begin) {
      throw fault("odd, even, a number or a formula as 2n+1");
    }
    return new ElementCondition.Nth(0, sign * number);
  }

  private int offset() {
    int before = at;
    int sign = sign();
    if (at == before) {
      return 0;
    }
    skipSpace();
    int begin = at;
    int number = digits();
    if (at == begin) {
      throw fault("a number");
    }
    return sign * number;
  }

  private int sign() {
    if (take('-')) {
      return -1;
    }
    take('+');
    return 1;
  }

  /// Reads digits, possibly none.
  private int digits() {
    int begin = at;
    int number = 0;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      if (at - begin == MAX_DIGITS) {
        throw fault("at most " + MAX_DIGITS + " digits");
      }
      number = 10 * number + text.charAt(at++) - '0';
    }
    return number;
  }

  private boolean takeWord(String word) {
    boolean isHere = text.regionMatches(true, at, word, 0, word.length());
    at += isHere ? word.length() : 0;
    return isHere;
  }

  private String lowerName(String expected) {
    return name(expected).toLowerCase(Locale.ROOT);
  }

  private String name(String expected) {
    if (!isNameHere()) {
      throw fault(expected);
    }
    var name = new StringBuilder();
    while (isNameHere()) {
      if (take('\\')) {
        name.appendCodePoint(escaped());
      } else {
        name.append(text.charAt(at++));
      }
    }
    return name.toString();
  }

  private boolean isNameHere() {
    if (at == text.length()) {
      return false;
    }
    char c = text.charAt(at);
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '\\'
        || c >= 0x80;
  }

  private String quoted() {
    char quote = text.charAt(at++);
    var value = new StringBuilder();
    while (!take(quote)) {
      if (at == text.length() || text.charAt(at) == '\n') {
        throw fault("the closing " + quote);
      }
      if (take('\\')) {
        value.appendCodePoint(escaped());
      } else {
        value.append(text.charAt(at++));
      }
    }
    return value.toString();
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }

  /// Reads what follows a backslash: one to six hexadecimal digits with one space, or a character.
  private int escaped() {
    if (at == text.length() || text.charAt(at) == '\n') {
      throw fault("a character after \\");
    }
    int value = 0;
    int begin = at;
    while (at < text.length() && at < begin + 6 && isHexadecimal(text.charAt(at))) {
      value = 16 * value + Character.digit(text.charAt(at++), 16);
    }
    if (at == begin) {
      int literal = text.codePointAt(at);
      at += Character.charCount(literal);
      return literal;
    }
    if (at < text.length() && Comparison.isSpace(text.charAt(at))) {
      at++;
    }
    boolean isCharacter =
        value > 0
            && value <= Character.MAX_CODE_POINT
            && (value < Character.MIN_SURROGATE || value > Character.MAX_SURROGATE);
    return isCharacter ? value : 0xfffd;
  }

  private static boolean isHexadecimal(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  private boolean skipSpace() {
    int begin = at;
    while (at < text.length() && Comparison.isSpace(text.charAt(at))) {
      at++;
    }
    return at > begin;
  }

  private boolean take(char c) {
    boolean isHere = at < text.length() && text.charAt(at) == c;
    at += isHere ? 1 : 0;
    return isHere;
  }

  private void require(char c) {
    if (!take(c)) {
      throw fault(String.valueOf(c));
    }
  }

  private SelectorException fault(String expected) {
    return new SelectorException(at + 1, found(), expected);
  }

  private String found() {
    if (at >= text.length()) {
      return "the end";
    }
    char c = text.charAt(at);
    boolean isPlain = c > ' ' && c < 0x7f;
    return isPlain ? String.valueOf(c) : "the character U+" + Integer.toHexString(c);
  }
}
