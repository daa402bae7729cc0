package dev.sojourn.sandbox;

/// Thrown by a [VisitDesk] that does not go on with an agent, for what the agent did: the visit
/// ends as [VisitEnd.Failed] with its sentence, which the agent's owner reads.
public final class DeskRefusalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// Says why.
  ///
  /// @param sentence for the agent's owner
  public DeskRefusalException(String sentence) {
    // An agent makes this happen as often as it likes: no trace, nothing suppressed.
    super(sentence, null, false, false);
  }
}
