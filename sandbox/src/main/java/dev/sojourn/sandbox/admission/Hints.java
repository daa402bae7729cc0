package dev.sojourn.sandbox.admission;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The hints for authors: what to use instead of classes and members that are not open to agents.
final class Hints {
  /// Hints by the name of a member, for classes of the JDK and for agents' classes that inherit the
  /// member.
  private static final Map<String, String> BY_MEMBER = new HashMap<>();

  /// Hints by the beginning of `class.member`; the first match counts.
  private static final Map<String, String> BY_BEGINNING = new LinkedHashMap<>();

  private static final String ONE_THREAD = "since a visit has one thread";

  static {
    member("a stream()", "parallelStream");
    member("a stream that stays sequential", "parallel");
    member("a loop, or IntStream.range with map", "iterate");
    member("a loop, or IntStream.range with mapToObj", "generate");
    member("a loop, or mapMulti", "gather");
    member("delete(from, length())", "setLength");
    member("iterator() or stream()", "spliterator");
    member("Visit.log with the exception's getMessage()", "printStackTrace", "getStackTrace");
    member("Visit.log with the exception's getMessage()", "setStackTrace", "getSuppressed");
    member("no lock, " + ONE_THREAD, "wait", "notify", "notifyAll");
    member("Visit.now", "now");
    output();
    surroundings();
    language();
    threads();
    files();
    collections();
    time();
    texts();
    libraries();
  }

  private static void output() {
    put("return from visit()", "java.lang.System.exit", "java.lang.Shutdown");
    put("the agent's parameters", "java.lang.System.in", "java.io.Console");
    put("Visit.log", "java.lang.System.out", "java.lang.System.err", "java.lang.System.setOut");
    put("Visit.log to write, the agent's parameters to read", "java.lang.IO.");
    put("Visit.log", "java.io.PrintStream", "java.lang.System.console");
    put("Visit.log", "java.lang.System.getLogger", "java.lang.System$Logger", "java.util.logging.");
    put("Visit.log", "org.slf4j.", "org.apache.log4j.", "org.apache.logging.");
    put("Visit.log", "org.apache.commons.logging.", "ch.qos.logback.");
  }

  private static void surroundings() {
    put("the agent's parameters", "java.lang.System.getProperty", "java.lang.System.getenv");
    put("the agent's parameters", "java.lang.System.getProperties", "java.lang.System.setProperty");
    put("the agent's parameters", "java.lang.Integer.getInteger", "java.lang.Long.getLong");
    put("the agent's parameters", "java.lang.Boolean.getBoolean", "java.util.prefs.");
    put("return from visit(), and Visit.budget for what is left", "java.lang.Runtime.");
    put("Visit.fetch for pages; an agent starts no programs", "java.lang.Process");
    put(
        "Visit.random",
        "java.util.Random",
        "java.util.SplittableRandom",
        "java.util.concurrent.ThreadLocalRandom",
        "java.util.random.",
        "java.lang.Math.random",
        "java.lang.StrictMath.random",
        "java.security.SecureRandom");
    put("a loop with Visit.random", "java.util.Collections.shuffle");
    put("new UUID with two numbers of Visit.random", "java.util.UUID.randomUUID");
  }

  private static void language() {
    put("java.lang.Math", "java.lang.StrictMath");
    put(
        "Page.digest() of a page, UUID.nameUUIDFromBytes of other bytes",
        "java.security.",
        "javax.crypto.",
        "java.util.zip.CRC32",
        "java.util.zip.Adler32",
        "java.util.zip.Checksum");
    put(
        "text in the code, or the agent's parameters; no resources travel",
        "java.lang.Class.getResource",
        "java.lang.ClassLoader",
        "java.lang.Class.getClassLoader",
        "java.lang.Module",
        "java.util.ResourceBundle",
        "java.util.Properties");
    put(
        "ordinary calls",
        "java.lang.reflect.",
        "java.lang.invoke.",
        "java.lang.Class.",
        "java.lang.StackWalker",
        "java.util.ServiceLoader",
        "java.beans.");
    put("ordinary references", "java.lang.ref.", "java.util.WeakHashMap");
    put("a constructor that copies", "java.lang.Object.clone");
    put("the agent's fields, which travel by themselves", "java.io.Object", "java.sql.");
    put("the agent's fields, which travel by themselves", "java.io.Externalizable", "javax.sql.");
  }

  private static void threads() {
    put(
        "Next.park with a time; the host keeps the pace of requests",
        "java.util.concurrent.locks.LockSupport",
        "java.util.Timer");
    put("a field of the agent", "java.lang.ThreadLocal", "java.lang.InheritableThreadLocal");
    put("a field of the agent", "java.lang.ScopedValue");
    put(
        "a field, or an array of one element in a lambda, " + ONE_THREAD,
        "java.util.concurrent.atomic.");
    put("no lock, " + ONE_THREAD, "java.util.concurrent.locks.", "java.util.concurrent.Semaphore");
    put("java.time.Duration", "java.util.concurrent.TimeUnit");
    put("java.util.function.Supplier", "java.util.concurrent.Callable");
    put("HashMap or LinkedHashMap, " + ONE_THREAD, "java.util.concurrent.ConcurrentHashMap");
    put("Map, " + ONE_THREAD, "java.util.concurrent.ConcurrentMap");
    put("TreeMap, " + ONE_THREAD, "java.util.concurrent.ConcurrentSkipListMap");
    put("TreeMap, " + ONE_THREAD, "java.util.concurrent.ConcurrentNavigableMap");
    put("TreeSet, " + ONE_THREAD, "java.util.concurrent.ConcurrentSkipListSet");
    put("ArrayList, " + ONE_THREAD, "java.util.concurrent.CopyOnWriteArrayList");
    put("LinkedHashSet, " + ONE_THREAD, "java.util.concurrent.CopyOnWriteArraySet");
    put("PriorityQueue, " + ONE_THREAD, "java.util.concurrent.PriorityBlockingQueue");
    put(
        "ArrayDeque, " + ONE_THREAD,
        "java.util.concurrent.ConcurrentLinked",
        "java.util.concurrent.LinkedBlocking",
        "java.util.concurrent.ArrayBlockingQueue",
        "java.util.concurrent.Blocking",
        "java.util.concurrent.LinkedTransferQueue",
        "java.util.concurrent.TransferQueue",
        "java.util.concurrent.DelayQueue",
        "java.util.concurrent.SynchronousQueue");
    // The class is refused before its member is checked, so this is also the hint for sleep.
    put("a loop, " + ONE_THREAD + ", and Next.park to wait", "java.lang.Thread");
    put("a loop, " + ONE_THREAD, "java.util.concurrent.");
    put("collections of java.util, " + ONE_THREAD, "java.util.Collections.sync");
    put("toList, or groupingBy and toMap", "java.util.stream.Collectors.groupingByConcurrent");
    put("toList, or groupingBy and toMap", "java.util.stream.Collectors.toConcurrentMap");
  }

  private static void files() {
    put("code of the agent's own", "java.net.URLEncoder", "java.net.URLDecoder");
    put("dev.sojourn.agent.PageUrl; Visit.fetch for pages", "java.net.URI", "java.net.URL");
    put(
        "Visit.fetch for pages, Visit.report for results, fields for what the agent keeps",
        "java.io.File",
        "java.io.RandomAccessFile",
        "java.nio.file.",
        "java.nio.channels.");
    put("Visit.fetch", "java.net.", "javax.net.", "okhttp3.", "org.apache.http.");
    put("Visit.fetch", "org.apache.hc.");
    put("java.nio.charset.StandardCharsets", "java.nio.charset.");
    put("StringBuilder", "java.io.StringWriter", "java.io.PrintWriter", "java.io.CharArrayWriter");
    put("String.lines(), or charAt and indexOf", "java.io.StringReader", "java.io.BufferedReader");
    put("String.lines(), or charAt and indexOf", "java.io.LineNumberReader", "java.io.Reader");
    put(
        "byte[] and String, as Page.bytes() and Page.body() give them",
        "java.io.InputStream",
        "java.io.OutputStream",
        "java.io.Byte",
        "java.io.Buffered",
        "java.io.Data",
        "java.io.Writer",
        "java.nio.",
        "java.util.zip.");
  }

  private static void collections() {
    put("a loop, or mapMulti", "java.util.stream.Gatherer");
    put("a stream() of a collection", "java.util.stream.StreamSupport", "java.util.Spliterator");
    put("StringBuilder", "java.lang.StringBuffer");
    put("ArrayList, ArrayDeque or HashMap", "java.util.Vector", "java.util.Stack");
    put("ArrayList, ArrayDeque or HashMap", "java.util.Hashtable");
    put("HashMap", "java.util.IdentityHashMap");
    put("long, double or own arithmetic", "java.math.");
  }

  private static void time() {
    put("Visit.now", "java.lang.System.currentTimeMillis", "java.lang.System.nanoTime");
    put("Visit.now", "java.time.Clock", "java.time.InstantSource", "java.util.Date");
    put("java.time.OffsetDateTime with a ZoneOffset", "java.time.ZoneId", "java.util.Calendar");
    put("java.time.OffsetDateTime with a ZoneOffset", "java.time.ZonedDateTime");
    put(
        "java.time.OffsetDateTime with a ZoneOffset",
        "java.util.GregorianCalendar",
        "java.util.TimeZone",
        "java.time.zone.");
    put("toString, or the formats that are listed", "java.time.format.DateTimeFormatter.");
    put("toString, or the formats that are listed", "java.time.format.");
    put(
        "toString, as 2026-05-02, or getYear, getMonthValue and the like with +",
        "java.time.LocalDate.format",
        "java.time.LocalDateTime.format",
        "java.time.LocalTime.format",
        "java.time.OffsetDateTime.format",
        "java.time.OffsetTime.format",
        "java.time.Year.format",
        "java.time.YearMonth.format",
        "java.time.chrono.ChronoLocalDate.format",
        "java.time.chrono.ChronoLocalDateTime.format",
        "java.time.chrono.ChronoZonedDateTime",
        "java.text.DateFormat",
        "java.text.SimpleDateFormat");
    put("java.time.temporal.ChronoUnit, or plus and with", "java.time.temporal.TemporalAdjusters");
    put(
        "toString, or names of the agent's own",
        "java.time.DayOfWeek.getDisplayName",
        "java.time.Month.getDisplayName",
        "java.time.temporal.ChronoField.getDisplayName",
        "java.time.temporal.TemporalField.getDisplayName");
  }

  private static void texts() {
    put("a table of the agent's own for the letters that matter", "java.text.Normalizer");
    put(
        "concatenation with +, and arithmetic of the agent's own",
        "java.text.",
        "java.util.Currency");
    put("concatenation with +", "java.lang.String.format", "java.util.Formatter");
    put(
        "indexOf, substring, replace or java.util.StringTokenizer",
        "java.util.regex.",
        "java.lang.String.split",
        "java.lang.String.matches",
        "java.lang.String.replaceAll",
        "java.lang.String.replaceFirst",
        "java.util.Scanner");
    put("equals", "java.lang.String.intern");
    put("Locale.ROOT, or another constant of Locale that is listed", "java.util.Locale.");
  }

  private static void libraries() {
    put("the views of dev.sojourn.agent.Page", "org.jsoup.", "javax.xml.", "org.w3c.dom.");
    put("the views of dev.sojourn.agent.Page", "org.xml.sax.");
    put("Visit.report of a record, which becomes JSON", "com.google.gson.", "org.json.");
    put("Visit.report of a record, which becomes JSON", "com.fasterxml.jackson.", "tools.jackson.");
    put(
        "the agent's parameters and Page; leave tests out of the jar",
        "org.junit.",
        "org.assertj.");
  }

  private Hints() {}

  /// Returns the hint for the use of a class, with brackets around the allowed alternative.
  static String ofClass(String name) {
    if (VisibleClasses.isTaken(name)) {
      return instead(name + ".");
    }
    return ", which is not in the jar (allowed: classes that travel along; put it into the jar"
        + known(name + ".").map(hint -> ", or use " + hint).orElse("")
        + ")";
  }

  /// Returns the hint for classes in a package that no agent may define.
  ///
  /// @param name the name of such a class
  static String insteadOfDefining(String name) {
    if (name.startsWith("dev.sojourn.")) {
      return " (allowed: packages of its own; hosts have Sojourn's, so its artefacts have the scope"
          + " provided or test)";
    }
    var views = known(name).filter(_ -> name.startsWith("org.jsoup."));
    return " (allowed: "
        + views.map(hint -> hint + ", or ").orElse("")
        + "packages of its own; Maven's shade plugin relocates a library into one)";
  }

  /// Returns the hint in brackets after a blank.
  static String instead(String name) {
    var hint =
        known(name)
            .orElse(
                "the agent API and the part of java.base that jdk-allowed.txt lists, see"
                    + " docs/sandbox.md");
    return " (allowed: " + hint + ")";
  }

  private static Optional<String> known(String name) {
    var member = name.substring(name.lastIndexOf('.') + 1);
    if (BY_MEMBER.containsKey(member)) {
      return Optional.of(BY_MEMBER.get(member));
    }
    return BY_BEGINNING.entrySet().stream()
        .filter(entry -> name.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static void member(String hint, String... names) {
    for (var name : names) {
      BY_MEMBER.put(name, hint);
    }
  }

  private static void put(String hint, String... beginnings) {
    for (var beginning : beginnings) {
      BY_BEGINNING.put(beginning, hint);
    }
  }
}
