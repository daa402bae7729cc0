package dev.sojourn.sandbox.worker.state;

import java.util.LinkedHashMap;
import java.util.Map;

/// Makes the refusal of a class that a state cannot contain. It names what to use instead.
final class StateRefusals {
  private static final String COPY = "a copy of what it shows, as new ArrayList<>(view)";

  private static final String ANEW = "make it anew in visit, or mark the field transient";

  private static final String USUAL =
      "the agent's own classes, text, numbers, times, collections and maps of java.util; or mark"
          + " the field transient";

  /// What to use instead, by a part of the class name; the first match counts.
  private static final Map<String, String> INSTEAD = instead();

  private StateRefusals() {}

  /// Returns the refusal of objects of a class.
  static StateException of(Class<?> type) {
    var name = type.getTypeName();
    String instead = USUAL;
    if (type.isHidden()) {
      instead = ANEW; // a lambda
    } else if (type.getClassLoader() == null) {
      instead = instead(name);
    }
    return new StateException("%s cannot travel (expected: %s)".formatted(name, instead));
  }

  private static String instead(String name) {
    return INSTEAD.entrySet().stream()
        .filter(each -> name.contains(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(USUAL);
  }

  private static Map<String, String> instead() {
    var instead = new LinkedHashMap<String, String>();
    instead.put("Iterator", ANEW);
    instead.put("EntrySet", COPY);
    instead.put("[]", "a list, or an array of a class that may travel");
    instead.put("Synchronized", "the container itself, since a visit has one thread");
    instead.put("Collections$Checked", "the container itself");
    instead.put("SetFromMap", "a HashSet or a LinkedHashSet");
    instead.put("AsLIFOQueue", "an ArrayDeque");
    instead.put("CopiesList", "a number and the value, or new ArrayList<>(copies)");
    instead.put("KeyValueHolder", "a record of key and value");
    instead.put("Entry", "a record of key and value");
    instead.put("HashMap$Node", "a record of key and value");
    instead.put("Stream", ANEW);
    instead.put("Comparator", ANEW);
    for (var view : new String[] {"Sub", "KeySet", "Values", "Revers", "Descending", "TailMap"}) {
      instead.put(view, COPY);
    }
    return instead;
  }
}
