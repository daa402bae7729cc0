package dev.sojourn.agent.tree;

import java.util.List;

/// The elements of a page as flat arrays, as one process sends them to another. It is unchecked:
/// [PageTree#of] checks and copies it. A [TreeBuilder] makes it. Agents never see it.
///
/// ```
/// elements, in document order      +------+--------+---------------------+-------+
///                                  | name | parent | end of attributes   | edges |
///                                  +------+--------+---------------------+-------+
/// attributes, element by element   +------+--------------+
///                                  | name | end of value |
///                                  +------+--------------+
/// texts, in document order         +--------+----------+-------------+--------+
///                                  | parent | position | end of text | isKept |
///                                  +--------+----------+-------------+--------+
/// ```
///
/// A name is an index of `names`. The parent of an element is the index of an earlier element; only
/// the first element is the root and has parent -1. Ranges are consecutive: each begins at the end
/// of the one before, the first at 0. The position of a text is the number of elements that begin
/// before it. Edges are [#BREAKS_BEFORE] and [#BREAKS_AFTER], added.
///
/// @param baseUrl the base of the page's references; empty text if references have no base
/// @param names of elements and attributes, in lower case, each once
/// @param elements four numbers for each element
/// @param attributes two numbers for each attribute
/// @param values the values of all attributes
/// @param texts four numbers for each text; `isKept` is 1 if white space counts, as in `pre`, else
///   0
/// @param text all texts; white space is folded except in texts that are kept
public record TreeData(
    String baseUrl,
    List<String> names,
    int[] elements,
    int[] attributes,
    String values,
    int[] texts,
    String text) {
  /// A word ends where the element begins.
  public static final int BREAKS_BEFORE = 1;

  /// A word ends where the element ends.
  public static final int BREAKS_AFTER = 2;

  static final int ELEMENT_INTS = 4;
  static final int ATTRIBUTE_INTS = 2;
  static final int TEXT_INTS = 4;

  int nameOf(int element) {
    return elements[ELEMENT_INTS * element];
  }

  int parentOf(int element) {
    return elements[ELEMENT_INTS * element + 1];
  }

  int attributesEnd(int element) {
    return elements[ELEMENT_INTS * element + 2];
  }

  int attributesStart(int element) {
    return element == 0 ? 0 : attributesEnd(element - 1);
  }

  int edgesOf(int element) {
    return elements[ELEMENT_INTS * element + 3];
  }

  int nameOfAttribute(int attribute) {
    return attributes[ATTRIBUTE_INTS * attribute];
  }

  int valueEnd(int attribute) {
    return attributes[ATTRIBUTE_INTS * attribute + 1];
  }

  int valueStart(int attribute) {
    return attribute == 0 ? 0 : valueEnd(attribute - 1);
  }

  int parentOfText(int index) {
    return texts[TEXT_INTS * index];
  }

  int positionOfText(int index) {
    return texts[TEXT_INTS * index + 1];
  }

  int textEnd(int index) {
    return texts[TEXT_INTS * index + 2];
  }

  int textStart(int index) {
    return index == 0 ? 0 : textEnd(index - 1);
  }

  int keptMark(int index) {
    return texts[TEXT_INTS * index + 3];
  }

  int elementCount() {
    return elements.length / ELEMENT_INTS;
  }

  int attributeCount() {
    return attributes.length / ATTRIBUTE_INTS;
  }

  int textCount() {
    return texts.length / TEXT_INTS;
  }
}
