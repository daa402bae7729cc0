package dev.sojourn.dispatcher.agent;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;

/// The program of an agent, ready to be sent.
///
/// @param entryClass binary name of the class that implements [dev.sojourn.agent.Agent]
/// @param jar its classes as one canonical jar: the same classes give the same bytes
public record AgentCode(String entryClass, Bytes jar) {

  /// {@return the digest of the jar, by which hosts know the code}
  public Digest digest() {
    return Digest.of(jar);
  }
}
