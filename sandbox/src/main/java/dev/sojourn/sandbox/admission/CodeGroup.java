package dev.sojourn.sandbox.admission;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The classes of a jar with the same origin: the agent's own, or those of a library in the jar.
/// Their names begin with the same two parts, such as `org.example`.
///
/// @param name the common beginning of their names, without the last dot; empty for classes without
///   package
/// @param classes their binary names, sorted
record CodeGroup(String name, List<String> classes) {
  private static final int PARTS = 2;

  /// {@return the groups, the smallest first} An agent is usually smaller than its libraries, and
  /// its author first looks for faults in the agent.
  ///
  /// @param classes binary names, sorted
  static List<CodeGroup> of(Collection<String> classes) {
    var byBeginning = new TreeMap<String, List<String>>();
    for (var name : classes) {
      byBeginning.computeIfAbsent(beginning(name), _ -> new ArrayList<>()).add(name);
    }
    return byBeginning.values().stream()
        .map(names -> new CodeGroup(common(names), names))
        .sorted(Comparator.comparingInt(group -> group.classes().size()))
        .toList();
  }

  private static String beginning(String name) {
    int end = -1;
    for (int i = 0; i < PARTS; i++) {
      int next = name.indexOf('.', end + 1);
      if (next < 0) {
        break;
      }
      end = next;
    }
    return name.substring(0, Math.max(end, 0));
  }

  /// Returns the innermost package that contains all classes.
  private static String common(List<String> names) {
    var common = packageOf(names.getFirst());
    for (var name : names) {
      while (!common.isEmpty() && !(packageOf(name) + ".").startsWith(common + ".")) {
        common = packageOf(common);
      }
    }
    return common;
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(name.lastIndexOf('.'), 0));
  }
}
