package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every limit of a visit, run out in a real worker, also by an agent that catches what it can.
@Timeout(180)
class LimitOutcomesIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(1, 2);

  private static final Duration LONG = Duration.ofSeconds(50);
  private static final VisitLimits LIMITS = limits(LONG, LONG);

  /// A visit that saves one finding and then goes over one limit.
  ///
  /// @param limit its name
  /// @param statements what the agent does over and over
  /// @param limits of the visit
  /// @param reason how it ends
  record Case(String limit, String statements, VisitLimits limits, String reason) {
    @Override
    public String toString() {
      return limit;
    }
  }

  private static Stream<Case> cases() {
    var page = "visit.fetch(visit.starts().getFirst());";
    return Stream.of(
        new Case("wallClock", "n++;", limits(Duration.ofMillis(500), LONG), "all of 500 ms spent"),
        new Case("cpu", "n++;", limits(LONG, Duration.ofMillis(200)), "all of 200 ms spent"),
        new Case(
            "allocatedBytes",
            "kept = new int[1_000];",
            limits(64 << 20, 1 << 20),
            "all of 67108864 spent"),
        new Case(
            "stateBytes", "kept = new byte[9_000]; visit.checkpoint();", LIMITS, "more than 8192"),
        new Case("pages", page, LIMITS, "all of 5 spent"),
        new Case("pageBytes", page, limits(64L << 30, 40), "all of 40 spent"),
        new Case("findings", "visit.report(new F(n));", LIMITS, "all of 6 spent"),
        new Case(
            "unkeptBytes",
            "visit.report(new T(\"x\".repeat(60_000)));",
            muchSaid(Duration.ZERO),
            "more than 12582912 said without a checkpoint"),
        new Case("outputBytes", "visit.log(\"x\".repeat(900));", LIMITS, "more than 3000"),
        new Case("logLines", "visit.log(\"x\");", LIMITS, "all of 7 spent"),
        new Case(
            "checkpoints",
            "visit.checkpoint();",
            limits(Duration.ofSeconds(10), LONG),
            "all of 11000 spent"),
        new Case("messages", "visit.checkpoint();", rarelySaved(), "all of 30 spent"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aLimitThatRunsOutEndsTheVisitByItsName(Case each) throws Exception {
    assertStopped(each, "while (true) { %s }");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anAgentThatCatchesAllItCanEndsByTheSameName(Case each) throws Exception {
    assertStopped(each, "while (true) try { %s } catch (Throwable t) { n++; }");
  }

  /// What fails to be kept is still unkept, and what is said while it is kept counts as well.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "say(visit, 50); kept = new Object();"
            + " try { visit.checkpoint(); } catch (RuntimeException e) { } say(visit, 180);",
        // The worker asks each enum for its constants to find the enum of an empty map.
        "current = visit; kept = new java.util.EnumMap<Key, String>(Key.class);"
            + " say(visit, 130); visit.checkpoint();",
      })
  void whatIsNotYetKeptCountsWhereverItIsSaid(String statements) throws Exception {
    var jar =
        AgentSource.agent(
            """
            record T(String text) {}
            static Visit current;
            enum Asked { A; static { say(current, 120); } }
            enum Key { A }
            Object kept;
            static void say(Visit visit, int times) {
              for (int i = 0; i < times; i++) { visit.report(new T("x".repeat(60_000))); }
            }
            public Next visit(Visit visit) { STATEMENTS return Next.done(); }
            """
                .replace("STATEMENTS", statements));
    var order = Orders.of("signer", jar, muchSaid(Duration.ZERO));

    assertThat(SANDBOX.start(order, RecordingServices.ofHtml("")).await())
        .isInstanceOfSatisfying(
            VisitEnd.Stopped.class, end -> assertThat(end.limit()).isEqualTo("unkeptBytes"));
  }

  @Test
  void anAgentThatOftenCallsForACheckpointMaySayMuchBetweenTwoThatAreDue() throws Exception {
    var jar =
        AgentSource.agent(
            """
            record T(String text) {}
            public Next visit(Visit visit) {
              for (int i = 0; i < 400; i++) {
                visit.report(new T("x".repeat(60_000)));
                visit.checkpoint();
              }
              return Next.done();
            }
            """);
    var desk = RecordingServices.ofHtml("");
    var order = Orders.of("signer", jar, muchSaid(Duration.ofHours(1)));

    assertThat(SANDBOX.start(order, desk).await()).isInstanceOf(VisitEnd.Finished.class);

    assertThat(desk.findings).hasSize(400);
    // One after each 4 to 8 MiB, and one at the end: none is due in an hour.
    assertThat(desk.states).hasSizeBetween(2, 5);
  }

  /// The URL is as long as may be. With short ones, the records of 45,000 pages would be as much.
  @Test
  void anAgentThatReadsOnIsStoppedUnlessItCallsForCheckpoints() throws Exception {
    var url = Orders.ORIGIN + "/" + "x".repeat(PageUrl.MAX_CHARS - Orders.ORIGIN.length() - 1);
    int most = VisitLimits.MAX_UNKEPT_BYTES / VisitLimits.pageRecordBytes(url, "");
    var loop = "for (int i = 0; i <= " + most + "; i++) { visit.fetch(\"" + url + "\"); %s }";
    var saving = RecordingServices.ofNothing();
    var silent = RecordingServices.ofNothing();

    assertThat(read(loop.formatted("visit.checkpoint();"), saving))
        .isInstanceOf(VisitEnd.Finished.class);
    assertThat(read(loop.formatted(""), silent))
        .isInstanceOfSatisfying(
            VisitEnd.Stopped.class, end -> assertThat(end.limit()).isEqualTo("unkeptBytes"));

    assertThat(saving.pages).hasSize(most + 1);
    assertThat(silent.pages).hasSize(most);
  }

  private static VisitEnd read(String loop, RecordingServices desk) throws InterruptedException {
    var order = Orders.of("signer", AgentSource.visiting(loop), Orders.endless());
    return SANDBOX.start(order, desk).await();
  }

  /// Makes the visit; while it runs, its owner writes to it without pause if that is the case.
  private static void assertStopped(Case each, String loop) throws Exception {
    var jar =
        AgentSource.agent(
            """
            record F(int n) {}
            record T(String text) {}
            int n;
            Object kept;
            public Next visit(Visit visit) {
              visit.report(new F(0));
              visit.checkpoint();
              if (n == 0) { LOOP }
              return Next.done();
            }
            """
                .replace("LOOP", loop.formatted(each.statements)));
    var desk = RecordingServices.ofHtml("twenty octets, or so");
    var visiting = SANDBOX.start(Orders.of("signer", jar, each.limits), desk);
    if (each.limit.equals("messages")) {
      writeUntilItEnds(visiting, desk);
    }
    var end = visiting.await();

    assertThat(end)
        .isEqualTo(new VisitEnd.Stopped(each.limit, each.limit + ": " + each.reason, end.where()));
    assertThat(end.where().className()).isEqualTo("guest.Guest");
    assertThat(end.where().method()).isEqualTo("visit");
    assertThat(desk.findings).startsWith("{\"n\":0}");
    assertThat(desk.states).isNotEmpty();
  }

  /// Writes as many messages at once as a visit takes, again and again, from when its state was
  /// saved for the first time.
  private static void writeUntilItEnds(VisitHandle visiting, RecordingServices desk)
      throws Exception {
    await().atMost(Duration.ofSeconds(60)).until(() -> !desk.states.isEmpty());
    boolean over = false;
    while (!over) {
      var replies = new ArrayList<CompletableFuture<MessageReply>>();
      for (int i = 0; i < 8; i++) {
        replies.add(visiting.message("again"));
      }
      for (var reply : replies) {
        over = reply.get(60, TimeUnit.SECONDS) instanceof MessageReply.NotRunning;
      }
    }
  }

  private static VisitLimits limits(Duration wallClock, Duration cpu) {
    return limits(wallClock, cpu, 64L << 30, 1 << 20, Duration.ZERO);
  }

  private static VisitLimits limits(long allocatedBytes, long pageBytes) {
    return limits(LONG, LONG, allocatedBytes, pageBytes, Duration.ZERO);
  }

  /// Saved rarely enough that `checkpoints` cannot run out in the time that there is.
  private static VisitLimits rarelySaved() {
    return limits(LONG, LONG, 64L << 30, 1 << 20, Duration.ofMillis(10));
  }

  private static VisitLimits muchSaid(Duration saved) {
    return new VisitLimits(
        LONG, LONG, 64L << 30, 5, 1 << 20, 500, 64 << 10, 1 << 30, 4, 8_192, 7, 30, saved);
  }

  private static VisitLimits limits(
      Duration wallClock, Duration cpu, long allocatedBytes, long pageBytes, Duration saved) {
    return new VisitLimits(
        wallClock, cpu, allocatedBytes, 5, pageBytes, 6, 100, 3_000, 4, 8_192, 7, 30, saved);
  }
}
