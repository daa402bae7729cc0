package dev.sojourn.sandbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents that fill their stack and then ask the worker for something, with room for a few more
/// calls than the time before. Wherever the worker's code is broken off, the next visit in the same
/// worker finds all of it whole.
@Timeout(120)
class FullStackIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(1, 8);

  private static final VisitLimits LIMITS =
      new VisitLimits(
          Duration.ofSeconds(50),
          Duration.ofSeconds(10),
          2L << 30,
          10_000,
          64 << 20,
          10_000,
          64 << 10,
          16 << 20,
          10_000,
          1 << 20,
          10_000,
          2_000,
          Duration.ZERO);

  private static final String HTML =
      "<!DOCTYPE html><html lang=en><head><title>T &amp;"
          + " &CounterClockwiseContourIntegral;</title><meta charset=iso-8859-15><meta name=robots"
          + " content='noindex, max-snippet:5'><base"
          + " href=/b/></head><body><h1>O<svg><path/></svg></h1><table><tr><td>x<p>y</table><math><mi>z</mi></math><select><option>a</select><![CDATA[c]]><!--"
          + " c --><?php e ?><form><input"
          + " name=q><textarea>t</textarea></form><script>s()</script><style>i{}</style><a"
          + " href='../c?d=&eacute;#f' rel=nofollow>l</a><frameset><frame></frameset></body>";

  private static final String MEMBERS =
      """
      enum Kind { ONE, TWO { int n; } }
      record Inner(Map<String, List<Integer>> map, Optional<Double> number) {}
      record Seen(String text, double d, float f, long l, char c, boolean b, java.time.Instant at,
          Kind kind, Inner inner, OptionalInt none) {}
      private Map<String, Object> kept = new TreeMap<>();
      private Frontier frontier = new Frontier();
      private int tries;

      void keepMuch() {
        kept.put("a", new ArrayDeque<>(List.of(1, 2L, 'c', 1.5, 2.5f)));
        kept.put("b", new HashMap<>(Map.of(Kind.ONE, java.time.Instant.EPOCH)));
        kept.put("c", new LinkedHashSet<>(Set.of(java.time.LocalDate.EPOCH)));
        kept.put("e", new int[][] {{1}, {2}});
        kept.put("f", java.time.Duration.ofDays(1));
        kept.put("g", new BitSet(9));
        kept.put("h", new Inner(Map.of("k", List.of(1)), Optional.of(1.5)));
        kept.put("i", Kind.TWO);
        kept.put("j", Optional.of(new UUID(1, 2)));
        kept.put("k", new PriorityQueue<>(List.of("x", "y")));
        kept.put("l", new LinkedList<>(List.of(1, 2)));
      }
      void save(Visit visit) { keepMuch(); visit.checkpoint(); }
      void say(Visit visit) {
        visit.log("one\\u0000two");
        visit.report(new Seen("\\u0001\\ud800", 1e300, 1.1f, 3, 'c', true,
            java.time.Instant.EPOCH.plusNanos(5), Kind.TWO,
            new Inner(Map.of("k", List.of(1, 2)), Optional.of(0.1)), OptionalInt.empty()));
        visit.refer("http://127.0.0.1:8080/%7e\\u00e9?x#y");
      }
      void read(Visit visit) {
        if (visit.fetch("http://127.0.0.1:8080/p") instanceof Page page) {
          visit.log(page.title() + page.headings() + page.text() + page.language() + page.links()
              + page.directives() + page.body().length() + page.digest() + page.header("X"));
          frontier.addLinks(page);
        }
        visit.log("" + visit.fetch("http://elsewhere.example/"));
      }
      void ask(Visit visit) {
        visit.log("" + (visit.budget().pages() >= 0) + visit.now().isAfter(java.time.Instant.EPOCH)
            + visit.random().nextInt(3, 4) + visit.scope() + visit.starts());
      }
      """;

  /// The work that the JDK does once for all visits: lambdas of its own, tables, rules of
  /// languages.
  private static final String JDK =
      """
      void functions(Visit visit) {
        var order = Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
        var next = java.util.function.Function.<Integer>identity().andThen(n -> n + 1);
        visit.log(List.of("a", "bc", "b").stream().sorted(order).toList() + "" + next.apply(1)
            + java.util.function.Predicate.not(String::isEmpty).or(String::isBlank).test("")
            + new TreeMap<>(Map.of("a", 1)).entrySet().stream().max(Map.Entry.comparingByValue()));
      }
      void streams(Visit visit) {
        var words = List.of("b", "a", "b");
        visit.log(new TreeMap<>(words.stream().collect(java.util.stream.Collectors.groupingBy(
                String::strip, java.util.stream.Collectors.counting())))
            + words.stream().collect(java.util.stream.Collectors.joining(","))
            + java.util.stream.IntStream.of(3, 1).summaryStatistics()
            + words.stream().mapToDouble(String::length).average()
            + words.stream().collect(java.util.stream.Collectors.partitioningBy("a"::equals)));
      }
      void texts(Visit visit) {
        String rare = "none";
        try { rare = "" + "a\u4e00".getBytes("x-windows-949").length; } catch (java.io.IOException e) { }
        visit.log("\u0391\u03a3 B\u03a3".toLowerCase(Locale.GERMAN) + "\u0391\u03a3".toLowerCase(Locale.FRENCH)
            + "\u0130".toLowerCase(Locale.UK) + rare + UUID.nameUUIDFromBytes(new byte[] {1})
            + java.time.OffsetDateTime.parse("2026-01-01T00:00:00Z")
            + java.time.Duration.parse("PT1H") + java.time.temporal.ChronoField.YEAR
            + String.class.getSimpleName() + java.time.DayOfWeek.valueOf("MONDAY")
            + Double.parseDouble("1e-320") + 1.1e-30f + Base64.getMimeEncoder().encodeToString(new byte[9]));
      }
      """;

  private static final String DIG =
      """
      void dig(Runnable attempt) {
        try { dig(attempt); } catch (StackOverflowError e) { }
        if (tries < TRIES) {
          tries++;
          try { attempt.run(); tries = TRIES; } catch (Throwable t) {  }
        }
      }
      """;

  private static final byte[] HONEST =
      AgentSource.agent(
          MEMBERS
              + JDK
              + "public Next visit(Visit visit) { say(visit); read(visit); ask(visit); save(visit);"
              + " functions(visit); streams(visit); texts(visit);"
              + " return Next.onward(List.of(\"http://127.0.0.1:8080/n\")); }");

  /// In a worker that has seen no hostile agent.
  private static @Nullable RecordingServices whole;

  @BeforeAll
  static void visitAFreshWorker() throws Exception {
    whole = visit("fresh", HONEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"say", "read", "save", "functions", "texts"})
  void nothingOfTheWorkerOrTheJdkIsBrokenForTheNextVisit(String attempt) throws Exception {
    assertNothingIsBroken(attempt);
  }

  @Tag("long-form")
  @ParameterizedTest
  @ValueSource(strings = {"ask", "streams"})
  void nothingElseIsBrokenForTheNextVisit(String attempt) throws Exception {
    assertNothingIsBroken(attempt);
  }

  private static void assertNothingIsBroken(String attempt) throws Exception {
    var whole = requireNonNull(FullStackIT.whole);
    var hostile =
        AgentSource.agent(
            MEMBERS
                + JDK
                + DIG.replace("TRIES", "800")
                + "public Next visit(Visit visit) { dig(() -> "
                + attempt
                + "(visit)); return Next.done(); }");
    // It may end in any way that does not cost the worker.
    assertThat(SANDBOX.start(Orders.of(attempt, hostile, LIMITS), desk()).await())
        .isNotInstanceOf(VisitEnd.WorkerEnded.class);

    var after = visit(attempt, HONEST);
    assertThat(after.lines).isEqualTo(whole.lines);
    assertThat(after.findings).isEqualTo(whole.findings).isNotEmpty();
    assertThat(after.referrals).isEqualTo(whole.referrals);
  }

  private static RecordingServices visit(String signer, byte[] jar) throws Exception {
    var desk = desk();
    assertThat(SANDBOX.start(Orders.of(signer, jar, LIMITS), desk).await())
        .isInstanceOf(VisitEnd.Finished.class);
    return desk;
  }

  private static RecordingServices desk() {
    return new RecordingServices(
        url -> ReadPage.of(url, Map.of("Content-Type", List.of("text/html")), HTML));
  }
}
