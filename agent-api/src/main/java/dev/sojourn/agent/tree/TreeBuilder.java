package dev.sojourn.agent.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Builds the [TreeData] of a page from the beginnings and ends of its elements in document order,
/// within the bounds of a [PageTree]. It keeps the first elements, attributes and characters, and
/// ignores the rest. Readers of pages and tests of agents use it. Confined to one thread.
///
/// White space of texts is folded here: each sequence of spaces, tabs, line ends and no-break
/// spaces becomes one space. Soft hyphens and zero-width spaces are removed.
public final class TreeBuilder {
  private final String baseUrl;
  private final Map<String, Integer> nameIndexes = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final IntRows lastUsers = new IntRows();
  private final IntRows elements = new IntRows();
  private final IntRows attributes = new IntRows();
  private final StringBuilder values = new StringBuilder();
  private final IntRows texts = new IntRows();
  private final StringBuilder text = new StringBuilder();
  private int count;
  private int open = -1;
  private int ignored;
  private boolean mayHaveAttributes;
  private boolean isShortened;

  /// Creates a builder without elements.
  ///
  /// @param baseUrl the base of the page's references, absolute; empty text if they have no base
  public TreeBuilder(String baseUrl) {
    this.baseUrl = baseUrl;
  }

  /// Begins an element inside the element that is open; the first is the root.
  ///
  /// @param name in any case; its first [PageTree#MAX_NAME_CHARS] characters are kept
  /// @return this builder
  /// @throws IllegalStateException if the root has ended
  public TreeBuilder begin(String name) {
    if (open < 0 && count > 0 && ignored == 0) {
      throw new IllegalStateException("The root has ended.");
    }
    mayHaveAttributes = false;
    int index = ignored > 0 || count == PageTree.MAX_ELEMENTS ? -1 : index(cut(name));
    if (index < 0) {
      ignored++;
      isShortened = true;
      return this;
    }
    elements.add(index);
    elements.add(open);
    elements.add(attributes.size() / TreeData.ATTRIBUTE_INTS);
    elements.add(0);
    open = count++;
    mayHaveAttributes = true;
    return this;
  }

  private static String cut(String name) {
    return name.length() <= PageTree.MAX_NAME_CHARS
        ? name
        : name.substring(0, PageTree.MAX_NAME_CHARS);
  }

  /// Returns the index of a name; -1 if there is no room for another name.
  private int index(String name) {
    var lower = name.toLowerCase(Locale.ROOT);
    if (lower.isEmpty()) {
      throw new IllegalArgumentException("name: \"\" (expected: a name)");
    }
    var known = nameIndexes.get(lower);
    if (known != null) {
      return known;
    }
    if (names.size() == PageTree.MAX_NAMES || lower.length() > PageTree.MAX_NAME_CHARS) {
      return -1;
    }
    nameIndexes.put(lower, names.size());
    names.add(lower);
    lastUsers.add(-1);
    return names.size() - 1;
  }

  /// Adds an attribute to the element that began last. The first attribute of a name counts.
  ///
  /// @param name in any case; an attribute with a longer name than [PageTree#MAX_NAME_CHARS] is
  ///   ignored
  /// @param value any characters
  /// @return this builder
  /// @throws IllegalStateException if a text or an end came after the beginning of the element
  public TreeBuilder attribute(String name, String value) {
    if (ignored > 0) {
      return this;
    }
    if (!mayHaveAttributes) {
      throw new IllegalStateException("No element has just begun.");
    }
    boolean hasRoom =
        name.length() <= PageTree.MAX_NAME_CHARS
            && attributes.size() / TreeData.ATTRIBUTE_INTS < PageTree.MAX_ATTRIBUTES
            && value.length() <= PageTree.MAX_VALUE_CHARS - values.length();
    int index = hasRoom ? index(name) : -1;
    if (index < 0) {
      isShortened = true;
    } else if (lastUsers.get(index) != open) {
      lastUsers.set(index, open);
      values.append(value);
      attributes.add(index);
      attributes.add(values.length());
      int end = TreeData.ELEMENT_INTS * open + 2;
      elements.set(end, attributes.size() / TreeData.ATTRIBUTE_INTS);
    }
    return this;
  }

  /// Adds a text to the element that is open.
  ///
  /// @param added its characters
  /// @param isKept whether its white space counts, as in `pre`
  /// @return this builder
  /// @throws IllegalStateException if no element is open
  public TreeBuilder text(String added, boolean isKept) {
    if (ignored > 0) {
      return this;
    }
    if (open < 0) {
      throw new IllegalStateException("No element is open.");
    }
    mayHaveAttributes = false;
    if (texts.size() / TreeData.TEXT_INTS == PageTree.MAX_TEXTS) {
      isShortened = true;
      return this;
    }
    int start = text.length();
    if (isKept) {
      append(added);
    } else {
      appendFolded(added);
    }
    if (text.length() > start) {
      texts.add(open);
      texts.add(count);
      texts.add(text.length());
      texts.add(isKept ? 1 : 0);
    }
    return this;
  }

  private void append(String added) {
    for (int i = 0; i < added.length() && hasRoom(added, i); i++) {
      text.append(added.charAt(i));
    }
  }

  private void appendFolded(String added) {
    boolean isAfterSpace = false;
    for (int i = 0; i < added.length(); i++) {
      char c = added.charAt(i);
      if (c == '\u00ad' || c == '\u200b') {
        continue;
      }
      boolean isSpace = isSpace(c);
      if (isSpace && isAfterSpace) {
        continue;
      }
      if (!hasRoom(added, i)) {
        return;
      }
      text.append(isSpace ? ' ' : c);
      isAfterSpace = isSpace;
    }
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\u00a0';
  }

  /// Whether there is room for a character; for both halves, if it is the first of a pair.
  private boolean hasRoom(String added, int at) {
    int needed = Character.charCount(added.codePointAt(at));
    boolean hasRoom = needed <= PageTree.MAX_TEXT_CHARS - text.length();
    isShortened |= !hasRoom;
    return hasRoom;
  }

  /// Ends the element that is open.
  ///
  /// @param breaksBefore whether a word ends where the element begins, as for blocks and `br`
  /// @param breaksAfter whether a word ends where the element ends
  /// @return this builder
  /// @throws IllegalStateException if no element is open
  public TreeBuilder end(boolean breaksBefore, boolean breaksAfter) {
    mayHaveAttributes = false;
    if (ignored > 0) {
      ignored--;
      return this;
    }
    if (open < 0) {
      throw new IllegalStateException("No element is open.");
    }
    int edges =
        (breaksBefore ? TreeData.BREAKS_BEFORE : 0) | (breaksAfter ? TreeData.BREAKS_AFTER : 0);
    elements.set(TreeData.ELEMENT_INTS * open + 3, edges);
    open = elements.get(TreeData.ELEMENT_INTS * open + 1);
    return this;
  }

  /// {@return whether a part of the page was beyond a bound and is missing}
  public boolean isShortened() {
    return isShortened;
  }

  /// {@return the elements of the page}
  ///
  /// @throws IllegalStateException if an element is open
  public TreeData build() {
    if (open >= 0 || ignored > 0) {
      throw new IllegalStateException("An element is open.");
    }
    return new TreeData(
        baseUrl,
        List.copyOf(names),
        elements.toArray(),
        attributes.toArray(),
        values.toString(),
        texts.toArray(),
        text.toString());
  }
}
