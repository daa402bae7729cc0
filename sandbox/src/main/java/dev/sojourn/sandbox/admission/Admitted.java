package dev.sojourn.sandbox.admission;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Code that passed, with stop polls.
///
/// @param classes class files by binary name, in the order of the names
public record Admitted(SortedMap<String, byte[]> classes) {

  /// Copies the map; the arrays are shared.
  public Admitted {
    classes = Collections.unmodifiableSortedMap(new TreeMap<>(classes));
  }
}
