package dev.sojourn.sandbox.admission;

import java.util.LinkedHashMap;
import java.util.Map;

/// The hints for authors: a replacement for each thing that is not open to agents.
final class Hints {
  /// By the beginning of `class.member`; the first that fits counts.
  private static final Map<String, String> BY_BEGINNING = new LinkedHashMap<>();

  static {
    put("return from visit()", "java.lang.System.exit", "java.lang.Runtime.", "java.lang.Shutdown");
    put("Visit.log", "java.lang.System.out", "java.lang.System.err", "java.io.PrintStream");
    put("Visit.log", "java.util.logging.", "java.lang.System$Logger");
    put("Visit.now", "java.lang.System.currentTimeMillis", "java.lang.System.nanoTime");
    put("Visit.now", "java.time.Instant.now", "java.time.Clock", "java.util.Date");
    put("Visit.now", "java.time.LocalDate.now", "java.time.LocalDateTime.now");
    put(
        "Visit.random",
        "java.util.Random",
        "java.util.SplittableRandom",
        "java.lang.Math.random",
        "java.util.UUID.randomUUID");
    put("Visit.random", "java.security.SecureRandom", "java.util.Collections.shuffle");
    put("Visit.fetch", "java.io.File", "java.nio.file.", "java.net.", "javax.net.");
    put("java.util.function.Supplier", "java.util.concurrent.Callable");
    put("the visit's one thread", "java.lang.Thread", "java.util.concurrent.", "java.util.Timer");
    put("collections of java.util, since a visit has one thread", "java.util.Collections.sync");
    put("ordinary calls", "java.lang.reflect.", "java.lang.invoke.", "java.lang.Class.");
    put(
        "a stream()",
        "java.util.Collection.parallelStream",
        "java.util.stream.BaseStream.parallel");
    put("concatenation with +", "java.lang.String.format", "java.util.Formatter");
    put(
        "indexOf, substring, replace or java.util.StringTokenizer",
        "java.util.regex.",
        "java.lang.String.split",
        "java.lang.String.matches",
        "java.lang.String.replaceAll",
        "java.lang.String.replaceFirst",
        "java.util.Scanner");
    put(
        "toString, or names of the agent's own",
        "java.time.DayOfWeek.getDisplayName",
        "java.time.Month.getDisplayName",
        "java.time.temporal.ChronoField.getDisplayName",
        "java.time.temporal.TemporalField.getDisplayName");
    put("a constructor that copies", "java.lang.Object.clone");
    put("long, double or own arithmetic", "java.math.");
    put("the agent's fields, which travel by themselves", "java.io.Object");
  }

  private Hints() {}

  /// The hint in brackets after a blank.
  static String instead(String name) {
    for (var entry : BY_BEGINNING.entrySet()) {
      if (name.startsWith(entry.getKey())) {
        return " (allowed: " + entry.getValue() + ")";
      }
    }
    return " (allowed: the agent API and the part of java.base that docs/sandbox.md lists)";
  }

  private static void put(String hint, String... beginnings) {
    for (var beginning : beginnings) {
      BY_BEGINNING.put(beginning, hint);
    }
  }
}
