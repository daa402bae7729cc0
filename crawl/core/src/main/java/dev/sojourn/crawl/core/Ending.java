package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/// The status of a visit: under way, or how it ended. The end is that of the visit itself, or a
/// host's act against its agent.
public sealed interface Ending {

  /// {@return one sentence; empty if nothing has to be explained}
  String reason();

  /// {@return whether another visit has to do the work again, so that nothing of this one counts
  /// once that is complete}
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

  /// {@return whether the agent returned by itself, also if it stayed then: it has seen all that it
  /// was given}
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

  /// The end of a visit that was made, at a host or at home, as it lies in the store.
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
  /// @param onward URLs at which it wants to go on; handled as referrals
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
  /// @param limit the limit of the crawl that did, by its name in the sandbox; empty for another
  /// @param reason one sentence
  record Stopped(@JsonInclude(JsonInclude.Include.NON_EMPTY) String limit, String reason)
      implements Made {
    /// Reads a limit that is not named as the empty word.
    public Stopped {
      limit = limit == null ? "" : limit;
    }
  }

  /// The host's operator, or the owner, ended the visit. Such an end asks for no further visit over
  /// HTTP.
  ///
  /// @param reason one sentence
  record Recalled(String reason) implements Made {}

  /// The agent's code or state was not admitted.
  ///
  /// @param reason one sentence
  record Denied(String reason) implements Made {}

  /// The agent threw an exception, or the program that made the visit could not go on.
  ///
  /// @param reason one sentence
  record Failed(String reason) implements Made {}

  /// The host was silent for longer than the patience of the crawl, or let the agent wait or run
  /// for longer than it may.
  ///
  /// @param reason one sentence
  record Lost(String reason) implements Ending {}

  /// The host refused the agent.
  ///
  /// @param reason one sentence
  record Refused(String reason) implements Ending {}

  /// robots.txt no longer leaves the territory to the host, so the agent was not sent.
  ///
  /// @param reason one sentence
  record Withdrawn(String reason) implements Ending {}

  /// The host could not be reached.
  ///
  /// @param reason one sentence
  record Unreachable(String reason) implements Ending {}

  /// The visit finished, but the agent could not be fetched home when there was more to do.
  ///
  /// @param reason one sentence
  record Stranded(String reason) implements Ending {}
}
