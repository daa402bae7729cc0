package dev.sojourn.sandbox;

import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.itinerary.Itinerary;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One visit to be made.
///
/// @param signer the signer of the agent, as a key id; agents of two signers never share a worker
/// @param visitId the caller's name for the visit, for messages
/// @param code the program that runs
/// @param state the state from [VisitEnd.Finished] or [VisitServices#checkpoint] for the same code;
///   empty for an agent that starts out; not copied, and must not be changed
/// @param inputs the facts that the agent gets about its visit
/// @param limits the limits of the visit
/// @param readAhead how many of the pages to come the worker names with each that its agent asks
///   for; 0 to 128
/// @param readsBack whether the worker reads back each state that is saved, and each that it would
///   save at any checkpoint. A state that a later visit could not read fails then, and not by the
///   clock
public record VisitOrder(
    String signer,
    String visitId,
    Code code,
    Optional<byte[]> state,
    Inputs inputs,
    VisitLimits limits,
    int readAhead,
    boolean readsBack) {
  /// The most pages to come that the worker names with one that it wants.
  public static final int MAX_READ_AHEAD = 128;

  /// Checks the range.
  ///
  /// @throws IllegalArgumentException if more pages are to be read ahead than the pipe carries
  public VisitOrder {
    if (readAhead < 0 || readAhead > MAX_READ_AHEAD) {
      throw new IllegalArgumentException(
          "readAhead: %d (expected: 0 to %d)".formatted(readAhead, MAX_READ_AHEAD));
    }
  }

  /// A visit without pages read ahead, and without states read back.
  ///
  /// @param signer the signer of the agent
  /// @param visitId the caller's name for the visit
  /// @param code the program that runs
  /// @param state of the agent
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

  /// An agent's program; opaque bytes to the process that gives the order.
  ///
  /// @param digest names the content of `jar`, as a SHA-256 in hexadecimal; already verified
  /// @param jar the agent's classes; not copied, and must not be changed
  /// @param entryClass binary name of the class that implements [dev.sojourn.agent.Agent]
  public record Code(String digest, byte[] jar, String entryClass) {}

  /// The facts of its visit that the agent is given.
  ///
  /// @param productToken the crawler's name, to which a page's robots directives may be addressed
  /// @param starts absolute URLs to begin with, normalised
  /// @param scope the part of the site that the visit may see
  /// @param seed of the visit's random numbers
  /// @param parameters of the agent from its owner, by name; texts that only the worker reads
  /// @param cause why the visit is made
  /// @param itinerary the legs that the agent has still to go
  /// @param parts the agents that this one is given, if the cause is a combination
  public record Inputs(
      String productToken,
      List<String> starts,
      Scope scope,
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

    /// The facts for an agent that starts out.
    ///
    /// @param productToken the crawler's name
    /// @param starts absolute URLs to begin with
    /// @param scope the part of the site that the visit may see
    /// @param seed of the visit's random numbers
    /// @param parameters of the agent from its owner, by name
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
          seed,
          parameters,
          new VisitCause.Start(),
          Itinerary.NONE,
          List.of());
    }

    /// The facts for an agent that starts out without parameters.
    ///
    /// @param productToken the crawler's name
    /// @param starts absolute URLs to begin with
    /// @param scope the part of the site that the visit may see
    /// @param seed of the visit's random numbers
    public Inputs(String productToken, List<String> starts, Scope scope, long seed) {
      this(productToken, starts, scope, seed, Map.of());
    }

    /// {@return the same for another cause}
    ///
    /// @param other why the visit is made
    public Inputs causedBy(VisitCause other) {
      return new Inputs(productToken, starts, scope, seed, parameters, other, itinerary, parts);
    }

    /// {@return the same for an agent that has still to go on}
    ///
    /// @param rest of its itinerary
    public Inputs withItinerary(Itinerary rest) {
      return new Inputs(productToken, starts, scope, seed, parameters, cause, rest, parts);
    }

    /// {@return the same for an agent that others are combined into}
    ///
    /// @param others that it is given; none if it is to report
    public Inputs combining(List<AgentPart> others) {
      return new Inputs(
          productToken,
          starts,
          scope,
          seed,
          parameters,
          new VisitCause.Combination(),
          itinerary,
          others);
    }
  }

  /// {@return the same visit, begun with another state}
  ///
  /// @param other the state; empty for an agent that starts out
  public VisitOrder withState(Optional<byte[]> other) {
    return new VisitOrder(signer, visitId, code, other, inputs, limits, readAhead, readsBack);
  }

  /// {@return the same visit, made again from its last checkpoint}
  ///
  /// @param checkpoint the state there; empty for an agent that starts out
  public VisitOrder resumedFrom(Optional<byte[]> checkpoint) {
    var again =
        inputs.cause() instanceof VisitCause.Combination
            ? inputs
            : inputs.causedBy(new VisitCause.Resumption());
    return new VisitOrder(signer, visitId, code, checkpoint, again, limits, readAhead, readsBack);
  }

  /// {@return the same visit with other limits}
  ///
  /// @param others its limits
  public VisitOrder withLimits(VisitLimits others) {
    return new VisitOrder(signer, visitId, code, state, inputs, others, readAhead, readsBack);
  }

  /// {@return the same visit, with some pages named ahead}
  ///
  /// @param pages how many, 0 to 128
  public VisitOrder withReadAhead(int pages) {
    return new VisitOrder(signer, visitId, code, state, inputs, limits, pages, readsBack);
  }

  /// {@return the same visit, whose states are read back}
  public VisitOrder readingBack() {
    return new VisitOrder(signer, visitId, code, state, inputs, limits, readAhead, true);
  }
}
