package dev.sojourn.dispatcher.cli.robots;

/// Reports a line that is not a question. The batch continues.
final class WrongQuestionException extends Exception {
  private static final long serialVersionUID = 1;

  WrongQuestionException(String message) {
    super(message, null, false, false);
  }
}
