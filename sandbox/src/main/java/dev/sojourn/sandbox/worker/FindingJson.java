package dev.sojourn.sandbox.worker;

import dev.sojourn.base.text.ForeignText;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes the findings of one visit as JSON, each record as an object on one line. Only the visit's
/// thread uses it.
///
/// It writes only the values that [dev.sojourn.agent.Visit#report] names, and never calls an
/// agent's own `toString`.
final class FindingJson {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_NAME_CHARS = 1_000;

  private final int maxBytes;

  /// The members of records, by class. The JVM takes longer to find them than this class to write
  /// them.
  private final Map<Class<?>, List<Member>> known = new HashMap<>();

  private Octets out = new Octets();

  /// @param maxBytes the most bytes of one finding
  FindingJson(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /// A component of a record.
  ///
  /// @param name the encoded name
  private record Member(byte[] name, Method accessor) {}

  /// {@return the encoded finding}
  ///
  /// @throws IllegalArgumentException if a component has another type or the finding is too large
  byte[] write(Record finding) {
    // An accessor is the agent's code, which may itself report a finding.
    var outer = out;
    out = new Octets();
    try {
      object(finding, 1);
      if (out.size() > maxBytes) {
        throw tooLarge();
      }
      return out.toArray();
    } finally {
      out = outer;
    }
  }

  private void value(@Nullable Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("a finding nested more than " + MAX_DEPTH + " deep");
    }
    switch (value) {
      case null -> out.raw("null");
      case String text -> string(text);
      case Boolean flag -> out.raw(String.valueOf(flag.booleanValue()));
      case Double number -> number(number, number.toString());
      // Converted to a double, 0.1f would have more digits than the agent's value.
      case Float number -> number(number, number.toString());
      case Long number -> out.raw(String.valueOf(number.longValue()));
      case Integer number -> out.raw(String.valueOf(number.intValue()));
      case Short number -> out.raw(String.valueOf(number.intValue()));
      case Byte number -> out.raw(String.valueOf(number.intValue()));
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
    if (out.size() > maxBytes) {
      throw tooLarge();
    }
  }

  private void object(Record record, int depth) {
    char before = '{';
    var all = members(record.getClass());
    for (var member : all) {
      out.raw(before);
      out.raw(member.name());
      out.raw(':');
      value(component(record, member.accessor()), depth + 1);
      before = ',';
    }
    out.raw(all.isEmpty() ? "{}" : "}");
  }

  /// Returns the members of a record, in their order.
  private List<Member> members(Class<?> type) {
    var members = known.get(type);
    if (members == null) {
      members = read(type);
      known.put(type, members);
    }
    return members;
  }

  /// Reads and checks the members of a record. A class file that javac did not write may break the
  /// rules.
  private static List<Member> read(Class<?> type) {
    var components = type.getRecordComponents();
    if (components == null) {
      throw noRecord(type, "has no components");
    }
    var members = new ArrayList<Member>();
    var names = new HashSet<String>();
    for (var component : components) {
      var accessor = component.getAccessor();
      if (accessor == null) {
        throw noRecord(type, "has a component without an accessor");
      }
      var name =
          name(component.getName(), names)
              .orElseThrow(() -> noRecord(type, "has a component twice"));
      accessor.setAccessible(true);
      members.add(new Member(name, accessor));
    }
    return members;
  }

  private static IllegalArgumentException noRecord(Class<?> type, String why) {
    return new IllegalArgumentException(
        "a finding holds a " + type.getName() + ", which is no record: it " + why);
  }

  private static @Nullable Object component(Record record, Method accessor) {
    try {
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
    out.raw('[');
    boolean first = true;
    for (var element : list) {
      separate(first);
      first = false;
      value(element, depth + 1);
    }
    out.raw(']');
  }

  private void map(Map<?, ?> map, int depth) {
    out.raw('{');
    boolean first = true;
    // A map of the agent's own class may list a key twice.
    var names = new HashSet<String>();
    for (var entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw new IllegalArgumentException("a map in a finding has a key that is no String");
      }
      separate(first);
      first = false;
      out.raw(
          name(name, names)
              .orElseThrow(
                  () -> new IllegalArgumentException("a map in a finding has a key twice")));
      out.raw(':');
      value(entry.getValue(), depth + 1);
    }
    out.raw('}');
  }

  /// Returns the encoded name; empty if another name has the same form. Different names may have
  /// the same form, since characters that cannot be written are replaced.
  static Optional<byte[]> name(String name, Set<String> written) {
    if (name.length() > MAX_NAME_CHARS) {
      throw new IllegalArgumentException(
          "a name of more than " + MAX_NAME_CHARS + " characters in a finding");
    }
    var octets = new Octets();
    octets.string(name);
    var bytes = octets.toArray();
    return written.add(new String(bytes, StandardCharsets.UTF_8))
        ? Optional.of(bytes)
        : Optional.empty();
  }

  private void separate(boolean first) {
    if (!first) {
      out.raw(',');
    }
  }

  private void number(double number, String text) {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException(text + " in a finding (expected: a finite number)");
    }
    out.raw(text);
  }

  private void string(String text) {
    if (text.length() > maxBytes) {
      throw tooLarge();
    }
    out.string(text);
  }

  private IllegalArgumentException tooLarge() {
    return new IllegalArgumentException(
        "a finding of more than " + maxBytes + " bytes (the visit's limit findingBytes)");
  }

  /// Collects the octets of a JSON text. It encodes text as UTF-8 directly: findings may be as long
  /// as pages, so this saves a large copy.
  private static final class Octets {
    private static final int FIRST_BYTES = 1 << 8;
    private static final int MAX_BYTES_A_CHAR = 6;
    private static final String HEX = "0123456789abcdef";

    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;

    int size() {
      return size;
    }

    byte[] toArray() {
      return Arrays.copyOf(bytes, size);
    }

    /// Writes one ASCII character unchanged.
    void raw(char c) {
      room(1);
      bytes[size++] = (byte) c;
    }

    /// Writes ASCII characters unchanged.
    void raw(String ascii) {
      room(ascii.length());
      for (int i = 0; i < ascii.length(); i++) {
        bytes[size++] = (byte) ascii.charAt(i);
      }
    }

    /// Writes octets that are already encoded.
    void raw(byte[] written) {
      room(written.length);
      System.arraycopy(written, 0, bytes, size, written.length);
      size += written.length;
    }

    /// Writes a text in quotation marks. It escapes control characters for terminals and replaces
    /// half surrogate pairs.
    void string(String text) {
      raw('"');
      int at = 0;
      while (at < text.length()) {
        at = simple(text, at);
        if (at < text.length()) {
          room(MAX_BYTES_A_CHAR);
          at += character(text, at);
        }
      }
      raw('"');
    }

    /// Writes the ASCII characters from a position on that need no escape. Returns the position
    /// after them.
    private int simple(String text, int from) {
      room(text.length() - from);
      int at = from;
      while (at < text.length()) {
        char c = text.charAt(at);
        if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
          break;
        }
        bytes[size++] = (byte) c;
        at++;
      }
      return at;
    }

    /// Writes any other character. Returns the number of its `char`s.
    private int character(String text, int at) {
      char c = text.charAt(at);
      switch (c) {
        case '"', '\\' -> escape(c);
        case '\n' -> escape('n');
        case '\r' -> escape('r');
        case '\t' -> escape('t');
        default -> {
          int point = text.codePointAt(at);
          if (point > Character.MAX_VALUE) {
            utf8(point);
            return 2;
          }
          if (Character.isSurrogate(c)) {
            utf8('\ufffd');
          } else if (ForeignText.isPlain(c)) {
            utf8(c);
          } else {
            number(c);
          }
        }
      }
      return 1;
    }

    private void escape(char c) {
      bytes[size++] = '\\';
      bytes[size++] = (byte) c;
    }

    private void number(char c) {
      escape('u');
      for (int shift = 12; shift >= 0; shift -= 4) {
        bytes[size++] = (byte) HEX.charAt((c >> shift) & 15);
      }
    }

    private void utf8(int point) {
      if (point < 0x800) {
        bytes[size++] = (byte) (0xc0 | point >> 6);
      } else {
        if (point < 0x10000) {
          bytes[size++] = (byte) (0xe0 | point >> 12);
        } else {
          bytes[size++] = (byte) (0xf0 | point >> 18);
          bytes[size++] = (byte) (0x80 | (point >> 12 & 0x3f));
        }
        bytes[size++] = (byte) (0x80 | (point >> 6 & 0x3f));
      }
      bytes[size++] = (byte) (0x80 | (point & 0x3f));
    }

    private void room(int more) {
      if (bytes.length - size < more) {
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
      }
    }
  }
}
