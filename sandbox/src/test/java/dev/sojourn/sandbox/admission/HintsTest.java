package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sojourn.sandbox.AgentSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The hints of refusals: the replacement that an author reads.
final class HintsTest {

  private static String refusal(byte[] jar) {
    var refused = catchThrowableOfType(RefusedException.class, () -> Admission.admit(jar));
    return String.valueOf(refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.util.stream.Stream.iterate(1, i -> i + 1); | a loop, or IntStream.range with map",
        "java.util.stream.Stream.generate(() -> 1); | a loop, or IntStream.range with mapToObj",
        "List.of(1).parallelStream(); | a stream()",
        "new ArrayList<>(List.of(1)) {}.parallelStream(); | a stream()",
        "List.of(1).stream().parallel(); | a stream that stays sequential",
        "List.of(1).stream().gather(null); | a loop, or mapMulti",
        "java.text.Normalizer.normalize(\"\", null); | a table of the agent's own for the letters",
        "new java.text.DecimalFormat(); | concatenation with +",
        "new StringBuffer(); | StringBuilder",
        "System.getenv(); | the agent's parameters",
        "java.net.URI.create(\"x:\"); | dev.sojourn.agent.PageUrl",
        "java.time.ZonedDateTime.of(null, null); | java.time.OffsetDateTime with a ZoneOffset",
        "java.time.format.DateTimeFormatter.ofPattern(\"d\"); | toString, or the formats that are",
      })
  void nameWhatAnAuthorMayUseInstead(String statement, String hint) {
    assertThat(refusal(AgentSource.visiting(statement))).contains("(allowed: " + hint);
  }

  /// Each line is the body of a method, and the hint that its author gets.
  private static final String OFTEN_USED =
      """
      new java.util.concurrent.atomic.AtomicInteger(); | a field, or an array of one element in a
      new java.util.concurrent.atomic.AtomicLong().incrementAndGet(); | a field, or an array of one
      new java.util.concurrent.atomic.AtomicReference<String>(); | a field, or an array of one
      new java.util.concurrent.atomic.LongAdder(); | a field, or an array of one element
      new java.util.concurrent.ConcurrentHashMap<String, String>(); | HashMap or LinkedHashMap, since
      java.util.concurrent.ConcurrentHashMap.newKeySet(); | HashMap or LinkedHashMap, since a visit
      new java.util.concurrent.ConcurrentSkipListMap<String, String>(); | TreeMap, since a visit
      new java.util.concurrent.CopyOnWriteArrayList<String>(); | ArrayList, since a visit has one
      new java.util.concurrent.ConcurrentLinkedQueue<String>(); | ArrayDeque, since a visit has one
      new java.util.concurrent.LinkedBlockingQueue<String>(); | ArrayDeque, since a visit has one
      new java.util.concurrent.PriorityBlockingQueue<String>(); | PriorityQueue, since a visit has
      new java.util.concurrent.locks.ReentrantLock(); | no lock, since a visit has one thread
      new java.util.concurrent.CountDownLatch(1); | a loop, since a visit has one thread
      java.util.concurrent.Executors.newCachedThreadPool(); | a loop, since a visit has one thread
      java.util.concurrent.CompletableFuture.runAsync(null); | a loop, since a visit has one thread
      java.util.concurrent.TimeUnit.SECONDS.sleep(1); | java.time.Duration
      java.util.concurrent.ThreadLocalRandom.current().nextInt(); | Visit.random
      java.util.concurrent.Callable<String> c = null; c.call(); | java.util.function.Supplier
      Thread .sleep(1); | a loop, since a visit has one thread, and Next.park to wait
      new Thread().start(); | a loop, since a visit has one thread, and Next.park to wait
      new java.util.Timer(); | Next.park with a time
      ThreadLocal.withInitial(() -> 1); | a field of the agent
      new Object().wait(); | no lock, since a visit has one thread
      String.class.getResourceAsStream("a"); | text in the code, or the agent's parameters
      String.class.getResource("a"); | text in the code, or the agent's parameters
      String.class.getClassLoader(); | text in the code, or the agent's parameters
      ClassLoader.getSystemResourceAsStream("a"); | text in the code, or the agent's parameters
      java.util.ResourceBundle.getBundle("a"); | text in the code, or the agent's parameters
      new java.util.Properties(); | text in the code, or the agent's parameters
      Class.forName("a"); | ordinary calls
      String.class.getDeclaredMethods(); | ordinary calls
      java.util.ServiceLoader.load(String.class); | ordinary calls
      IO.println("a"); | Visit.log to write, the agent's parameters to read
      System.out.println("a"); | Visit.log
      System.err.printf("a"); | Visit.log
      System.in.read(); | the agent's parameters
      System.getLogger("a"); | Visit.log
      java.util.logging.Logger.getLogger("a"); | Visit.log
      new IllegalStateException().printStackTrace(); | Visit.log with the exception's getMessage()
      try { "a".length(); } catch (Exception e) { e.printStackTrace(); } | Visit.log with the
      try { "a".length(); } catch (Throwable e) { e.getStackTrace(); } | Visit.log with the exception
      System.getenv("A"); | the agent's parameters
      System.getProperty("a"); | the agent's parameters
      Integer.getInteger("a"); | the agent's parameters
      Runtime.getRuntime().availableProcessors(); | return from visit(), and Visit.budget
      new ProcessBuilder("a"); | Visit.fetch for pages; an agent starts no programs
      java.util.UUID.randomUUID(); | new UUID with two numbers of Visit.random
      new java.security.SecureRandom(); | Visit.random
      new java.util.Random(); | Visit.random
      new java.util.SplittableRandom(); | Visit.random
      Math.random(); | Visit.random
      Collections.shuffle(List.of(1)); | a loop with Visit.random
      java.security.MessageDigest.getInstance("SHA-256"); | Page.digest() of a page, UUID.name
      new java.util.zip.CRC32(); | Page.digest() of a page, UUID.nameUUIDFromBytes
      java.time.LocalDate.EPOCH.format(null); | toString, as 2026-05-02, or getYear
      java.time.LocalDateTime.MIN.format(null); | toString, as 2026-05-02, or getYear
      java.time.OffsetDateTime.MIN.format(null); | toString, as 2026-05-02, or getYear
      new java.text.SimpleDateFormat("y"); | toString, as 2026-05-02, or getYear
      java.time.format.DateTimeFormatter.ISO_DATE.format(null); | toString, or the formats
      new java.time.format.DateTimeFormatterBuilder(); | toString, or the formats
      java.time.LocalTime.now(); | Visit.now
      java.time.OffsetDateTime.now(); | Visit.now
      java.time.Year.now(); | Visit.now
      java.time.Clock.systemUTC(); | Visit.now
      System.nanoTime(); | Visit.now
      java.util.TimeZone.getDefault(); | java.time.OffsetDateTime with a ZoneOffset
      String.format("a"); | concatenation with +
      "a".formatted(); | concatenation with +
      String.format(Locale.ROOT, "a"); | concatenation with +
      "a".split(","); | indexOf, substring, replace
      java.util.regex.Pattern.compile("a"); | indexOf, substring, replace
      new java.util.Scanner("a"); | indexOf, substring, replace
      "a".intern(); | equals
      Locale.getDefault(); | Locale.ROOT, or another constant
      Locale.forLanguageTag("de"); | Locale.ROOT, or another constant
      java.nio.charset.Charset.forName("UTF-8"); | java.nio.charset.StandardCharsets
      new java.io.StringWriter(); | StringBuilder
      new java.io.StringReader("a"); | String.lines(), or charAt and indexOf
      new java.io.ByteArrayInputStream(null); | byte[] and String, as Page.bytes()
      new java.io.File("a"); | Visit.fetch for pages, Visit.report for results
      java.nio.file.Files.readString(null); | Visit.fetch for pages, Visit.report for results
      java.nio.file.Path.of("a"); | Visit.fetch for pages, Visit.report for results
      java.net.http.HttpClient.newHttpClient(); | Visit.fetch
      new java.net.Socket(); | Visit.fetch
      java.net.URI.create("a"); | dev.sojourn.agent.PageUrl
      javax.xml.parsers.DocumentBuilderFactory.newInstance(); | the views of dev.sojourn.agent.Page
      new java.math.BigDecimal(1); | long, double or own arithmetic
      new java.util.IdentityHashMap<String, String>(); | HashMap
      new java.util.Vector<String>(); | ArrayList, ArrayDeque or HashMap
      new java.lang.ref.WeakReference<>("a"); | ordinary references
      java.util.stream.StreamSupport.stream(null, false); | a stream() of a collection
      """;

  /// Compiled as one source and admitted one by one: a refusal names twenty things at most.
  @Test
  void whatAuthorsOftenUseHasAHintOfItsOwn() {
    var lines = OFTEN_USED.lines().map(line -> line.split(" \\| ")).toList();
    var source = new StringBuilder("package guest; import java.util.*; class Guest {\n");
    for (int i = 0; i < lines.size(); i++) {
      source.append("static class S%d { static void s() throws Throwable { ".formatted(i));
      source.append(lines.get(i)[0]).append(" } }\n");
    }
    var classes = AgentSource.compile(source.append("}").toString());
    var all = new SoftAssertions();
    for (int i = 0; i < lines.size(); i++) {
      var name = "guest.Guest$S" + i;
      all.assertThat(refusal(AgentSource.jar(Map.of(name, classes.get(name)))))
          .as(lines.get(i)[0])
          .contains("(allowed: " + lines.get(i)[1]);
    }
    all.assertAll();
  }

  @Test
  void classesThatALibraryWouldBringNameTheWayWithoutIt() {
    assertThat(Hints.ofClass("com.google.gson.Gson"))
        .contains("put it into the jar, or use Visit.report of a record, which becomes JSON)");
    assertThat(Hints.ofClass("org.slf4j.Logger")).contains("or use Visit.log)");
    assertThat(Hints.ofClass("org.w3c.dom.Node")).contains("or use the views of dev.sojourn");
  }

  @Test
  void whereThereIsNoneTheListIsNamedThatTheDocumentsLinkTo() throws IOException {
    assertThat(refusal(AgentSource.visiting("Character.getName(65);")))
        .endsWith(
            "(allowed: the agent API and the part of java.base that jdk-allowed.txt lists, see"
                + " docs/sandbox.md)");
    assertThat(Files.readString(Path.of("../docs/sandbox.md"))).contains("[`jdk-allowed.txt`](");
  }

  /// Such a class is no secret of the JDK; the jar was packed without it.
  @Test
  void aClassThatTheJarLacksIsNotTakenForAForbiddenOne() throws IOException {
    var jar =
        AgentSource.agent(
            """
            static class Lost {}
            static class Heir extends Lost {}
            public Next visit(Visit visit) { new Lost(); return Next.done(); }
            """);

    var refused =
        catchThrowableOfType(
            RefusedException.class, () -> Admission.admit(without("guest/Guest$Lost.class", jar)));

    var where =
        ", which is not in the jar (allowed: classes that travel along; put it into the jar)";
    assertThat(refused).hasMessage("guest.Guest.visit (line 7) uses guest.Guest$Lost" + where);
    assertThat(refused.others()).contains("guest.Guest$Heir extends guest.Guest$Lost" + where);
  }

  private static byte[] without(String name, byte[] jar) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var from = new ZipInputStream(new ByteArrayInputStream(jar));
        var to = new ZipOutputStream(bytes)) {
      for (var entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
        if (!entry.getName().equals(name)) {
          to.putNextEntry(new ZipEntry(entry.getName()));
          from.transferTo(to);
        }
      }
    }
    return bytes.toByteArray();
  }
}
