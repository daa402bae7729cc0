package dev.sojourn.agent.tree;

/// A text is not a [Selector]. The message says where, what was found and what was expected. If an
/// agent does not catch it, the visit fails with this message.
public final class SelectorException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final int position;

  SelectorException(int position, String found, String expected) {
    super("selector, character " + position + ": " + found + " (expected: " + expected + ")");
    this.position = position;
  }

  /// {@return the number of the first wrong character, from 1}
  public int position() {
    return position;
  }
}
