package dev.sojourn.sandbox.worker;

import dev.sojourn.base.text.Plain;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes a record as a JSON object on one line.
///
/// Only the values that [dev.sojourn.agent.Visit#report] names are written; an agent's own
/// `toString` is never asked.
final class FindingJson {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_NAME_CHARS = 1_000;
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder out = new StringBuilder(512);
  private final int maxBytes;

  private FindingJson(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /// Writes the finding.
  ///
  /// @throws IllegalArgumentException if a component is of another type or the whole is too large
  static byte[] write(Record finding, int maxBytes) {
    var json = new FindingJson(maxBytes);
    json.object(finding, 1);
    var bytes = json.out.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > maxBytes) {
      throw json.tooLarge();
    }
    return bytes;
  }

  private void value(@Nullable Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("a finding nested more than " + MAX_DEPTH + " deep");
    }
    switch (value) {
      case null -> out.append("null");
      case String text -> string(text);
      case Boolean flag -> out.append(flag.booleanValue());
      case Double number -> number(number);
      case Float number -> number(number);
      case Long number -> out.append(number.longValue());
      case Integer number -> out.append(number.intValue());
      case Short number -> out.append(number.intValue());
      case Byte number -> out.append(number.intValue());
      case Character character -> string(character.toString());
      case Instant instant -> string(instant.toString());
      case Enum<?> constant -> string(constant.name());
      case Record record -> object(record, depth);
      case Optional<?> optional -> value(optional.orElse(null), depth);
      case OptionalInt optional -> value(optional.isPresent() ? optional.getAsInt() : null, depth);
      case OptionalLong optional ->
          value(optional.isPresent() ? optional.getAsLong() : null, depth);
      case OptionalDouble optional ->
          value(optional.isPresent() ? optional.getAsDouble() : null, depth);
      case List<?> list -> list(list, depth);
      case Map<?, ?> map -> map(map, depth);
      default ->
          throw new IllegalArgumentException(
              "a finding holds a "
                  + value.getClass().getName()
                  + " (expected: text, number, boolean, enum, record, Instant, and lists, optionals"
                  + " and string-keyed maps of those)");
    }
    if (out.length() > maxBytes) {
      throw tooLarge();
    }
  }

  private void object(Record record, int depth) {
    // javac makes sure of all that is asked here; who writes a class file by hand does not.
    var components = record.getClass().getRecordComponents();
    if (components == null) {
      throw noRecord(record, "has no components");
    }
    out.append('{');
    boolean first = true;
    var names = new HashSet<String>();
    for (var component : components) {
      var accessor = component.getAccessor();
      if (accessor == null) {
        throw noRecord(record, "has a component without an accessor");
      }
      separate(first);
      first = false;
      if (!name(component.getName(), names)) {
        throw noRecord(record, "has a component twice");
      }
      out.append(':');
      value(read(record, accessor), depth + 1);
    }
    out.append('}');
  }

  private static IllegalArgumentException noRecord(Record record, String why) {
    return new IllegalArgumentException(
        "a finding holds a " + record.getClass().getName() + ", which is no record: it " + why);
  }

  private static @Nullable Object read(Record record, java.lang.reflect.Method accessor) {
    try {
      accessor.setAccessible(true);
      return accessor.invoke(record);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Error error -> throw error;
        case RuntimeException exception -> throw exception;
        case null, default -> throw new IllegalArgumentException(accessor.getName() + " failed");
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private void list(List<?> list, int depth) {
    out.append('[');
    boolean first = true;
    for (var element : list) {
      separate(first);
      first = false;
      value(element, depth + 1);
    }
    out.append(']');
  }

  private void map(Map<?, ?> map, int depth) {
    out.append('{');
    boolean first = true;
    // A map of the agent's own may tell of a key twice.
    var names = new HashSet<String>();
    for (var entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw new IllegalArgumentException("a map in a finding has a key that is no String");
      }
      separate(first);
      first = false;
      if (!name(name, names)) {
        throw new IllegalArgumentException("a map in a finding has a key twice");
      }
      out.append(':');
      value(entry.getValue(), depth + 1);
    }
    out.append('}');
  }

  /// Writes a name, and tells whether it was new. Names are compared as they are written, which
  /// makes one of those that cannot be.
  private boolean name(String name, Set<String> names) {
    if (name.length() > MAX_NAME_CHARS) {
      throw new IllegalArgumentException(
          "a name of more than " + MAX_NAME_CHARS + " characters in a finding");
    }
    int start = out.length();
    string(name);
    return names.add(out.substring(start));
  }

  private void separate(boolean first) {
    if (!first) {
      out.append(',');
    }
  }

  private void number(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw new IllegalArgumentException(number + " in a finding (expected: a finite number)");
    }
    out.append(number);
  }

  private void string(String text) {
    if (text.length() > maxBytes) {
      throw tooLarge();
    }
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      character(text, i);
    }
    out.append('"');
  }

  private void character(String text, int i) {
    char c = text.charAt(i);
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (Character.isSurrogate(c)) {
          out.append(isPaired(text, i) ? c : '\ufffd');
        } else if (Plain.isPlain(c)) {
          out.append(c);
        } else {
          escape(c);
        }
      }
    }
  }

  private void escape(char c) {
    out.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(HEX.charAt((c >> shift) & 15));
    }
  }

  private static boolean isPaired(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }

  private IllegalArgumentException tooLarge() {
    return new IllegalArgumentException(
        "a finding of more than " + maxBytes + " bytes (the visit's limit findingBytes)");
  }
}
