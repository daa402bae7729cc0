package dev.sojourn.sandbox.admission;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Admitted code, with stop polls.
///
/// @param classes class files by binary name, in the order of the names
public record Admitted(SortedMap<String, byte[]> classes) {

  /// Copies the map, but not the arrays.
  public Admitted {
    classes = Collections.unmodifiableSortedMap(new TreeMap<>(classes));
  }
}
