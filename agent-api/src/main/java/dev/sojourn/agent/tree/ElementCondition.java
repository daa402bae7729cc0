package dev.sojourn.agent.tree;

/// A condition of a [Selector] on one element.
sealed interface ElementCondition {

  /// The element has a name.
  record Named(String name) implements ElementCondition {}

  /// The element has an attribute.
  record Has(String attribute) implements ElementCondition {}

  /// The value of an attribute compares to a text.
  record Compares(String attribute, Comparison comparison, String text, boolean ignoresCase)
      implements ElementCondition {}

  /// The element is number `step * n + offset` among its siblings, for an n of 0 or more.
  record Nth(int step, int offset) implements ElementCondition {
    boolean includes(int place) {
      int distance = place - offset;
      return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0;
    }
  }

  /// The element is the last of its siblings.
  record Last() implements ElementCondition {}
}
