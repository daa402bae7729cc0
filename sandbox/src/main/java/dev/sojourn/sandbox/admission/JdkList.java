package dev.sojourn.sandbox.admission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/// The classes and members of java.base that agents may use, from `jdk-allowed.txt`.
final class JdkList {
  private static final Map<String, Set<String>> LISTED = read();

  private JdkList() {}

  /// Returns the binary names of the listed classes.
  static Set<String> classes() {
    return LISTED.keySet();
  }

  /// Returns the members that are listed for a class itself.
  static Set<String> members(String className) {
    return LISTED.getOrDefault(className, Set.of());
  }

  /// Whether a class is listed, and it or a listed supertype has a listed member of that name.
  static boolean allows(String className, String member) {
    return allows(className, member, listed -> isNamed(listed, member));
  }

  /// Whether one overload is listed in the same way, by its name alone or with this descriptor.
  static boolean allows(String className, String member, String descriptor) {
    var overload = member + descriptor;
    return allows(
        className, member, listed -> listed.contains(member) || listed.contains(overload));
  }

  private static boolean isNamed(Set<String> listed, String member) {
    return listed.contains(member) || listed.stream().anyMatch(m -> m.startsWith(member + "("));
  }

  private static boolean allows(
      String className, String member, Predicate<Set<String>> isListedAmong) {
    if (!LISTED.containsKey(className)) {
      return false;
    }
    var seen = new HashSet<String>();
    var open = new ArrayDeque<Class<?>>();
    open.add(load(className));
    while (!open.isEmpty()) {
      var type = open.removeFirst();
      if (!seen.add(type.getName())) {
        continue;
      }
      if (isListedAmong.test(LISTED.getOrDefault(type.getName(), Set.of()))) {
        return true;
      }
      if (member.equals("<init>")) {
        return false;
      }
      open.addAll(Arrays.asList(type.getInterfaces()));
      if (type.getSuperclass() != null) {
        open.add(type.getSuperclass());
      } else if (type.isInterface()) {
        open.add(Object.class);
      }
    }
    return false;
  }

  /// Loads a listed class without initialising it.
  static Class<?> load(String className) {
    try {
      return Class.forName(className, false, null);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Set<String>> read() {
    var listed = new HashMap<String, Set<String>>();
    try (var in = Objects.requireNonNull(JdkList.class.getResourceAsStream("jdk-allowed.txt"))) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Set<String> members = Set.of();
      for (var line : text.lines().toList()) {
        if (line.startsWith("#") || line.isBlank()) {
          continue;
        }
        if (line.startsWith(" ")) {
          members.addAll(Arrays.asList(line.strip().split(" +")));
        } else {
          members = listed.computeIfAbsent(line.strip(), _ -> new HashSet<>());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return listed;
  }
}
