package dev.sojourn.agent;

/// Implemented by an [Agent] that accepts messages of its owner during a visit.
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
  /// Called inside [Visit#checkpoint()], on the visit's own thread, so that it may read and change
  /// the agent's fields. An agent that never calls [Visit#checkpoint()] gets no messages. A message
  /// whose answer was lost may come again. An exception ends the visit as failed, as an exception
  /// of [Agent#visit] does.
  ///
  /// @param text of at most 16,000 characters
  /// @return the answer; only its first 16,000 characters are sent
  String message(String text);
}
