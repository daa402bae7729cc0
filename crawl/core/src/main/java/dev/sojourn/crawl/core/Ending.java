package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/// The status of a visit: under way or ended. A [Made] ending describes the visit itself. The other
/// endings describe a failure between the crawl and a host.
public sealed interface Ending {

  /// {@return one sentence; empty if nothing has to be explained}
  String reason();

  /// {@return whether another visit has to repeat the work; once that visit is complete, nothing of
  /// this visit counts}
  default boolean isVoid() {
    return switch (this) {
      case Open _, Finished _, Parked _, Stopped _, Recalled _ -> false;
      case Denied _, Failed _, Lost _, Refused _, Withdrawn _, Unreachable _, Stranded _ -> true;
    };
  }

  /// {@return whether the visit has not ended}
  default boolean isOpen() {
    return this instanceof Open;
  }

  /// {@return whether the agent returned after it had visited all its pages; the agent may then
  /// stay at its host}
  default boolean isReturned() {
    return this instanceof Finished || this instanceof Parked;
  }

  /// The visit has not ended.
  record Open() implements Ending {
    @Override
    public String reason() {
      return "";
    }
  }

  /// The end of a visit that took place, at a host or at home, in the form in which it is stored.
  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "end")
  @JsonSubTypes({
    @JsonSubTypes.Type(Finished.class),
    @JsonSubTypes.Type(Parked.class),
    @JsonSubTypes.Type(Stopped.class),
    @JsonSubTypes.Type(Recalled.class),
    @JsonSubTypes.Type(Denied.class),
    @JsonSubTypes.Type(Failed.class)
  })
  sealed interface Made extends Ending {}

  /// The agent returned.
  ///
  /// @param onward URLs that the agent wants to visit next; they are handled as referrals
  record Finished(List<String> onward) implements Made {
    /// Copies the list.
    public Finished {
      onward = List.copyOf(onward);
    }

    @Override
    public String reason() {
      return "";
    }
  }

  /// The agent returned, and stays at its host.
  record Parked() implements Made {
    @Override
    public String reason() {
      return "";
    }
  }

  /// A limit ended the visit.
  ///
  /// @param limit the limit of the crawl that ended the visit, by its name in the sandbox; empty
  ///   for any other limit
  /// @param reason one sentence
  record Stopped(@JsonInclude(JsonInclude.Include.NON_EMPTY) String limit, String reason)
      implements Made {
    /// Reads a missing limit as the empty string.
    public Stopped {
      limit = limit == null ? "" : limit;
    }
  }

  /// The host's operator or the owner ended the visit. No visit over HTTP follows.
  ///
  /// @param reason one sentence
  record Recalled(String reason) implements Made {}

  /// The agent's code or state was not admitted.
  ///
  /// @param reason one sentence
  record Denied(String reason) implements Made {}

  /// The agent threw an exception, or the program that made the visit failed.
  ///
  /// @param reason one sentence
  record Failed(String reason) implements Made {}

  /// The host was silent for longer than the crawl's patience, or let the agent wait or run too
  /// long.
  ///
  /// @param reason one sentence
  record Lost(String reason) implements Ending {}

  /// The host refused the agent.
  ///
  /// @param reason one sentence
  record Refused(String reason) implements Ending {}

  /// robots.txt no longer routes the territory to the host, so the agent was not sent.
  ///
  /// @param reason one sentence
  record Withdrawn(String reason) implements Ending {}

  /// The host could not be reached.
  ///
  /// @param reason one sentence
  record Unreachable(String reason) implements Ending {}

  /// The visit finished and more work was left, but the agent could not be fetched home.
  ///
  /// @param reason one sentence
  record Stranded(String reason) implements Ending {}
}
