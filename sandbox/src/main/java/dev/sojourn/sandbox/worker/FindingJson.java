package dev.sojourn.sandbox.worker;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Writes a record as a JSON object on one line.
///
/// Only the values that [dev.sojourn.agent.Visit#report] names are written; an agent's own
/// `toString` is never asked.
final class FindingJson {
  private static final int MAX_DEPTH = 32;

  private final JsonOctets out = new JsonOctets();
  private final int maxBytes;
  private final FindingMembers members;

  private FindingJson(int maxBytes, FindingMembers members) {
    this.maxBytes = maxBytes;
    this.members = members;
  }

  /// Writes the finding.
  ///
  /// @param members of the records that were written before
  /// @throws IllegalArgumentException if a component is of another type or the whole is too large
  static byte[] write(Record finding, int maxBytes, FindingMembers members) {
    var json = new FindingJson(maxBytes, members);
    json.object(finding, 1);
    if (json.out.size() > maxBytes) {
      throw json.tooLarge();
    }
    return json.out.toArray();
  }

  private void value(@Nullable Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("a finding nested more than " + MAX_DEPTH + " deep");
    }
    switch (value) {
      case null -> out.raw("null");
      case String text -> string(text);
      case Boolean flag -> out.raw(String.valueOf(flag.booleanValue()));
      case Double number -> number(number);
      case Float number -> number(number);
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
    var all = members.of(record);
    for (var member : all) {
      out.raw(before);
      out.raw(member.name());
      out.raw(':');
      value(member.of(record), depth + 1);
      before = ',';
    }
    out.raw(all.isEmpty() ? "{}" : "}");
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
    // A map of the agent's own may tell of a key twice.
    var names = new HashSet<String>();
    for (var entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw new IllegalArgumentException("a map in a finding has a key that is no String");
      }
      separate(first);
      first = false;
      out.raw(
          FindingMembers.name(name, names)
              .orElseThrow(
                  () -> new IllegalArgumentException("a map in a finding has a key twice")));
      out.raw(':');
      value(entry.getValue(), depth + 1);
    }
    out.raw('}');
  }

  private void separate(boolean first) {
    if (!first) {
      out.raw(',');
    }
  }

  private void number(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw new IllegalArgumentException(number + " in a finding (expected: a finite number)");
    }
    out.raw(String.valueOf(number));
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
}
