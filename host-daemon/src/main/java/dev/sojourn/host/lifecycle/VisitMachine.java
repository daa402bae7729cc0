package dev.sojourn.host.lifecycle;

import dev.sojourn.host.lifecycle.VisitEvent.Cleared;
import dev.sojourn.host.lifecycle.VisitEvent.Closed;
import dev.sojourn.host.lifecycle.VisitEvent.DiskFailed;
import dev.sojourn.host.lifecycle.VisitEvent.EndKept;
import dev.sojourn.host.lifecycle.VisitEvent.EndLost;
import dev.sojourn.host.lifecycle.VisitEvent.Ended;
import dev.sojourn.host.lifecycle.VisitEvent.Entered;
import dev.sojourn.host.lifecycle.VisitEvent.FoundOver;
import dev.sojourn.host.lifecycle.VisitEvent.Killed;
import dev.sojourn.host.lifecycle.VisitEvent.Rested;
import dev.sojourn.host.lifecycle.VisitEvent.Stopped;
import dev.sojourn.host.lifecycle.VisitRecord.Behind;
import dev.sojourn.host.lifecycle.VisitRecord.Ending;
import dev.sojourn.host.lifecycle.VisitRecord.Otherwise;
import dev.sojourn.host.lifecycle.VisitRecord.Over;
import dev.sojourn.host.lifecycle.VisitRecord.Queued;
import dev.sojourn.host.lifecycle.VisitRecord.Resting;
import dev.sojourn.host.lifecycle.VisitRecord.Running;
import dev.sojourn.host.lifecycle.VisitRecord.Stopping;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.VisitEnding;
import java.util.Optional;

/// The life cycle of a visit whose agent is stored on disk. `docs/host-lifecycle.md` shows it.
///
/// Pure functions without clock, disk or sandbox. Each event leads from one record to the next.
/// Each record determines the command to carry out.
public final class VisitMachine {
  private VisitMachine() {}

  /// {@return the first record of a visit}
  ///
  /// @param isBehind whether an earlier visit with the same name has not left yet
  public static VisitRecord first(boolean isBehind) {
    return isBehind ? new Behind() : new Queued();
  }

  /// {@return the record after an event}
  ///
  /// @param record of the visit before the event
  /// @param event the event
  public static VisitRecord next(VisitRecord record, VisitEvent event) {
    return switch (record) {
      case Behind _, Queued _, Resting _ -> waiting(record, event);
      case Running _ -> running(record, event);
      case Stopping stopping -> stopping(stopping, event);
      case Ending ending -> ending(ending, event);
      case Over _ -> record;
    };
  }

  /// {@return the command of the new record; empty if the old record has the same command}
  ///
  /// @param before the record before an event
  /// @param after the record after that event
  public static Optional<VisitCommand> command(VisitRecord before, VisitRecord after) {
    var command = command(after);
    return command.equals(command(before)) ? Optional.empty() : Optional.of(command);
  }

  /// {@return the command for a record}
  ///
  /// @param record of a visit
  public static VisitCommand command(VisitRecord record) {
    return switch (record) {
      case Behind _ -> new VisitCommand.AwaitEarlier();
      case Queued _ -> new VisitCommand.Enter();
      case Running(boolean isAtHand) -> new VisitCommand.Run(isAtHand);
      case Stopping _ -> new VisitCommand.Stop();
      case Ending ending -> new VisitCommand.KeepEnd(ending.conclusion());
      case Resting _ -> new VisitCommand.Rest();
      case Over(var kept) -> new VisitCommand.Leave(kept);
    };
  }

  private static VisitRecord waiting(VisitRecord record, VisitEvent event) {
    return switch (event) {
      case Cleared _ -> record instanceof Behind ? new Queued() : record;
      case Entered(boolean isAtHand) -> record instanceof Queued ? new Running(isAtHand) : record;
      case Rested _ -> record instanceof Resting ? new Running(false) : record;
      case Killed kill -> killed(kill);
      case Closed _ -> new Over(Optional.empty());
      case Ended _, FoundOver _, DiskFailed _, Stopped _, EndKept _, EndLost _ -> record;
    };
  }

  private static VisitRecord running(VisitRecord record, VisitEvent event) {
    return switch (event) {
      case Ended(var conclusion) -> new Ending(conclusion, new Otherwise.Again());
      case FoundOver _ -> new Over(Optional.empty());
      case DiskFailed _, Stopped _ -> new Resting();
      case Killed kill -> new Stopping(Optional.of(kill));
      case Closed _ -> new Stopping(Optional.empty());
      case Cleared _, Entered _, EndKept _, EndLost _, Rested _ -> record;
    };
  }

  /// If a visit ends on its own before it can be stopped, its own end counts.
  private static VisitRecord stopping(Stopping record, VisitEvent event) {
    var kill = record.kill();
    return switch (event) {
      case Ended(var conclusion) ->
          new Ending(
              conclusion, kill.<Otherwise>map(Otherwise.Kill::new).orElseGet(Otherwise.Leave::new));
      case FoundOver _ -> new Over(Optional.empty());
      case DiskFailed _, Stopped _ ->
          kill.map(VisitMachine::killed).orElseGet(() -> new Over(Optional.empty()));
      case Killed later -> kill.isPresent() ? record : new Stopping(Optional.of(later));
      case Cleared _, Entered _, Closed _, EndKept _, EndLost _, Rested _ -> record;
    };
  }

  private static VisitRecord ending(Ending record, VisitEvent event) {
    boolean isAgain = record.otherwise() instanceof Otherwise.Again;
    return switch (event) {
      case EndKept(var status) -> kept(record, status);
      case EndLost _ ->
          switch (record.otherwise()) {
            case Otherwise.Again _ -> new Resting();
            case Otherwise.Kill(var kill) -> killed(kill);
            case Otherwise.Leave _ -> new Over(Optional.empty());
          };
      case Killed kill ->
          isAgain ? new Ending(record.conclusion(), new Otherwise.Kill(kill)) : record;
      case Closed _ -> isAgain ? new Ending(record.conclusion(), new Otherwise.Leave()) : record;
      case Cleared _, Entered _, Ended _, FoundOver _, DiskFailed _, Stopped _, Rested _ -> record;
    };
  }

  /// A parked visit or one whose agent travels on is not over, so a kill in the meantime still
  /// applies.
  private static VisitRecord kept(Ending record, Optional<SignedStatus> status) {
    boolean isOpen = status.filter(end -> !end.status().state().isFinal()).isPresent();
    return isOpen && record.otherwise() instanceof Otherwise.Kill(var kill)
        ? killed(kill)
        : new Over(status);
  }

  /// If the disk fails to store the kill, its caller gets the failure and can retry.
  private static VisitRecord killed(Killed kill) {
    var ending = VisitEnding.killed(kill.reason(), kill.at());
    return new Ending(new PendingEnd.Decided(ending), new Otherwise.Leave());
  }
}
