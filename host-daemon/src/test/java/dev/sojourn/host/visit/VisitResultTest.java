package dev.sojourn.host.visit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Next;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.pipe.CodePlace;
import dev.sojourn.sandbox.pipe.WallName;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VisitResultTest {
  private static final CodePlace PLACE = new CodePlace("org.example.Indexer", "visit", 6);

  @Test
  void tellsNothingOfAnAgentThatFinished() {
    assertThat(told(new VisitEnd.Finished(new byte[0], Next.done()))).isEmpty();
  }

  @Test
  void namesTheWallTheLimitAndThePlaceOfAStop() {
    assertThat(told(new VisitEnd.Stopped("cpu", "2 s of processor time", PLACE)))
        .isEqualTo(
            "metering wall (cpu): 2 s of processor time at org.example.Indexer.visit (line 6)");
  }

  @Test
  void namesNoWallWhereTheCallerAskedForTheStop() {
    assertThat(told(new VisitEnd.Stopped("stop", "the daemon ends", CodePlace.UNKNOWN)))
        .isEqualTo("the daemon ends");
  }

  @Test
  void namesTheWallThatAnAgentDidNotPassAndThePlaceOnce() {
    assertThat(told(new VisitEnd.Denied(WallName.ADMISSION, "A.visit (line 6) may not", PLACE)))
        .isEqualTo("admission wall: A.visit (line 6) may not");
  }

  @Test
  void namesTheWallThatCostAWorkerItsLife() {
    assertThat(
            told(
                new VisitEnd.Killed(
                    WallName.PROCESS, "the worker ran out of memory", CodePlace.UNKNOWN, false)))
        .isEqualTo("process wall: the worker ran out of memory");
  }

  @Test
  void aLongMessageOfAnExceptionHidesNeitherThePlaceNorBreaksTheLine() {
    var told = told(new VisitEnd.Failed("X: one\nERROR two" + "!".repeat(990), PLACE));

    assertThat(told)
        .startsWith("X: one ERROR two!")
        .endsWith("! at org.example.Indexer.visit (line 6)")
        .hasSizeLessThan(600);
  }

  @Test
  void noNamesOfAWorkerThatWasTakenOverMakeTheLineLong() {
    var much = "x".repeat(1_000);
    var place = new CodePlace(much, much, 1);

    assertThat(told(new VisitEnd.Stopped(much, much, place)))
        .startsWith("metering wall (" + "x".repeat(40) + "): xxx")
        .contains("x at x")
        .hasSizeLessThanOrEqualTo(1_000);
    assertThat(told(new VisitEnd.Denied(WallName.LOADER, much, place)))
        .startsWith("loader wall: xxx")
        .hasSize(1_000);
  }

  private static String told(VisitEnd end) {
    return new VisitResult(end, List.of(), VisitTally.NONE, VisitSpending.NONE).told();
  }
}
