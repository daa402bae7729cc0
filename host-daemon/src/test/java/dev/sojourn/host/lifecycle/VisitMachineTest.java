package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.host.lifecycle.VisitEvent.Killed;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.Parking;
import dev.sojourn.host.stay.StayView;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.visit.VisitOutcome;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VisitMachineTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final Killed KILL = new Killed("Its owner called it back.", NOW);
  private static final PendingEnd END =
      new PendingEnd.Decided(VisitEnding.of(new VisitOutcome.Finished(List.of()), NOW));

  private static final PendingEnd PARKED =
      new PendingEnd.Parked(
          new Parking(
              new VisitKey("owner", "agent"),
              "signer",
              new StayView(Scope.site("http://site.example"), "ExampleBot"),
              WakeConditions.byMessage(),
              NOW.plusSeconds(60),
              ChangeMark.NONE,
              NOW));

  @Test
  void aVisitEntersRunsEndsAndLeaves() {
    var life = new Life(false);
    assertThat(life.last).contains(new VisitCommand.Enter());
    assertThat(life.announce(new VisitEvent.Entered(true))).contains(new VisitCommand.Run(true));
    assertThat(life.announce(new VisitEvent.Ended(END))).contains(new VisitCommand.KeepEnd(END));
    assertThat(life.announce(new VisitEvent.EndKept(Optional.empty())))
        .contains(new VisitCommand.Leave(Optional.empty()));
  }

  @Test
  void aVisitBehindAnotherOfItsNameEntersWhenThatHasLeft() {
    var life = new Life(true);
    assertThat(life.last).contains(new VisitCommand.AwaitEarlier());
    assertThat(life.announce(new VisitEvent.Cleared())).contains(new VisitCommand.Enter());
  }

  @Test
  void aVisitThatIsCalledBackWhileItWaitsNeverRuns() {
    var life = new Life(false);
    assertThat(life.announce(KILL)).contains(new VisitCommand.KeepEnd(killed()));
    // The place was given in the same moment.
    assertThat(life.announce(new VisitEvent.Entered(false))).isEmpty();
  }

  @Test
  void aVisitThatIsCalledBackIsStoppedBeforeItsEndIsKept() {
    var life = running();
    assertThat(life.announce(KILL)).contains(new VisitCommand.Stop());
    assertThat(life.announce(new Killed("Another word.", NOW))).isEmpty();
    assertThat(life.announce(new VisitEvent.Stopped()))
        .contains(new VisitCommand.KeepEnd(killed()));
  }

  @Test
  void aVisitThatEndsBeforeItIsStoppedKeepsItsOwnEnd() {
    var life = running();
    life.announce(KILL);
    assertThat(life.announce(new VisitEvent.Ended(END))).contains(new VisitCommand.KeepEnd(END));
    // If the disk does not take that end, the visit still ends as it was asked to.
    assertThat(life.announce(new VisitEvent.EndLost()))
        .contains(new VisitCommand.KeepEnd(killed()));
    assertThat(life.announce(new VisitEvent.EndLost()))
        .contains(new VisitCommand.Leave(Optional.empty()));
  }

  @Test
  void anAgentThatParksLeavesAsIfItsVisitWereOver() {
    var life = running();
    assertThat(life.announce(new VisitEvent.Ended(PARKED)))
        .contains(new VisitCommand.KeepEnd(PARKED));
    assertThat(life.announce(new VisitEvent.EndKept(Optional.of(parked()))))
        .contains(new VisitCommand.Leave(Optional.of(parked())));
  }

  /// Its owner must not hear that it is over while it only sleeps.
  @Test
  void anAgentThatIsCalledBackWhileItParksEnds() {
    var life = running();
    life.announce(new VisitEvent.Ended(PARKED));
    assertThat(life.announce(KILL)).isEmpty();
    assertThat(life.announce(new VisitEvent.EndKept(Optional.of(parked()))))
        .contains(new VisitCommand.KeepEnd(killed()));

    var stopped = running();
    stopped.announce(KILL);
    stopped.announce(new VisitEvent.Ended(PARKED));
    assertThat(stopped.announce(new VisitEvent.EndKept(Optional.of(parked()))))
        .contains(new VisitCommand.KeepEnd(killed()));
  }

  @Test
  void anAgentThatParksWhileTheDaemonClosesStaysParked() {
    var life = running();
    life.announce(new VisitEvent.Closed());
    assertThat(life.announce(new VisitEvent.Ended(PARKED)))
        .contains(new VisitCommand.KeepEnd(PARKED));
    assertThat(life.announce(new VisitEvent.EndKept(Optional.of(parked()))))
        .contains(new VisitCommand.Leave(Optional.of(parked())));
  }

  @Test
  void anAgentThatTheDiskDoesNotLetParkGoesOnFromItsCheckpoint() {
    var life = running();
    life.announce(new VisitEvent.Ended(PARKED));
    assertThat(life.announce(new VisitEvent.EndLost())).contains(new VisitCommand.Rest());
    assertThat(life.announce(new VisitEvent.Rested())).contains(new VisitCommand.Run(false));
  }

  @Test
  void afterAFailureOfTheDiskAVisitIsMadeAgainFromTheDisk() {
    var life = running();
    assertThat(life.announce(new VisitEvent.DiskFailed())).contains(new VisitCommand.Rest());
    assertThat(life.announce(new VisitEvent.Rested())).contains(new VisitCommand.Run(false));
    life.announce(new VisitEvent.Ended(END));
    assertThat(life.announce(new VisitEvent.EndLost())).contains(new VisitCommand.Rest());
  }

  @Test
  void aVisitIsNotOverOnDiskWhenTheDaemonCloses() {
    var life = running();
    assertThat(life.announce(new VisitEvent.Closed())).contains(new VisitCommand.Stop());
    assertThat(life.announce(new VisitEvent.Stopped()))
        .contains(new VisitCommand.Leave(Optional.empty()));
    assertThat(life.announce(KILL)).isEmpty();
  }

  @Test
  void everyEventIsBorneInEveryRecordAndNothingFollowsTheEnd() {
    var events =
        List.<VisitEvent>of(
            new VisitEvent.Cleared(),
            new VisitEvent.Entered(true),
            new VisitEvent.Ended(END),
            new VisitEvent.Ended(PARKED),
            new VisitEvent.EndKept(Optional.of(parked())),
            new VisitEvent.FoundOver(),
            new VisitEvent.DiskFailed(),
            new VisitEvent.Stopped(),
            KILL,
            new VisitEvent.Closed(),
            new VisitEvent.EndKept(Optional.empty()),
            new VisitEvent.EndLost(),
            new VisitEvent.Rested());
    var seen = new LinkedHashSet<VisitRecord>();
    seen.add(VisitMachine.first(true));
    var open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      var record = open.remove();
      for (var event : events) {
        var next = VisitMachine.next(record, event);
        if (seen.add(next)) {
          open.add(next);
        }
        if (record instanceof VisitRecord.Over) {
          assertThat(next).isEqualTo(record);
        }
        assertThat(VisitMachine.command(record, next).isPresent())
            .as("%s, %s", record, event)
            .isEqualTo(!VisitMachine.command(record).equals(VisitMachine.command(next)));
      }
    }
    assertThat(seen.stream().map(Object::getClass).distinct()).hasSize(7);
  }

  private static SignedStatus parked() {
    var waiting = VisitStatus.waiting();
    return new SignedStatus(
        new VisitStatus(
            VisitState.PARKED,
            "until a message",
            List.of(),
            0,
            0,
            0,
            0,
            0,
            waiting.started(),
            waiting.ended(),
            Optional.empty(),
            List.of()),
        Optional.empty());
  }

  private static PendingEnd killed() {
    return new PendingEnd.Decided(VisitEnding.killed(KILL.reason(), KILL.at()));
  }

  private static Life running() {
    var life = new Life(false);
    life.announce(new VisitEvent.Entered(true));
    return life;
  }

  private static final class Life {
    private VisitRecord record;
    private final Optional<VisitCommand> last;

    Life(boolean isBehind) {
      record = VisitMachine.first(isBehind);
      last = Optional.of(VisitMachine.command(record));
    }

    Optional<VisitCommand> announce(VisitEvent event) {
      var before = record;
      record = VisitMachine.next(before, event);
      return VisitMachine.command(before, record);
    }
  }
}
