package dev.sojourn.visit;

import dev.sojourn.agent.Next;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.WallName;
import java.util.List;
import java.util.Optional;

/// The end of a visit, in one model for host, wire, crawl and commands.
///
/// The sandbox reports all details ([#of(VisitEnd)]). The wire and the disk have only a state word,
/// a sentence for owner and operator, and the next URLs. The same end has the same name at a host
/// and at the dispatcher.
public sealed interface VisitOutcome {

  /// {@return the reason, one sentence; empty if the agent finished}
  String reason();

  /// {@return the place in the agent's code where the visit ended; [CodePlace#UNKNOWN] if the
  /// worker reported no place, or only the sentence is known}
  default CodePlace place() {
    return CodePlace.UNKNOWN;
  }

  /// {@return the wall that ended the visit; empty if no wall did, or only the sentence is known}
  default Optional<WallName> wall() {
    return Optional.empty();
  }

  /// {@return the URLs at which the agent wants to continue; empty unless it finished and named
  /// some}
  default List<String> next() {
    return List.of();
  }

  /// The agent returned.
  ///
  /// @param next the URLs at which it wants to continue
  record Finished(List<String> next) implements VisitOutcome {
    /// Copies the list.
    public Finished {
      next = List.copyOf(next);
    }

    @Override
    public String reason() {
      return "";
    }
  }

  /// The agent returned, and stays at its host until something wakes it.
  ///
  /// @param until the conditions that wake it; empty if only the sentence is known
  /// @param reason the conditions in words, such as `until a change of pages`
  record Parked(Optional<WakeConditions> until, String reason) implements VisitOutcome {}

  /// The agent returned, and continues along its itinerary.
  ///
  /// @param itinerary the remaining legs
  record Along(Itinerary itinerary) implements VisitOutcome {
    @Override
    public String reason() {
      return "";
    }
  }

  /// The agent's code or state was not admitted.
  ///
  /// @param wall the wall that it did not pass
  /// @param reason one sentence
  /// @param place the place in its code that is the cause
  /// @param others the other causes, one sentence each
  record Denied(Optional<WallName> wall, String reason, CodePlace place, List<String> others)
      implements VisitOutcome {
    /// Copies the list.
    public Denied {
      others = List.copyOf(others);
    }

    /// Creates a denial with only a sentence.
    ///
    /// @param reason one sentence
    public Denied(String reason) {
      this(Optional.empty(), reason, CodePlace.UNKNOWN, List.of());
    }
  }

  /// A limit ended the visit, or the program that ran the visit did.
  ///
  /// @param limit the component of [VisitLimits] that was used up, or the name of another limit of
  ///   the sandbox; empty if no limit is named
  /// @param reason one sentence
  /// @param place the place in the agent's code
  record Stopped(Optional<String> limit, String reason, CodePlace place) implements VisitOutcome {
    /// Creates a stop with only a sentence.
    ///
    /// @param reason one sentence
    public Stopped(String reason) {
      this(Optional.empty(), reason, CodePlace.UNKNOWN);
    }

    /// {@return a clause about the allocation for which the worker's heap had no room; empty if a
    /// limit of the visit was used up}
    public Optional<String> heap() {
      return limit
          .filter(name -> name.equals("allocatedBytes") && reason.contains(VisitLimits.WORKER_HEAP))
          .map(
              name ->
                  reason.startsWith(name + ": ") ? reason.substring(name.length() + 2) : reason);
    }

    @Override
    public Optional<WallName> wall() {
      return limit.map(_ -> WallName.METERING);
    }
  }

  /// The worker of the visit died or was killed.
  ///
  /// @param by the wall that killed the worker; the wall of the process if the worker died without
  ///   a kill
  /// @param reason the cause, one sentence
  /// @param place the place in the agent's code at the last order to stop
  /// @param bystander whether the cause was, as far as known, the machine or another visit
  record WorkerLost(WallName by, String reason, CodePlace place, boolean bystander)
      implements VisitOutcome {
    @Override
    public Optional<WallName> wall() {
      return Optional.of(by);
    }
  }

  /// The agent threw an exception, or the program that ran the visit could not continue.
  ///
  /// @param reason the exception's class and message, or one sentence
  /// @param place the agent's topmost frame
  record Failed(String reason, CodePlace place) implements VisitOutcome {
    /// Creates a failure with only a sentence.
    ///
    /// @param reason one sentence
    public Failed(String reason) {
      this(reason, CodePlace.UNKNOWN);
    }
  }

  /// The owner, or the operator of the host, ended the visit.
  ///
  /// @param reason the party that ended it, and its reason; one sentence
  record Recalled(String reason) implements VisitOutcome {}

  /// {@return the outcome of a visit in the sandbox}
  ///
  /// @param end the end reported by the sandbox
  static VisitOutcome of(VisitEnd end) {
    return switch (end) {
      case VisitEnd.Finished(_, Next.Done _) -> new Finished(List.of());
      case VisitEnd.Finished(_, Next.Onward(var urls)) -> new Finished(urls);
      case VisitEnd.Finished(_, Next.Along(var itinerary)) -> new Along(itinerary);
      case VisitEnd.Finished(_, Next.Park(var until)) ->
          new Parked(Optional.of(until), until.words());
      case VisitEnd.Denied(var by, var reason, var where, var others) ->
          new Denied(Optional.of(by), reason, where, others);
      case VisitEnd.Stopped(var limit, var reason, var where) ->
          new Stopped(Optional.of(limit).filter(l -> !l.equals("stop")), reason, where);
      case VisitEnd.WorkerEnded(var by, var reason, var where, var bystander) ->
          new WorkerLost(by, reason, where, bystander);
      case VisitEnd.Failed(var reason, var where) -> new Failed(reason, where);
      case VisitEnd.NoReader(var reason) -> new Failed(reason, CodePlace.UNKNOWN);
    };
  }

  /// {@return the outcome of a visit at a host}
  ///
  /// @param status the status reported by the host
  /// @throws IllegalArgumentException if the agent waits, runs or is leaving
  static VisitOutcome of(VisitStatus status) {
    return switch (status.state()) {
      case FINISHED -> new Finished(status.next());
      // Only agents with an itinerary move, and other code reads their outcomes.
      case MOVED -> new Failed("its host says that it went on to another one");
      case PARKED -> new Parked(Optional.empty(), status.reason());
      case DENIED -> new Denied(status.reason());
      case STOPPED -> new Stopped(status.reason());
      case KILLED -> new Recalled(status.reason());
      case FAILED -> new Failed(status.reason());
      case WAITING, RUNNING, LEAVING ->
          throw new IllegalArgumentException(
              "state: " + status.state() + " (expected: parked, or a final state)");
    };
  }

  /// {@return the state of the visit, whose word is used on the wire and in a host's store.
  /// `failed` includes a lost worker, because owners need not know how a host runs agents}
  default VisitState state() {
    return switch (this) {
      case Finished _ -> VisitState.FINISHED;
      case Along _ -> VisitState.LEAVING;
      case Parked _ -> VisitState.PARKED;
      case Denied _ -> VisitState.DENIED;
      case Stopped _ -> VisitState.STOPPED;
      case WorkerLost _, Failed _ -> VisitState.FAILED;
      case Recalled _ -> VisitState.KILLED;
    };
  }

  /// {@return the outcome for owner and operator: its kind, the next URLs, and a reason of at most
  /// 1,000 characters on one line. For a stop the reason is `stopped by WHAT at CLASS.METHOD (line
  /// N)`; for other ends it is the end and then the cause. The place is omitted if it is unknown or
  /// the reason names it}
  ///
  /// The host's own words come first, so that an agent's words cannot replace or displace them.
  ///
  /// @param limits the descriptions of limits
  default VisitOutcome noted(LimitWords limits) {
    return withReason(ForeignText.of(OutcomeText.of(this, limits)).line(OutcomeText.MAX_CHARS));
  }

  /// {@return an outcome with only the same kind, the next URLs, and another sentence. A lost
  /// worker becomes a failure, as on the wire}
  ///
  /// @param sentence the sentence about the end
  default VisitOutcome withReason(String sentence) {
    return switch (this) {
      case Finished _, Along _ -> this;
      case Parked parked -> new Parked(parked.until(), sentence);
      case Denied _ -> new Denied(sentence);
      case Stopped _ -> new Stopped(sentence);
      case WorkerLost _, Failed _ -> new Failed(sentence);
      case Recalled _ -> new Recalled(sentence);
    };
  }
}
