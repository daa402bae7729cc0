package dev.sojourn.sandbox;

import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.filter.ScopeRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The order for one visit.
///
/// @param signer the key id of the agent's signer; agents of two signers never share a worker
/// @param visitId the caller's name for the visit, for messages
/// @param code the program of the agent
/// @param state the state from [VisitEnd.Finished] or [VisitServices#checkpoint] for the same code;
///   empty for a new agent; not copied, and must not be changed
/// @param inputs the facts that the agent gets about its visit
/// @param limits the limits of the visit
/// @param readAhead the number of upcoming pages that the worker names with each request; 0 to 128
/// @param readsBack whether the worker reads the state again at every checkpoint, saved or not. A
///   state that a later visit could not read then fails immediately, independent of the clock
public record VisitOrder(
    String signer,
    String visitId,
    Code code,
    Optional<byte[]> state,
    Inputs inputs,
    VisitLimits limits,
    int readAhead,
    boolean readsBack) {
  /// The most upcoming pages that the worker names with one request.
  public static final int MAX_READ_AHEAD = 128;

  /// Checks the range.
  ///
  /// @throws IllegalArgumentException if `readAhead` is out of range
  public VisitOrder {
    if (readAhead < 0 || readAhead > MAX_READ_AHEAD) {
      throw new IllegalArgumentException(
          "readAhead: %d (expected: 0 to %d)".formatted(readAhead, MAX_READ_AHEAD));
    }
  }

  /// Creates a visit that reads neither pages ahead nor states again.
  ///
  /// @param signer the signer of the agent
  /// @param visitId the caller's name for the visit
  /// @param code the program of the agent
  /// @param state the state of the agent
  /// @param inputs the facts that the agent gets
  /// @param limits the limits of the visit
  public VisitOrder(
      String signer,
      String visitId,
      Code code,
      Optional<byte[]> state,
      Inputs inputs,
      VisitLimits limits) {
    this(signer, visitId, code, state, inputs, limits, 0, false);
  }

  /// An agent's program. The caller's process does not read its bytes.
  ///
  /// @param digest the SHA-256 of `jar` in hexadecimal, already verified
  /// @param jar the agent's classes; not copied, and must not be changed
  /// @param entryClass the binary name of the class that implements [dev.sojourn.agent.Agent]
  public record Code(String digest, byte[] jar, String entryClass) {}

  /// The facts that the agent gets about its visit.
  ///
  /// @param productToken the crawler's name, which robots directives of pages may address
  /// @param starts the absolute, normalised start URLs
  /// @param scope the part of the site that the visit may see
  /// @param rules the owner's rules about URLs; only the worker applies them, since their patterns
  ///   may be expensive
  /// @param seed the seed of the visit's random numbers
  /// @param parameters the owner's parameters for the agent, by name; only the worker reads the
  ///   texts
  /// @param cause the cause of the visit
  /// @param itinerary the remaining legs of the agent
  /// @param parts the agents to combine into this agent, if the cause is a combination
  public record Inputs(
      String productToken,
      List<String> starts,
      Scope scope,
      ScopeRules rules,
      long seed,
      Map<String, String> parameters,
      VisitCause cause,
      Itinerary itinerary,
      List<AgentPart> parts) {

    /// Copies the collections.
    public Inputs {
      starts = List.copyOf(starts);
      parameters = Map.copyOf(parameters);
      parts = List.copyOf(parts);
    }

    /// Creates the facts for a new agent.
    ///
    /// @param productToken the crawler's name
    /// @param starts the absolute start URLs
    /// @param scope the part of the site that the visit may see
    /// @param seed the seed of the visit's random numbers
    /// @param parameters the owner's parameters for the agent, by name
    public Inputs(
        String productToken,
        List<String> starts,
        Scope scope,
        long seed,
        Map<String, String> parameters) {
      this(
          productToken,
          starts,
          scope,
          ScopeRules.NONE,
          seed,
          parameters,
          new VisitCause.Start(),
          Itinerary.NONE,
          List.of());
    }

    /// Creates the facts for a new agent without parameters.
    ///
    /// @param productToken the crawler's name
    /// @param starts the absolute start URLs
    /// @param scope the part of the site that the visit may see
    /// @param seed the seed of the visit's random numbers
    public Inputs(String productToken, List<String> starts, Scope scope, long seed) {
      this(productToken, starts, scope, seed, Map.of());
    }

    /// {@return these facts with another cause}
    ///
    /// @param other the cause of the visit
    public Inputs causedBy(VisitCause other) {
      return new Inputs(
          productToken, starts, scope, rules, seed, parameters, other, itinerary, parts);
    }

    /// {@return these facts with rules about URLs}
    ///
    /// @param others of the owner
    public Inputs withRules(ScopeRules others) {
      return new Inputs(
          productToken, starts, scope, others, seed, parameters, cause, itinerary, parts);
    }

    /// {@return these facts with an itinerary}
    ///
    /// @param rest the remaining itinerary
    public Inputs withItinerary(Itinerary rest) {
      return new Inputs(productToken, starts, scope, rules, seed, parameters, cause, rest, parts);
    }

    /// {@return these facts for a combination}
    ///
    /// @param others the agents to combine into this agent; empty if it must report
    public Inputs combining(List<AgentPart> others) {
      return new Inputs(
          productToken,
          starts,
          scope,
          rules,
          seed,
          parameters,
          new VisitCause.Combination(),
          itinerary,
          others);
    }
  }

  /// {@return the same visit with another state}
  ///
  /// @param other the state; empty for a new agent
  public VisitOrder withState(Optional<byte[]> other) {
    return new VisitOrder(signer, visitId, code, other, inputs, limits, readAhead, readsBack);
  }

  /// {@return the same visit, repeated from its last checkpoint}
  ///
  /// @param checkpoint the state at the checkpoint; empty for a new agent
  public VisitOrder resumedFrom(Optional<byte[]> checkpoint) {
    var again =
        inputs.cause() instanceof VisitCause.Combination
            ? inputs
            : inputs.causedBy(new VisitCause.Resumption());
    return new VisitOrder(signer, visitId, code, checkpoint, again, limits, readAhead, readsBack);
  }

  /// {@return the same visit with other limits}
  ///
  /// @param others the limits
  public VisitOrder withLimits(VisitLimits others) {
    return new VisitOrder(signer, visitId, code, state, inputs, others, readAhead, readsBack);
  }

  /// {@return the same visit with another number of pages to read ahead}
  ///
  /// @param pages the number, 0 to 128
  public VisitOrder withReadAhead(int pages) {
    return new VisitOrder(signer, visitId, code, state, inputs, limits, pages, readsBack);
  }

  /// {@return the same visit; its worker reads each state again}
  public VisitOrder readingBack() {
    return new VisitOrder(signer, visitId, code, state, inputs, limits, readAhead, true);
  }
}
