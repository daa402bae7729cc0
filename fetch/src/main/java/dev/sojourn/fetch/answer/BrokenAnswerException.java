package dev.sojourn.fetch.answer;

import java.io.IOException;

/// An answer that breaks the protocol or a limit. Its message is a clause for people. Without a
/// stack trace: a server can cause it.
public final class BrokenAnswerException extends IOException {
  private static final long serialVersionUID = 1;

  private final Fault fault;

  /// The faults that a reader distinguishes.
  public enum Fault {
    /// The connection ended before an answer.
    CLOSED("it closed the connection without an answer"),
    /// The connection ended within an answer.
    CUT("the answer ends early"),
    /// A line is longer than its limit.
    LONG_LINE("its header fields are too long or too many"),
    /// A head has more fields than its limit, or longer ones.
    MANY_FIELDS("its header fields are too long or too many"),
    /// A chunk does not begin with its size.
    NO_CHUNK_SIZE("a chunk has no size"),
    /// A chunk is not followed by a line break.
    LONG_CHUNK("a chunk is longer than it says"),
    /// The answer does not begin with a status line.
    NO_STATUS("its answer begins with no status of HTTP/1.1"),
    /// More frames or bytes than an answer needs. The connection is closed.
    FLOOD("it sends what was not asked for"),
    /// Any other fault.
    OTHER("the answer is broken");

    private final String clause;

    Fault(String clause) {
      this.clause = clause;
    }
  }

  /// Creates an exception with the usual clause of a fault.
  ///
  /// @param fault of it
  public BrokenAnswerException(Fault fault) {
    this(fault, fault.clause);
  }

  /// Creates an exception with its own clause.
  ///
  /// @param fault of it
  /// @param clause what is wrong
  public BrokenAnswerException(Fault fault, String clause) {
    super(clause);
    this.fault = fault;
  }

  /// Creates an exception with the fault [Fault#OTHER].
  ///
  /// @param clause what is wrong
  public BrokenAnswerException(String clause) {
    this(Fault.OTHER, clause);
  }

  /// {@return what is wrong, for decisions}
  public Fault fault() {
    return fault;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
