package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Hostile agents in real worker processes. Each names what it tries; the test says how it ends.
class HostileAgentIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(4, 8);

  private static final String BUSY = "static int n; static void spin() { while (true) n++; }\n";

  private static final List<String> ENDLESS =
      List.of(
          "while (true) {}",
          "for (int i = 0; ; i++) { n = i; }",
          "for (long i = 0; i < Long.MAX_VALUE; i++) n += (int) i;",
          "for (int i = 0; i < Integer.MAX_VALUE; i++) for (int j = 0; j < Integer.MAX_VALUE; j++)"
              + " n ^= j;",
          "while (true) try { spin(); } catch (Throwable t) { n++; }",
          "while (true) try { spin(); } finally { continue; }",
          "try { spin(); } catch (Throwable t) { while (true) try { spin(); } catch (Error e) {} }",
          "try { spin(); } finally { spin(); }",
          "do { try { throw new Error(); } catch (Throwable t) { t.addSuppressed(t.getCause() =="
              + " null ? new Error() : t); } } while (true);",
          "List<Integer> l = new ArrayList<>(); for (int i = 0; i < 9; i++) l.add(i); while (true)"
              + " l.sort((a, b) -> n++ % 3 - 1);",
          "new Object() { @Override public int hashCode() { spin(); return 0; } }.hashCode();",
          "new HashSet<Object>().add(new Object() { @Override public int hashCode() { spin();"
              + " return 0; } });",
          "\"\".equals(\"\" + new Object() { @Override public String toString() { while (true) n++;"
              + " } });",
          "Runnable[] r = new Runnable[1]; r[0] = () -> { while (true) n++; }; r[0].run();",
          "java.util.stream.IntStream.range(0, 10).forEach(i -> spin());",
          "new TreeMap<String, String>((a, b) -> { spin(); return 0; }).put(\"a\", \"b\");",
          "switch (n) { default -> { while (true) switch (n) { case 5: n = 4; default: n++; } } }",
          "for (;;) visit.budget();",
          "for (;;) visit.refer(\"not a url\");",
          "while (true) visit.fetch(\"mailto:x\");");

  private static final byte[] RUNS_ON = AgentSource.oneOfMany(BUSY, ENDLESS);

  static List<String> endless() {
    return ENDLESS;
  }

  @ParameterizedTest
  @MethodSource("endless")
  void isStoppedWhenItRunsOn(String statements) throws Exception {
    long started = System.nanoTime();
    var limits = limits(Duration.ofSeconds(120), Duration.ofMillis(50));
    var order = Orders.ofOne(ENDLESS.indexOf(statements), RUNS_ON, limits);
    var end = SANDBOX.start(order, RecordingServices.ofNothing()).await();
    assertStopped(end, "cpu", "cpu: all of 50 ms spent");
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(60));
  }

  @Test
  void isStoppedWhenItsInitialiserRunsOn() throws Exception {
    var jar =
        AgentSource.agent(
            BUSY + "static { spin(); } public Next visit(Visit visit) { return Next.done(); }");
    assertStopped(
        run(jar, limits(Duration.ofSeconds(30), Duration.ofMillis(300))),
        "cpu",
        "cpu: all of 300 ms spent");
  }

  @Test
  void isStoppedWhenItsTimeIsUp() throws Exception {
    var jar =
        AgentSource.agent(BUSY + "public Next visit(Visit v) { spin(); return Next.done(); }");
    assertStopped(
        run(jar, limits(Duration.ofMillis(300), Duration.ofSeconds(30))),
        "wallClock",
        "wallClock: all of 300 ms spent");
  }

  @Test
  void isStoppedWhenItAllocatesWithoutEnd() throws Exception {
    var end = visit("List<Object> kept = null; while (true) kept = List.of(new int[100]);");
    assertStopped(end, "allocatedBytes", "allocatedBytes: all of 2147483648 spent");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "var l = java.util.stream.IntStream.range(0, Integer.MAX_VALUE).toArray(); visit.log(\"\" +"
            + " l);",
        "while (true) try { var l = new ArrayList<long[]>(); while (true) l.add(new long[1 << 10]);"
            + " } catch (OutOfMemoryError e) {}",
      })
  void costsItsWorkerWhenItFillsTheHeap(String statements) throws Exception {
    assertCostsItsWorker(statements);
  }

  @Tag("long-form")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "var l = new ArrayList<int[]>(); while (true) l.add(new int[10_000]);",
        "var b = new StringBuilder(\"x\"); while (true) b.append('x');",
        "var l = new LinkedList<Object>(); while (true) l.add(l.size() + \"text\");",
      })
  void costsItsWorkerHoweverItFillsTheHeap(String statements) throws Exception {
    assertCostsItsWorker(statements);
  }

  private static void assertCostsItsWorker(String statements) throws Exception {
    var end = visit(statements);

    // On a busy machine, the worker may be found silent before its heap is full.
    assertThat(end)
        .isIn(
            Stream.of(
                    "the worker ran out of memory",
                    "the worker was silent for 5 s, in a call that does not pause or for want of"
                        + " memory")
                .map(
                    reason ->
                        new VisitEnd.WorkerEnded(
                            WallName.METERING, reason, CodePlace.UNKNOWN, false))
                .toList());
  }

  @Test
  void costsItsWorkerWhenItHidesInACallOfTheJdk() throws Exception {
    // Each level hashes the one below twice; nothing of this is the agent's own code.
    var end =
        visit(
            """
            List<Object> bomb = new ArrayList<>();
            for (int i = 0; i < 60; i++) { var outer = new ArrayList<Object>();
              outer.add(bomb); outer.add(bomb); bomb = outer; }
            visit.log("" + bomb.hashCode());
            """,
            limits(Duration.ofSeconds(30), Duration.ofMillis(300)));
    assertThat(end)
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.METERING,
                "the agent did not stop within 1000 ms after the order to stop: cpu",
                new CodePlace("guest.Guest", "visit", 9),
                false));
  }

  @Test
  void failsWhenItRecursesWithoutEnd() throws Exception {
    var end = visit("new Object() { int f(int n) { return f(n + 1) + 1; } }.f(0);");
    assertThat(end)
        .isEqualTo(
            new VisitEnd.Failed(
                "java.lang.StackOverflowError", new CodePlace("guest.Guest$1", "f", 6)));
  }

  @Test
  void failsWithItsOwnExceptionAndItsPlace() throws Exception {
    assertThat(visit("throw new IllegalStateException(\"a\\nb\");"))
        .isEqualTo(
            new VisitEnd.Failed(
                "java.lang.IllegalStateException: a\ufffdb",
                new CodePlace("guest.Guest", "visit", 6)));
  }

  @Test
  void cannotLieInAnExceptionForEver() throws Exception {
    var jar =
        AgentSource.agent(
            """
            static class Liar extends RuntimeException {
              @Override public String getMessage() { while (true) {} }
            }
            public Next visit(Visit visit) { throw new Liar(); }
            """);
    assertThat(run(jar, limits(Duration.ofSeconds(30), Duration.ofMillis(300))))
        .isEqualTo(
            new VisitEnd.Stopped(
                "cpu", "cpu: all of 300 ms spent", new CodePlace("guest.Guest", "visit", 8)));
  }

  /// Its owner would read the limit of another's exception, and its length would cost the worker.
  @Test
  void cannotNameALimitInAnExceptionOfItsOwn() throws Exception {
    var jar =
        AgentSource.agent(
            """
            static int n;
            // The worker asks each enum for its constants to find the enum of an empty map.
            enum Asked {
              A;
              static {
                if (n == 0) throw new IllegalArgumentException("stateBytes" + "y".repeat(30_000));
              }
            }
            enum Key { A }
            Object kept = new java.util.EnumMap<Key, String>(Key.class);
            void deep(Visit visit, int n) { if (n > 0) deep(visit, n - 1); else visit.checkpoint(); }
            public Next visit(Visit visit) { deep(visit, 100); return Next.done(); }
            """);
    assertThat(run(jar, limits(Duration.ofSeconds(30), Duration.ofSeconds(3))))
        .isInstanceOfSatisfying(
            VisitEnd.Failed.class,
            end -> assertThat(end.reason()).contains("stateBytesy").hasSizeLessThan(501));
  }

  @ParameterizedTest
  @CsvSource({
    "Next.park(null), until: null (expected: what wakes the agent)",
    "Next.along(null), itinerary: null (expected: the legs to go)",
    "'Next.park(new WakeConditions(null, true, true))', 'time: null (expected: a time, or empty)'",
    "null, visit() returned null",
  })
  void endsByItsOwnFaultWhereItWantsNothingNext(String next, String reason) throws Exception {
    assertThat(visit("return " + next + ";"))
        .isInstanceOfSatisfying(
            VisitEnd.Failed.class,
            end -> assertThat(end.reason()).isEqualTo("java.lang.NullPointerException: " + reason));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Scope", "PageUrl", "Budget", "Link", "KnownPage"})
  void isDeniedWhereItsConstructorTakesARecordOfTheAgentApi(String type) throws Exception {
    var jar =
        AgentSource.agent(
            "public Guest(%s given) {} public Next visit(Visit visit) { return Next.done(); }"
                .formatted(type));

    assertThat(run(jar, limits(Duration.ofSeconds(30), Duration.ofSeconds(3))))
        .isInstanceOfSatisfying(
            VisitEnd.Denied.class,
            end ->
                assertThat(end.reason())
                    .isEqualTo(
                        "guest.Guest has no public constructor without parameters, nor one with a"
                            + " record of its own"));
  }

  @Test
  void isDeniedWhenItNamesTheSystem() throws Exception {
    assertThat(visit("System.exit(0);"))
        .isEqualTo(
            new VisitEnd.Denied(
                WallName.ADMISSION,
                "guest.Guest.visit (line 6) uses java.lang.System.exit"
                    + " (allowed: return from visit())",
                new CodePlace("guest.Guest", "visit", 6),
                List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "guest.Missing, the jar has no class guest.Missing",
    "guest.Guest$Inner, guest.Guest$Inner is no agent (expected: a public class that implements"
        + " Agent)",
    "java.lang.System, the jar has no class java.lang.System",
  })
  void isDeniedWithoutAnEntry(String entry, String reason) throws Exception {
    var jar =
        AgentSource.agent("class Inner {} public Next visit(Visit v) { return Next.done(); }");
    var order = Orders.of(jar);
    var changed =
        new VisitOrder(
            order.signer(),
            "x",
            new VisitOrder.Code(order.code().digest(), jar, entry),
            Optional.empty(),
            new VisitOrder.Inputs("TestBot", order.inputs().starts(), order.inputs().scope(), 1),
            order.limits());
    assertThat(SANDBOX.start(changed, RecordingServices.ofNothing()).await())
        .isEqualTo(new VisitEnd.Denied(WallName.ADMISSION, reason, CodePlace.UNKNOWN, List.of()));
  }

  @Test
  void cannotFloodFindings() throws Exception {
    var desk = RecordingServices.ofNothing();
    var jar =
        AgentSource.visiting("record F(int n) {} for (int i = 0; ; i++) visit.report(new F(i));");
    var end = SANDBOX.start(Orders.of(jar), desk).await();
    assertStopped(end, "findings", "findings: all of 1000 spent");
    assertThat(desk.findings).hasSize(1_000).startsWith("{\"n\":0}").endsWith("{\"n\":999}");
  }

  @Test
  void cannotFloodPages() throws Exception {
    var desk = RecordingServices.ofNothing();
    var jar =
        AgentSource.visiting("for (int i = 0; ; i++) visit.fetch(visit.starts().get(0) + i);");
    var end = SANDBOX.start(Orders.of(jar), desk).await();
    assertStopped(end, "pages", "pages: all of 1000 spent");
    assertThat(desk.pages).hasSize(1_000);
  }

  @Test
  void cannotFloodReferrals() throws Exception {
    var desk = RecordingServices.ofNothing();
    var jar =
        AgentSource.visiting(
            "for (int i = 0; i < 10_000; i++) visit.refer(\"http://x.example/\" + i);"
                + " visit.refer(visit.scope().origin() + \"/elsewhere\"); visit.checkpoint();"
                + " visit.fetch(\"http://x.example/last\");");
    var end = SANDBOX.start(Orders.of(jar), desk).await();
    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    // Half of the 1,000 that it may make may lead to other sites.
    assertThat(desk.referrals).hasSize(501).last().asString().endsWith("/elsewhere");
    assertThat(desk.dropped.stream().mapToLong(Long::longValue).sum()).isEqualTo(9_501);
  }

  /// The number is fixed: neither host nor owner can grant more referrals to that end.
  @Test
  void moreUrlsToGoOnToThanThereMayBeAreNoWantOfReferrals() throws Exception {
    var jar =
        AgentSource.visiting(
            "if (visit != null) return Next.onward(Collections.nCopies(1_001, \"http://x/\"));");
    var end = SANDBOX.start(Orders.of(jar), RecordingServices.ofNothing()).await();
    assertThat(end)
        .isInstanceOfSatisfying(
            VisitEnd.Stopped.class,
            stopped -> {
              assertThat(stopped.limit()).isEqualTo("next");
              assertThat(stopped.reason()).contains("1001 URLs to go on to (allowed: 1000)");
            });
  }

  @Test
  void cannotFloodTheLogNorBreakItsLines() throws Exception {
    var desk = RecordingServices.ofNothing();
    var jar =
        AgentSource.visiting(
            "for (int i = 0; i < 100; i++) visit.log(i + \"\\r"
                + "\\n"
                + "\\u001b[2J\\u202e\" + \"x\".repeat(5000));");
    var end = SANDBOX.start(Orders.of(jar), desk).await();
    assertStopped(end, "logLines", "logLines: all of 20 spent");
    assertThat(desk.lines).hasSize(20);
    assertThat(desk.lines.getFirst()).hasSize(1_000).startsWith("0\ufffd\ufffd\ufffd[2J\ufffdxxx");
  }

  @Test
  void cannotReportMoreThanItsOutput() throws Exception {
    var desk = RecordingServices.ofNothing();
    var jar =
        AgentSource.visiting(
            "record F(String s) {} var big = \"x\".repeat(60_000);"
                + " for (int i = 0; ; i++) visit.report(new F(big));");
    var end = SANDBOX.start(Orders.of(jar), desk).await();
    assertStopped(end, "outputBytes", "outputBytes: more than 4194304");
    assertThat(desk.findings).hasSize(69);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          record F(Object o) {} visit.report(new F(new Object()));                   | a finding holds a java.lang.Object
          record F(Object o) {} visit.report(new F(visit));                          | a finding holds a dev.sojourn.sandbox.worker.GuestVisit
          record F(Object o) {} visit.report(new F(Map.of(1, 2)));                   | a map in a finding has a key that is no String
          record F(Object o) {} visit.report(new F(Map.of("x".repeat(1_001), 2)));   | a name of more than 1000 characters
          record F(Object o) {} visit.report(new F(Map.of("" + (char) 0xd800, 1, "" + (char) 0xd801, 2))); | a key twice
          record F(double d) {} visit.report(new F(0.0 / 0));                        | NaN in a finding
          record F(String s) {} visit.report(new F("x".repeat(70_000)));             | a finding of more than 65536 bytes
          record F(Object o) {} var l = new ArrayList<Object>(); l.add(l); visit.report(new F(l)); | nested more than 32 deep
          """)
  void cannotReportWhatIsNoJson(String statements, String reason) throws Exception {
    var end = visit(statements);
    assertThat(end).isInstanceOf(VisitEnd.Failed.class);
    assertThat(((VisitEnd.Failed) end).reason())
        .startsWith("java.lang.IllegalArgumentException")
        .contains(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          byte[] b = new byte[2_000_000];                                      | stateBytes
          Runnable r = () -> {};          | Guest$$Lambda
          Set<Object> s = new HashSet<>(List.of(List.of(1)));                  | as a key
          Object o = new TreeSet<String>(Comparator.reverseOrder());           | a comparator
          List<Object> l = deep();                                             | 100 levels deep
          Object o = new Error();                                              | java.lang.Error
          """)
  void cannotCarryAwayWhatCannotTravel(String field, String reason) throws Exception {
    var jar =
        AgentSource.agent(
            field
                + " static List<Object> deep() { List<Object> l = new ArrayList<>(); for (int i ="
                + " 0; i < 5000; i++) { var m = new ArrayList<Object>(); m.add(l); l = m; } return"
                + " l; } public Next visit(Visit visit) { return Next.done(); }");
    var end = run(jar, Orders.limits());
    assertThat(end).isInstanceOfAny(VisitEnd.Failed.class, VisitEnd.Stopped.class);
    assertThat(end.toString()).contains(reason);
  }

  @Test
  void cannotBringStateOfAnotherKind() throws Exception {
    var jar = AgentSource.agent("int n; public Next visit(Visit visit) { return Next.done(); }");
    for (var state : new byte[][] {{}, {1}, {9, 9}, {1, -1, -1, -1, -1, 15}, new byte[100]}) {
      var order = Orders.of("signer", jar, Orders.limits(), Optional.of(state));
      var end = SANDBOX.start(order, RecordingServices.ofNothing()).await();
      assertThat(end).isInstanceOf(VisitEnd.Denied.class);
      assertThat(((VisitEnd.Denied) end).reason()).startsWith("the state cannot be read: ");
    }
  }

  @Test
  void seesNothingOfAnotherVisitOfItsOwnSigner() throws Exception {
    var jar =
        AgentSource.agent(
            "static int shared; public Next visit(Visit v) { v.log(\"\" + shared++); return"
                + " Next.done(); }");
    for (int i = 0; i < 3; i++) {
      var desk = RecordingServices.ofNothing();
      SANDBOX.start(Orders.of(jar), desk).await();
      assertThat(desk.lines).containsExactly("0");
    }
  }

  /// Stopped for this reason, and in the agent's own code.
  private static void assertStopped(VisitEnd end, String limit, String reason) {
    assertThat(end).isEqualTo(new VisitEnd.Stopped(limit, reason, end.where()));
    assertThat(end.where().className()).startsWith("guest.Guest");
  }

  private static VisitEnd visit(String statements) throws Exception {
    return visit(statements, Orders.limits());
  }

  private static VisitEnd visit(String statements, VisitLimits limits) throws Exception {
    return run(AgentSource.visiting(statements), limits);
  }

  private static VisitEnd run(byte[] jar, VisitLimits limits) throws Exception {
    return SANDBOX.visit(jar, limits);
  }

  private static VisitLimits limits(Duration wallClock, Duration cpu) {
    return Orders.limits(wallClock, cpu, 64L << 30);
  }
}
