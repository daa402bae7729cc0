package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A worker that an agent has taken over cannot harm its caller: it only loses its life.
class HostileWorkerIT {
  private static final String RULES = "the worker broke the rules of the pipe: ";

  /// The time of visits that end by something else.
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hex 000000051f00000001                        | message of type 31 (expected: 65 to 82, or 84 to 86)
          hex ffffffff4400000001                        | message of -6 bytes (expected: at most 1048580)
          hex 7fffffff4400000001                        | message of 2147483642 bytes (expected: at most 1048580)
          hex 000000064200000001ff                      | message of 1 bytes (expected: at most 0)
          hex 00000009430000000100000009                | length: 9 (expected: at most 0)
          hex 000000094300000001ffffffff                | length: -1 (expected: at most 0)
          hex 0000000a430000000100000001ff              | text that is not UTF-8
          hex 00000019430000000100000001610000000000000000000000000000ff | 1 bytes after the end of a message
          hex 0000000643000000ff00                      | a message ends early
          hex 0000000543000000ff                        | a message ends early
          hex 0000001b43000000ff000000046161616a0000000000000000000000000000 | a message for visit 255, which is not here
          hex 000000174300000000000000000000000000000000000000000000 | message of type 67 for visit 0
          ready                                         | a message for visit 0, which is not here
          started                                       | a visit that starts twice
          page not a url                                | a URL that is not normalised
          page http://127.0.0.1:8080/a/../b             | a URL that is not normalised
          page file:///etc/passwd                       | a URL that is not normalised
          hex 0000001d4300000001000000016100000000000000000001000000010000000161 | 1 texts of pages with validators
          ahead http://127.0.0.1:8080/a                 | 1 pages ahead (allowed: 0)
          refer HTTP://x.example/                       | a URL that is not normalised
          finding []                                    | a finding that is no JSON object on one line
          finding {"a":1}{"b":2}                        | a finding that is no JSON object on one line
          finding {"a":01}                              | a finding that is no JSON object on one line
          hex 0000001644000000010000000d7b2261223a22c29b324a78227d | a finding that is no JSON object on one line
          hex 0000001d49000000010000000000000000010000000b66696c653a2f2f2f657463 | a URL that is not normalised
          hex 0000002049000000010000000000000000010000000e687474703a2f2f612f0a7a7a7a7a | a URL that is not normalised
          many 1001 finding {}                          | findings: more than 1000
          many 1001 refer http://x.example/             | referrals: more than 1000
          hex 0000000d50000000010000000000000000        | a drop of 0 referrals
          hex 0000000d5000000001ffffffffffffffff        | a drop of -1 referrals
          hex 00000009560000000100000001             | shortenings: more than 0
          hex 00000009560000000100000000             | views of a page: 0
          hex 00000009560000000180000000             | views of a page: -2147483648
          hex 00000009560000000100010000             | views of a page: 65536
          hex 0000001d540000000100000014687474703a2f2f736974652e6578616d706c652f | usages: more than 0
          hex 00000009520000000100000000                | no page whose BYTES could be asked for
          hex 00000009520000000100000003                | part of a page: 3
          many 21 log x                                 | logLines: more than 20
          reply 1                                       | an answer to a message that was not sent
          state 1048577                                 | a state of 1048577 bytes (allowed: 1048576)
          """)
  void isKilledWhenItBreaksTheRules(String word, String reason) throws Exception {
    var end = visit(RecordingServices.ofNothing(), LONG, "ready", "begin", "started", word);
    assertThat(end).isInstanceOf(VisitEnd.WorkerEnded.class);
    assertThat(((VisitEnd.WorkerEnded) end).reason()).isEqualTo(RULES + reason);
  }

  @Test
  void isKilledWhenItSpeaksBeforeItsStart() throws Exception {
    assertThat(visit(RecordingServices.ofNothing(), LONG, "ready", "begin", "finding {}"))
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.PIPE,
                RULES + "a visit that speaks before it has started",
                CodePlace.UNKNOWN,
                false));
  }

  @Test
  void isKilledWhenItDoesNotStart() throws Exception {
    assertThat(visit(RecordingServices.ofNothing(), LONG, "ready", "begin"))
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.ADMISSION,
                "the agent was not admitted in time",
                CodePlace.UNKNOWN,
                false));
  }

  @Test
  void isKilledWhenItDoesNotStop() throws Exception {
    assertThat(visit(RecordingServices.ofNothing(), "ready", "begin", "started"))
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.METERING,
                "the agent did not stop within 200 ms after the order to stop: wallClock",
                CodePlace.UNKNOWN,
                false));
  }

  @Test
  void isKilledWhenItDoesNotReadItsAnswer() throws Exception {
    var large = "x".repeat(8 << 20);
    var end =
        visit(
            RecordingServices.ofHtml(large),
            "ready",
            "begin",
            "started",
            "many 5 page http://127.0.0.1:8080/");
    assertThat(end)
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.METERING,
                "the agent did not stop within 200 ms after the order to stop: wallClock",
                CodePlace.UNKNOWN,
                false));
  }

  @Test
  void cannotAskForMorePagesThanItsLimit() throws Exception {
    var desk = RecordingServices.ofNothing();
    var end =
        visit(desk, LONG, "ready", "begin", "started", "many 1001 ask http://127.0.0.1:8080/");
    assertThat(end)
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.PIPE, RULES + "pages: more than 1000", CodePlace.UNKNOWN, false));
    assertThat(desk.pages).hasSize(1_000);
  }

  @Test
  void cannotAskTwiceForAPartOfAPage() throws Exception {
    var desk = RecordingServices.ofHtml("<p>x");
    var tree = "hex 00000009520000000100000002";
    var end = visit(desk, LONG, "ready", "begin", "started", "ask http://a/", tree, tree);
    assertThat(end)
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.PIPE,
                RULES + "no page whose TREE could be asked for",
                CodePlace.UNKNOWN,
                false));
    assertThat(desk.details).containsExactly("http://a/ TREE");
  }

  /// Its worker got no page, so an honest one would not ask.
  @Test
  void cannotAskForAPartOfAPageThatIsTooLarge() throws Exception {
    var page = ReadPage.of(PageUrl.parse("http://a/").orElseThrow(), Map.of(), "<p>x");
    int bytes = (16 << 20) + 1;
    var desk =
        new RecordingServices(
            url ->
                new PageReply.Content(url, 200, page.headers(), bytes, page.digest(), page.view()));
    var octets = "hex 00000009520000000100000000";
    var end = visit(desk, LONG, "ready", "begin", "started", "ask http://a/", octets);
    assertThat(end)
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.PIPE,
                RULES + "no page whose BYTES could be asked for",
                CodePlace.UNKNOWN,
                false));
    assertThat(desk.details).isEmpty();
  }

  @Test
  void losesNothingOfWhatItSaidBeforeItDied() throws Exception {
    var desk = RecordingServices.ofNothing();
    var end =
        visit(
            desk,
            LONG,
            "ready",
            "begin",
            "started",
            "finding {\"a\":\"é\"}",
            "state 3",
            "log x",
            "close");
    assertThat(end).isInstanceOf(VisitEnd.WorkerEnded.class);
    assertThat(desk.findings).containsExactly("{\"a\":\"é\"}");
    assertThat(desk.states).hasSize(1);
    assertThat(desk.lines).containsExactly("x");
  }

  @Test
  void cannotWriteToTheOperatorsTerminal() throws Exception {
    var end =
        visit(
            RecordingServices.ofNothing(),
            LONG,
            "ready",
            "begin",
            "started",
            "failed a\u001b]0;b\u2028c");
    assertThat(end)
        .isEqualTo(
            new VisitEnd.Failed("a\ufffd]0;b\ufffdc", new CodePlace("x\ufffd[2J", "\ufffd", 0)));
  }

  @Test
  void isNotUsedWhenItsFirstWordIsWrong() throws Exception {
    var end = visit(RecordingServices.ofNothing(), "started");
    assertThat(end).isInstanceOf(VisitEnd.WorkerEnded.class);
    assertThat(((VisitEnd.WorkerEnded) end).reason())
        .startsWith(
            "a worker did not start: the worker's first message does not say that it is ready");
  }

  @Test
  void isNotWaitedForWhenItSaysNothing() throws Exception {
    var end = visit(RecordingServices.ofNothing());
    assertThat(end).isInstanceOf(VisitEnd.WorkerEnded.class);
    assertThat(((VisitEnd.WorkerEnded) end).reason())
        .isEqualTo("a worker did not start; the log of the host says why");
  }

  /// As one whose JVM cannot pause: its watchdog is as silent as all else in it.
  @Test
  void isKilledWhenItFallsSilentLongBeforeItsTimeIsUp() throws Exception {
    var end = visit(RecordingServices.ofNothing(), LONG, "ready", "begin", "started");
    assertThat(end)
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.METERING,
                "the worker was silent for 5 s, in a call that does not pause or for want of"
                    + " memory",
                CodePlace.UNKNOWN,
                false));
  }

  private VisitEnd visit(RecordingServices desk, String... script) throws Exception {
    return visit(desk, Duration.ofMillis(500), script);
  }

  /// The host stops a visit itself when both are over, admission and its time; after 5 s it is
  /// silent.
  private static Duration admission(String last, Duration wallClock) {
    if (last.equals("begin")) {
      return Duration.ofMillis(500);
    }
    return wallClock.equals(LONG) ? Duration.ofSeconds(60) : Duration.ofMillis(2_500);
  }

  private VisitEnd visit(RecordingServices desk, Duration wallClock, String... script)
      throws Exception {
    var last = script.length == 0 ? "" : List.of(script).getLast();
    var settings =
        SandboxSettings.defaults()
            .withJavaHome(FakeWorker.home(home, script))
            .withBounds(1, 1, 64)
            .withDeadlines(
                last.isEmpty() ? Duration.ofSeconds(1) : Duration.ofSeconds(60),
                admission(last, wallClock),
                Duration.ofMillis(200))
            .withConfinement(Confinement.OFFERED);
    var all = Orders.limits();
    var limits = Orders.limits(wallClock, all.cpu(), all.allocatedBytes());
    try (var sandbox = ProcessSandbox.open(settings)) {
      var order = Orders.of("signer", new byte[0], limits, Optional.empty());
      return sandbox.start(order, desk).await();
    }
  }
}
