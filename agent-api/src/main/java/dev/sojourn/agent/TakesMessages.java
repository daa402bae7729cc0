package dev.sojourn.agent;

/// Implemented by an [Agent] that its owner may speak to while it is under way.
///
/// ```java
/// public final class Patient implements Agent, TakesMessages {
///   private int pages;
///
///   @Override
///   public String message(String text) {
///     return text.equals("how far?") ? pages + " pages" : "I only know how far I am.";
///   }
/// ```
@FunctionalInterface
public interface TakesMessages {

  /// Answers a message of the agent's owner.
  ///
  /// Called inside [Visit#checkpoint()], on the visit's own thread, so that the agent's fields may
  /// be read and changed. An agent that never calls that method gets no messages. A message whose
  /// answer was lost may come again. An exception ends the visit as failed, as an exception of
  /// [Agent#visit] does.
  ///
  /// @param text of at most 16,000 characters
  /// @return the answer; of more than 16,000 characters, the first ones are sent
  String message(String text);
}
