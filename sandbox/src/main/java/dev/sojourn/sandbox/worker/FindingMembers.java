package dev.sojourn.sandbox.worker;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The members of the records that one visit reports, by their classes. To ask the JVM for them
/// takes longer than to write them. Used by the visit's thread alone.
final class FindingMembers {
  private static final int MAX_NAME_CHARS = 1_000;

  private final Map<Class<?>, List<Member>> known = new HashMap<>();

  /// A component of a record.
  ///
  /// @param name as it is written
  record Member(byte[] name, Method accessor) {

    /// {@return the value of the component}
    @Nullable Object of(Record finding) {
      try {
        return accessor.invoke(finding);
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
  }

  /// {@return the members of a record, in their order}
  ///
  /// @throws IllegalArgumentException if its class is that of no record
  List<Member> of(Record finding) {
    var type = finding.getClass();
    var members = known.get(type);
    if (members == null) {
      members = read(type);
      known.put(type, members);
    }
    return members;
  }

  /// javac makes sure of all that is asked here; who writes a class file by hand does not.
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

  /// A name as it is written; empty if there is one that is written like it. Names that cannot be
  /// written may differ all the same.
  static Optional<byte[]> name(String name, Set<String> written) {
    if (name.length() > MAX_NAME_CHARS) {
      throw new IllegalArgumentException(
          "a name of more than " + MAX_NAME_CHARS + " characters in a finding");
    }
    var out = new JsonOctets();
    out.string(name);
    var octets = out.toArray();
    return written.add(new String(octets, StandardCharsets.UTF_8))
        ? Optional.of(octets)
        : Optional.empty();
  }

  private static IllegalArgumentException noRecord(Class<?> type, String why) {
    return new IllegalArgumentException(
        "a finding holds a " + type.getName() + ", which is no record: it " + why);
  }
}
