package dev.sojourn.sandbox.worker.state;

import dev.sojourn.base.text.ForeignText;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The path from an agent to a value in its state, such as `.pages["x"].owner`.
///
/// @param segments the steps from the agent to the value, without the middle of a long path
record StatePath(List<String> segments) {
  private static final int MAX_SEGMENTS = 12;
  private static final int MAX_KEY_CHARS = 40;
  private static final String LEFT_OUT = "…";

  /// The path to the agent itself.
  static final StatePath NONE = new StatePath(List.of());

  /// {@return the same path, begun one step earlier}
  StatePath within(String segment) {
    Deque<String> longer = new ArrayDeque<>(segments);
    longer.addFirst(segment);
    if (longer.size() > MAX_SEGMENTS) {
      // Keeps the end of the path near the value; its beginning at the agent is added later.
      longer.removeFirst();
      longer.removeFirst();
      if (!longer.getFirst().equals(LEFT_OUT)) {
        longer.removeFirst();
        longer.addFirst(LEFT_OUT);
      }
      longer.addFirst(segment);
    }
    return new StatePath(List.copyOf(longer));
  }

  /// {@return the step to a field}
  static String field(Field field) {
    return "." + field.getName();
  }

  /// {@return the step to an element of a list or an array}
  static String index(int index) {
    return "[" + index + "]";
  }

  /// {@return the step to the value of a key, which is a leaf}
  static String key(@Nullable Object key) {
    return switch (key) {
      case null -> "[null]";
      case String text -> "[\"" + ForeignText.of(text).first(MAX_KEY_CHARS) + "\"]";
      case Number number -> "[" + number + "]";
      case Enum<?> constant -> "[" + constant.name() + "]";
      // Any other key could be a record, whose own code must not run.
      default -> "[" + key.getClass().getSimpleName() + "]";
    };
  }

  @Override
  public String toString() {
    return String.join("", segments);
  }
}
