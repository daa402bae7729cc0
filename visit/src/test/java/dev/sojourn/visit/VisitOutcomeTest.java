package dev.sojourn.visit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.Next;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.WallName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The one model of the end of a visit, and its way to the wire and back.
final class VisitOutcomeTest {
  private static final CodePlace PLACE = new CodePlace("org.example.Indexer", "visit", 6);

  @Test
  void reportsNothingOfAnAgentThatFinished() {
    assertThat(noted(new VisitEnd.Finished(new byte[0], Next.done()))).isEmpty();
  }

  @Test
  void namesWhoseLimitItWasAndThePlaceOfAStop() {
    LimitWords words = limit -> Optional.of("limits." + limit + " of the host, 2 s");
    var stopped = new VisitEnd.Stopped("cpu", "cpu: all of 2000 ms spent", PLACE);

    assertThat(VisitOutcome.of(stopped).noted(words).reason())
        .isEqualTo("stopped by limits.cpu of the host, 2 s at org.example.Indexer.visit (line 6)");
  }

  @Test
  void distinguishesAFullHeapFromASpentBudget() {
    LimitWords words = limit -> Optional.of("limits." + limit + " of the host, 2 MiB");
    var spent = new VisitEnd.Stopped("allocatedBytes", "allocatedBytes: all of 9 spent", PLACE);
    var room = "no room for 9 bytes more in the worker's heap";
    var full = new VisitEnd.Stopped("allocatedBytes", "allocatedBytes: " + room, PLACE);

    assertThat(VisitOutcome.of(spent).noted(words).reason())
        .startsWith("stopped by limits.allocatedBytes of the host, 2 MiB at");
    assertThat(VisitOutcome.of(full).noted(words).reason())
        .startsWith("stopped by limits.heap of the host, 2 MiB: " + room + " at");
    assertThat(noted(full)).startsWith("stopped by a full heap: " + room + " at");
  }

  @Test
  void namesALimitThatNobodySetByItsOwnName() {
    assertThat(noted(new VisitEnd.Stopped("unkeptBytes", "more than 8 MiB", PLACE)))
        .isEqualTo(
            "stopped by the limit unkeptBytes (more than 8 MiB)"
                + " at org.example.Indexer.visit (line 6)");
  }

  @Test
  void namesEveryReasonWhyAnAgentIsNotLetIn() {
    assertThat(
            noted(
                new VisitEnd.Denied(
                    WallName.ADMISSION, "A uses x", PLACE, List.of("B uses y", "and 3 more"))))
        .isEqualTo("its code is refused: A uses x; B uses y; and 3 more");
  }

  @Test
  void saysHowMuchEachLimitIs() {
    var limits = VisitLimits.defaults();

    assertThat(
            Stream.of("wallClock", "cpu", "pages", "pageBytes", "stateBytes", "messages", "stop")
                .flatMap(limit -> LimitWords.amount(limit, limits).stream()))
        .containsExactly(
            "1 h",
            "10 min of processor time",
            "100,000 pages",
            "4 GiB of pages",
            "16 MiB of state",
            "36,000 messages");
  }

  @Test
  void namesNoWallWhereTheCallerAskedForTheStop() {
    assertThat(noted(new VisitEnd.Stopped("stop", "the daemon ends", CodePlace.UNKNOWN)))
        .isEqualTo("the daemon ends");
  }

  @Test
  void saysThatTheCodeIsRefusedAndThePlaceOnce() {
    assertThat(
            noted(
                new VisitEnd.Denied(
                    WallName.ADMISSION, "A.visit (line 6) may not", PLACE, List.of())))
        .isEqualTo("its code is refused: A.visit (line 6) may not");
  }

  @Test
  void saysThatTheWorkerWasEnded() {
    assertThat(
            noted(
                new VisitEnd.WorkerEnded(
                    WallName.PROCESS, "the worker ran out of memory", CodePlace.UNKNOWN, false)))
        .isEqualTo("its worker was ended: the worker ran out of memory");
  }

  @Test
  void reportsThePlaceOfAnExceptionBeforeItsCause() {
    var cause = "; caused by java.io.IOException: no at org.example.Reader.read (line 9)";

    assertThat(noted(new VisitEnd.Failed("X: one" + cause, PLACE)))
        .isEqualTo("X: one at org.example.Indexer.visit (line 6)" + cause);
    assertThat(noted(new VisitEnd.Failed("X: one" + cause, CodePlace.UNKNOWN)))
        .isEqualTo("X: one" + cause);
  }

  @Test
  void reportsAPlaceOnceThatIsThatOfTheCause() {
    var reason = "X; caused by Y: / by zero at org.example.Indexer.visit (line 6)";

    assertThat(noted(new VisitEnd.Failed(reason, PLACE))).isEqualTo(reason);
  }

  @Test
  void aLongMessageOfAnExceptionHidesNeitherThePlaceNorBreaksTheLine() {
    var noted = noted(new VisitEnd.Failed("X: one\nERROR two" + "!".repeat(990), PLACE));

    assertThat(noted)
        .startsWith("X: one ERROR two!")
        .endsWith("! at org.example.Indexer.visit (line 6)")
        .hasSizeLessThan(600);
  }

  @Test
  void noNamesOfAWorkerThatWasTakenOverMakeTheLineLong() {
    var much = "x".repeat(1_000);
    var place = new CodePlace(much, much, 1);

    assertThat(noted(new VisitEnd.Stopped(much, much, place)))
        .startsWith("stopped by the limit " + "x".repeat(40) + " (xxx")
        .contains("x at x")
        .hasSizeLessThanOrEqualTo(1_000);
    assertThat(noted(new VisitEnd.Denied(WallName.LOADER, much, place, List.of())))
        .startsWith("its classes cannot be linked: xxx")
        .hasSize(1_000);
  }

  static Stream<Arguments> theWordsOfTheWire() {
    return Stream.of(
        Arguments.of(new VisitOutcome.Finished(List.of("http://a.example/")), "finished"),
        Arguments.of(new VisitOutcome.Denied("its code is refused: A"), "denied"),
        Arguments.of(new VisitOutcome.Stopped("stopped by 2 s"), "stopped"),
        Arguments.of(new VisitOutcome.Failed("X: boom"), "failed"),
        Arguments.of(new VisitOutcome.Recalled("Its owner called it back."), "killed"));
  }

  @ParameterizedTest
  @MethodSource
  void theWordsOfTheWire(VisitOutcome outcome, String word) {
    assertThat(outcome.state().word()).isEqualTo(word);
    assertThat(outcome.state().isFinal()).isTrue();
    assertThat(VisitOutcome.of(status(outcome))).isEqualTo(outcome);
  }

  @ParameterizedTest
  @EnumSource(VisitState.class)
  void everyFinalStateIsAnOutcomeAndOfTheOthersOnlyThatOfAnAgentThatStays(VisitState state) {
    var status = status(state, "why", List.of());

    if (state == VisitState.MOVED) {
      assertThat(VisitOutcome.of(status)).isInstanceOf(VisitOutcome.Failed.class);
    } else if (state.isFinal() || state == VisitState.PARKED) {
      assertThat(VisitOutcome.of(status).state()).isEqualTo(state);
    } else {
      assertThatThrownBy(() -> VisitOutcome.of(status))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected: parked, or a final state");
    }
  }

  @Test
  void aLostWorkerIsReportedAsTheSameFailureAtHomeAndThroughAHost() {
    var lost =
        VisitOutcome.of(
            new VisitEnd.WorkerEnded(WallName.PROCESS, "the JVM ended", CodePlace.UNKNOWN, false));
    var atHome = lost.noted(LimitWords.UNKNOWN);

    assertThat(lost).isInstanceOf(VisitOutcome.WorkerLost.class);
    assertThat(lost.wall()).contains(WallName.PROCESS);
    assertThat(lost.state()).isEqualTo(VisitState.FAILED);
    assertThat(atHome).isEqualTo(new VisitOutcome.Failed("its worker was ended: the JVM ended"));
    assertThat(VisitOutcome.of(status(atHome))).isEqualTo(atHome);
  }

  @Test
  void whatIsReportedOfAnyEndIsReadBackFromTheWireAsItWas() {
    for (var end :
        List.of(
            new VisitEnd.Finished(new byte[1], new Next.Onward(List.of("http://a.example/"))),
            new VisitEnd.Denied(WallName.LOADER, "no", PLACE, List.of("nor this")),
            new VisitEnd.Stopped("cpu", "cpu: all spent", PLACE),
            new VisitEnd.WorkerEnded(WallName.PIPE, "it lied", PLACE, false),
            new VisitEnd.Failed("X: boom", PLACE))) {
      var noted = VisitOutcome.of(end).noted(LimitWords.UNKNOWN);
      assertThat(VisitOutcome.of(status(noted))).isEqualTo(noted);
    }
  }

  private static VisitStatus status(VisitOutcome outcome) {
    return status(outcome.state(), outcome.reason(), outcome.next());
  }

  private static VisitStatus status(VisitState state, String reason, List<String> next) {
    return new VisitStatus(
        state,
        reason,
        next,
        0,
        0,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static String noted(VisitEnd end) {
    return VisitOutcome.of(end).noted(LimitWords.UNKNOWN).reason();
  }
}
