package dev.sojourn.dispatcher.cli.robots;

/// A line that is no question; the batch goes on.
final class WrongQuestionException extends Exception {
  private static final long serialVersionUID = 1;

  WrongQuestionException(String message) {
    super(message, null, false, false);
  }
}
