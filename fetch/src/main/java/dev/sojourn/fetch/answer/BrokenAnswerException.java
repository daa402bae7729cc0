package dev.sojourn.fetch.answer;

import java.io.IOException;

/// An answer that is none, or is not read to its end. Its message is a clause for people. Without a
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
    /// A chunk begins with something else than its size.
    NO_CHUNK_SIZE("a chunk has no size"),
    /// Something else than the next chunk follows a chunk.
    LONG_CHUNK("a chunk is longer than it says"),
    /// The answer begins with something else than a status.
    NO_STATUS("its answer begins with no status of HTTP/1.1"),
    /// More frames or bytes than anyone needs. It costs the connection.
    FLOOD("it sends what was not asked for"),
    /// Any other.
    OTHER("the answer is broken");

    private final String clause;

    Fault(String clause) {
      this.clause = clause;
    }
  }

  /// An answer with one of the named faults.
  ///
  /// @param fault of it
  public BrokenAnswerException(Fault fault) {
    this(fault, fault.clause);
  }

  /// An answer with a fault that has words of its own.
  ///
  /// @param fault of it
  /// @param clause what is wrong
  public BrokenAnswerException(Fault fault, String clause) {
    super(clause);
    this.fault = fault;
  }

  /// An answer that breaks a rule.
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
