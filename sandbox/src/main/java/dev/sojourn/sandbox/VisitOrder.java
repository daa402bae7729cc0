package dev.sojourn.sandbox;

import dev.sojourn.agent.Scope;
import dev.sojourn.sandbox.pipe.VisitLimits;
import java.util.List;
import java.util.Optional;

/// One visit to be made. Code and state are opaque bytes to the process that gives the order; their
/// arrays are not copied and must not be changed.
///
/// @param signer whose agent this is, as a key id; agents of two signers never share a worker
/// @param visitId the caller's name for the visit, for messages
/// @param codeDigest names the content of `codeJar`, as a SHA-256 in hexadecimal; already verified
/// @param codeJar the agent's classes
/// @param entryClass binary name of the class that implements [dev.sojourn.agent.Agent]
/// @param state what [VisitEnd.Finished] or [VisitServices#checkpoint] gave for the same code;
///   empty for an agent that starts out
/// @param productToken the crawler's name, to which a page's robots directives may be addressed
/// @param starts absolute URLs to begin with, normalised
/// @param scope the part of the site that the visit may see
/// @param limits what the visit may spend
/// @param seed of the visit's random numbers
public record VisitOrder(
    String signer,
    String visitId,
    String codeDigest,
    byte[] codeJar,
    String entryClass,
    Optional<byte[]> state,
    String productToken,
    List<String> starts,
    Scope scope,
    VisitLimits limits,
    long seed) {

  /// Copies the list.
  public VisitOrder {
    starts = List.copyOf(starts);
  }
}
