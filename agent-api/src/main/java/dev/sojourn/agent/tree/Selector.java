package dev.sojourn.agent.tree;

import java.util.List;

/// A selector of elements, parsed once. It is a subset of CSS (Selectors Level 4):
///
/// | selector | matches |
/// | --- | --- |
/// | `h2`, `*` | elements with this name; all elements |
/// | `.note`, `#top` | elements with this word in `class`; with this `id` |
/// | `[href]` | elements with this attribute |
/// | `[rel=next]`, `[rel~=next]`, `[lang\|=en]` | the value equals the text; has it as a word; equals it or begins with it and `-` |
/// | `[href^='/a']`, `[href$='.pdf']`, `[href*='x']` | the value begins or ends with the text; contains it |
/// | `[type=html i]` | the same, ignoring the case of ASCII letters |
/// | `:first-child`, `:last-child` | the first or last element of its parent |
/// | `:nth-child(2n+1)`, `:nth-child(odd)`, `:nth-child(3)` | elements by their number among their siblings, from 1 |
/// | `ul li`, `ul > li` | elements inside another; directly inside another |
/// | `h1, h2` | elements that one of several selectors matches |
///
/// Names of elements and attributes are compared without case, all else with case, also in pages in
/// quirks mode. The root is no child. A backslash escapes a character, as in `.md\:flex`.
///
/// Selecting takes time in proportion to the elements, attributes and values, times the characters
/// of the selector. A constant in a static field is parsed once in a visit.
public final class Selector {
  /// The most characters of a selector: 1,000.
  public static final int MAX_CHARS = 1_000;

  /// The most elements that a selector names, in all parts of a list: 64.
  public static final int MAX_COMPOUNDS = 64;

  private final String text;
  private final List<Compound> compounds;

  Selector(String text, List<Compound> compounds) {
    this.text = text;
    this.compounds = List.copyOf(compounds);
  }

  /// The conditions on one element of a selector.
  ///
  /// @param relation to the compound before it
  record Compound(Relation relation, List<ElementCondition> conditions) {}

  /// The relation of an element to that of the compound before.
  enum Relation {
    /// None: the compound is the first of a selector.
    NONE,
    /// It is inside that element.
    DESCENDANT,
    /// It is directly inside that element.
    CHILD
  }

  /// Parses a selector.
  ///
  /// @param text such as `table.data > tbody tr`
  /// @return the selector
  /// @throws SelectorException if the text is too long or not a selector of this subset
  public static Selector parse(String text) {
    return new Selector(text, new SelectorParser(text).parse());
  }

  List<Compound> compounds() {
    return compounds;
  }

  /// {@return the text from which it was parsed}
  @Override
  public String toString() {
    return text;
  }
}
