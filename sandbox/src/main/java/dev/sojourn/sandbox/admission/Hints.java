package dev.sojourn.sandbox.admission;

import java.util.LinkedHashMap;
import java.util.Map;

/// The hints for authors: a replacement for each thing that is not open to agents.
final class Hints {
  /// By the name of a member alone, whichever class of the JDK, or own class that inherits it, it
  /// is called on.
  private static final Map<String, String> BY_MEMBER =
      Map.ofEntries(
          Map.entry("parallelStream", "a stream()"),
          Map.entry("parallel", "a stream that stays sequential"),
          Map.entry("iterate", "a loop, or IntStream.range with map"),
          Map.entry("generate", "a loop, or IntStream.range with mapToObj"),
          Map.entry("gather", "a loop, or mapMulti"),
          Map.entry("setLength", "delete(from, length())"),
          Map.entry("spliterator", "iterator() or stream()"));

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
    put("code of the agent's own", "java.net.URLEncoder", "java.net.URLDecoder");
    put("dev.sojourn.agent.PageUrl; Visit.fetch for pages", "java.net.URI", "java.net.URL");
    put("Visit.fetch", "java.io.File", "java.nio.file.", "java.net.", "javax.net.");
    put("java.util.function.Supplier", "java.util.concurrent.Callable");
    put("the visit's one thread", "java.lang.Thread", "java.util.concurrent.", "java.util.Timer");
    put("collections of java.util, since a visit has one thread", "java.util.Collections.sync");
    put("ordinary calls", "java.lang.reflect.", "java.lang.invoke.", "java.lang.Class.");
    put("a loop, or mapMulti", "java.util.stream.Gatherer");
    put("a table of the agent's own for the letters that matter", "java.text.Normalizer");
    put("concatenation with +, and arithmetic of the agent's own", "java.text.");
    put("StringBuilder", "java.lang.StringBuffer");
    put("ArrayList, ArrayDeque or HashMap", "java.util.Vector", "java.util.Stack");
    put("ArrayList, ArrayDeque or HashMap", "java.util.Hashtable", "java.util.Properties");
    put("the agent's parameters", "java.lang.System.getProperty", "java.lang.System.getenv");
    put("java.time.OffsetDateTime with a ZoneOffset", "java.time.ZoneId", "java.util.Calendar");
    put("java.time.OffsetDateTime with a ZoneOffset", "java.time.ZonedDateTime");
    put("toString, or the formats that are listed", "java.time.format.DateTimeFormatter.");
    put("the views of dev.sojourn.agent.Page", "org.jsoup.");
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

  /// The hint for the use of a class, in brackets after a blank.
  static String ofClass(String name) {
    return VisibleClasses.isTaken(name)
        ? instead(name + ".")
        : ", which is not in the jar (allowed: classes that travel along; put it into the jar)";
  }

  /// The hint in brackets after a blank.
  static String instead(String name) {
    var member = name.substring(name.lastIndexOf('.') + 1);
    if (BY_MEMBER.containsKey(member)) {
      return " (allowed: " + BY_MEMBER.get(member) + ")";
    }
    for (var entry : BY_BEGINNING.entrySet()) {
      if (name.startsWith(entry.getKey())) {
        return " (allowed: " + entry.getValue() + ")";
      }
    }
    return " (allowed: the agent API and the part of java.base that jdk-allowed.txt lists, see"
        + " docs/sandbox.md)";
  }

  private static void put(String hint, String... beginnings) {
    for (var beginning : beginnings) {
      BY_BEGINNING.put(beginning, hint);
    }
  }
}
