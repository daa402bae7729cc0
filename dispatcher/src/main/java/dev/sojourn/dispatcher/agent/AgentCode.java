package dev.sojourn.dispatcher.agent;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.util.Map;

/// The program of an agent, ready to be sent.
///
/// @param entryClass the binary name of the class that implements [dev.sojourn.agent.Agent]
/// @param jar its classes as one canonical jar: the same classes give the same bytes
/// @param parameters the parameters from the owner, by name
public record AgentCode(String entryClass, Bytes jar, Map<String, String> parameters) {

  /// Copies the map.
  public AgentCode {
    parameters = Map.copyOf(parameters);
  }

  /// Creates code without parameters.
  ///
  /// @param entryClass the binary name of the agent's class
  /// @param jar its classes
  public AgentCode(String entryClass, Bytes jar) {
    this(entryClass, jar, Map.of());
  }

  /// {@return the digest of the jar, which identifies the code for hosts}
  public Digest digest() {
    return Digest.of(jar);
  }
}
