package dev.sojourn.agent.tree;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The check of a [TreeData], which a hostile process may have made. It takes time in proportion to
/// the length of the arrays. It also derives the end of each element, and its position among its
/// siblings.
///
/// Elements are properly nested if the parent of each is the element before it, or an ancestor of
/// that element. Climbing from the element before to the parent closes all elements on the way; as
/// each is closed once, all climbs together are linear.
final class TreeCheck {
  private final TreeData data;
  private final int[] ends;
  private final int[] places;

  private TreeCheck(TreeData data) {
    this.data = data;
    this.ends = new int[data.elementCount()];
    this.places = new int[data.elementCount()];
  }

  /// A checked tree.
  ///
  /// @param ends the first element after each element and its descendants
  /// @param places the number of each element among its siblings, from 1; 0 for the root
  /// @param names the index of each name
  record Checked(int[] ends, int[] places, Map<String, Integer> names) {}

  /// Checks data that passed [#requireSizes].
  static Checked check(TreeData data) {
    var names = names(data.names());
    var check = new TreeCheck(data);
    check.elements();
    check.attributes();
    check.texts();
    return new Checked(check.ends, check.places, names);
  }

  /// Checks the lengths alone, before anything is copied.
  static void requireSizes(TreeData data) {
    size("elements", data.elements().length, TreeData.ELEMENT_INTS, PageTree.MAX_ELEMENTS);
    size("attributes", data.attributes().length, TreeData.ATTRIBUTE_INTS, PageTree.MAX_ATTRIBUTES);
    size("texts", data.texts().length, TreeData.TEXT_INTS, PageTree.MAX_TEXTS);
    size("names", data.names().size(), 1, PageTree.MAX_NAMES);
    size("values", data.values().length(), 1, PageTree.MAX_VALUE_CHARS);
    size("text", data.text().length(), 1, PageTree.MAX_TEXT_CHARS);
  }

  private static void size(String what, int length, int stride, int most) {
    require(length % stride == 0, what, length, "a multiple of " + stride);
    require(length / stride <= most, what, length / stride, "at most " + most);
  }

  private static void require(boolean holds, String what, int value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": " + value + " (expected: " + expected + ")");
    }
  }

  private static Map<String, Integer> names(List<String> names) {
    var indexes = HashMap.<String, Integer>newHashMap(names.size());
    for (var name : names) {
      boolean isName =
          !name.isEmpty()
              && name.length() <= PageTree.MAX_NAME_CHARS
              && name.chars().noneMatch(c -> c >= 'A' && c <= 'Z');
      if (!isName || indexes.put(name, indexes.size()) != null) {
        throw new IllegalArgumentException(
            "names: number "
                + indexes.size()
                + " (expected: different names of 1 to "
                + PageTree.MAX_NAME_CHARS
                + " characters, in lower case)");
      }
    }
    return indexes;
  }

  private void elements() {
    int names = data.names().size();
    var children = new int[ends.length];
    for (int i = 0; i < ends.length; i++) {
      require(isIndex(data.nameOf(i), names), "name of an element", data.nameOf(i), "a name");
      require(
          data.edgesOf(i) >= 0 && data.edgesOf(i) <= TreeData.BREAKS_BEFORE + TreeData.BREAKS_AFTER,
          "edges of an element",
          data.edgesOf(i),
          "0 to 3");
      int parent = data.parentOf(i);
      if (i == 0) {
        require(parent == -1, "parent of the root", parent, "-1");
      } else {
        require(
            isIndex(parent, i) && close(i, parent) == parent,
            "parent of an element",
            parent,
            "the element before, or an element around it");
        places[i] = ++children[parent];
      }
    }
    if (ends.length > 0) {
      close(ends.length, -1);
    }
  }

  /// Ends the element before a position, and the elements around it up to a parent that stays open.
  private int close(int position, int parent) {
    int open = position - 1;
    while (open > parent) {
      ends[open] = position;
      open = data.parentOf(open);
    }
    return open;
  }

  private static boolean isIndex(int index, int count) {
    return index >= 0 && index < count;
  }

  private void attributes() {
    int count = data.attributeCount();
    var users = new int[data.names().size()];
    Arrays.fill(users, -1);
    int next = 0;
    int value = 0;
    for (int i = 0; i < ends.length; i++) {
      int end = data.attributesEnd(i);
      require(end >= next && end <= count, "end of attributes", end, next + " to " + count);
      for (; next < end; next++) {
        int name = data.nameOfAttribute(next);
        require(isIndex(name, users.length), "name of an attribute", name, "a name");
        require(users[name] != i, "name of an attribute", name, "once an element");
        users[name] = i;
        value = end("end of a value", data.valueEnd(next), value, data.values().length());
      }
    }
    require(next == count, "attributes of elements", next, "" + count);
    require(value == data.values().length(), "end of all values", value, "that of the characters");
  }

  private void texts() {
    int position = 1;
    int parent = Integer.MAX_VALUE;
    int end = 0;
    for (int i = 0; i < data.textCount(); i++) {
      int at = data.positionOfText(i);
      require(at >= position && at <= ends.length, "position of a text", at, "in document order");
      int in = data.parentOfText(i);
      // An element that a text of the same position was after has ended.
      boolean isOpen = isIndex(in, at) && ends[in] >= at && (at > position || in <= parent);
      require(isOpen, "parent of a text", in, "an element around its position");
      end = end("end of a text", data.textEnd(i), end, data.text().length());
      int kept = data.keptMark(i);
      require(kept == 0 || kept == 1, "mark of a kept text", kept, "0 or 1");
      position = at;
      parent = in;
    }
    require(end == data.text().length(), "end of all texts", end, "that of the characters");
  }

  private static int end(String what, int end, int start, int most) {
    require(end >= start && end <= most, what, end, start + " to " + most);
    return end;
  }
}
