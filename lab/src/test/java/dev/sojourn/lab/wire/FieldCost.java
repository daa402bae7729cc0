package dev.sojourn.lab.wire;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/// The processor time that reading a field takes. It is that of the thread alone, so other work on
/// the machine changes it little.
final class FieldCost {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long LEAST_NANOS = 2_000_000;

  private FieldCost() {}

  /// {@return the least time of several rounds for one reading, in nanoseconds}
  ///
  /// @param field whose reader
  /// @param size of the text, in characters
  /// @param rounds that are measured; each reads the text as often as takes two milliseconds
  static double nanos(WorstField field, int size, int rounds) {
    var text = field.worst().apply(size);
    double least = Double.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      long begun = THREADS.getCurrentThreadCpuTime();
      long used = 0;
      int readings = 0;
      while (used < LEAST_NANOS) {
        field.reader().accept(text);
        readings++;
        used = THREADS.getCurrentThreadCpuTime() - begun;
      }
      least = Math.min(least, (double) used / readings);
    }
    return least;
  }
}
