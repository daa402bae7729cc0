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

/// The end of a visit: one model for the host, the wire, the crawl and the commands.
///
/// The sandbox reports it in full ([#of(VisitEnd)]). The wire and the disk have only a state word,
/// a sentence for owner and operator, and the URLs to go on to. So the same end has the same name,
/// whether the visit was made at a host or at home.
public sealed interface VisitOutcome {

  /// {@return one sentence; empty if the agent finished}
  String reason();

  /// {@return the place in the agent's code where the visit ended; [CodePlace#UNKNOWN] if the
  /// worker gave none, or only the sentence is known}
  default CodePlace place() {
    return CodePlace.UNKNOWN;
  }

  /// {@return the wall that ended the visit; empty if none did, or only the sentence is known}
  default Optional<WallName> wall() {
    return Optional.empty();
  }

  /// {@return URLs at which the agent wants to go on; empty unless it finished and said so}
  default List<String> next() {
    return List.of();
  }

  /// The agent returned.
  ///
  /// @param next URLs at which it wants to go on
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

  /// The agent returned, and stays where it is until something wakes it.
  ///
  /// @param until what wakes it; empty if only the sentence is known
  /// @param reason the same in words, as `until a change of pages`
  record Parked(Optional<WakeConditions> until, String reason) implements VisitOutcome {}

  /// The agent returned, and goes on along its itinerary.
  ///
  /// @param itinerary the legs to go
  record Along(Itinerary itinerary) implements VisitOutcome {
    @Override
    public String reason() {
      return "";
    }
  }

  /// The agent's code or state was not admitted.
  ///
  /// @param wall that it did not pass
  /// @param reason one sentence
  /// @param place in its code that is the cause
  /// @param others the other causes, a sentence each
  record Denied(Optional<WallName> wall, String reason, CodePlace place, List<String> others)
      implements VisitOutcome {
    /// Copies the list.
    public Denied {
      others = List.copyOf(others);
    }

    /// A denial that is known by its sentence alone.
    ///
    /// @param reason one sentence
    public Denied(String reason) {
      this(Optional.empty(), reason, CodePlace.UNKNOWN, List.of());
    }
  }

  /// A limit ended the visit, or the program that made it.
  ///
  /// @param limit the component of [VisitLimits] that ran out, or another limit of the sandbox by
  ///   its name; empty if none is named
  /// @param reason one sentence
  /// @param place where the agent was
  record Stopped(Optional<String> limit, String reason, CodePlace place) implements VisitOutcome {
    /// A stop that is known by its sentence alone.
    ///
    /// @param reason one sentence
    public Stopped(String reason) {
      this(Optional.empty(), reason, CodePlace.UNKNOWN);
    }

    /// {@return what the heap of the worker had no room for, one clause; empty if a limit of the
    /// visit was spent}
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

  /// The worker died, or had to be killed, with the visit in it.
  ///
  /// @param by the wall that killed it; if it died by itself, the wall of the process
  /// @param reason the cause, one sentence
  /// @param place where the agent was at the last order to stop
  /// @param bystander whether the cause was not this visit, as far as is known, but the machine or
  ///   another visit
  record WorkerLost(WallName by, String reason, CodePlace place, boolean bystander)
      implements VisitOutcome {
    @Override
    public Optional<WallName> wall() {
      return Optional.of(by);
    }
  }

  /// The agent threw an exception, or the program that made the visit could not go on.
  ///
  /// @param reason the exception's class and message, or one sentence
  /// @param place the agent's topmost frame
  record Failed(String reason, CodePlace place) implements VisitOutcome {
    /// A failure that is known by its sentence alone.
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
  /// @param end as the sandbox reports it
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
    };
  }

  /// {@return the outcome of a visit at a host}
  ///
  /// @param status as the host reports it
  /// @throws IllegalArgumentException if the agent waits, runs or is being sent on
  static VisitOutcome of(VisitStatus status) {
    return switch (status.state()) {
      case FINISHED -> new Finished(status.next());
      // Only agents with an itinerary move on, and their outcomes are read elsewhere.
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

  /// {@return the state of the visit, whose word stands on the wire and in the store of a host.
  /// `failed` covers a lost worker too: how a host runs agents is not the owner's business}
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

  /// {@return the outcome as owner and operator read it: its kind, URLs to go on to, and a reason
  /// of at most 1,000 characters on one line. That is `stopped by WHAT at CLASS.METHOD (line N)`;
  /// for other ends it is first the end, and then the cause. The place is left out if it is not
  /// known or the reason names it}
  ///
  /// The cause stands first, so that no agent's words can replace it or have it cut off.
  ///
  /// @param limits the words for a limit that ran out
  default VisitOutcome noted(LimitWords limits) {
    return withReason(ForeignText.of(OutcomeText.of(this, limits)).line(OutcomeText.MAX_CHARS));
  }

  /// {@return the outcome with another sentence and nothing else but its kind and the URLs to go on
  /// to. A lost worker becomes a failure, as on the wire}
  ///
  /// @param sentence the words of the end
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
