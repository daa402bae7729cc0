package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import java.util.List;
import java.util.Optional;

/// The messages from the caller to a worker.
public sealed interface ToWorker {

  /// {@return the number of the message's visit}
  int visit();

  /// Begins a visit.
  ///
  /// @param visit the visit's number on this pipe
  /// @param code the program of the agent
  /// @param state the encoded state, if the agent has one
  /// @param inputs the facts that the agent gets about its visit
  /// @param limits the limits of the visit
  /// @param readAhead the number of upcoming pages that the worker names with each request
  /// @param readsBack whether the worker reads each state again, at every checkpoint
  /// @param mail the waiting messages for the agent, which it gets even in a short visit
  record Begin(
      int visit,
      VisitOrder.Code code,
      Optional<byte[]> state,
      VisitOrder.Inputs inputs,
      VisitLimits limits,
      int readAhead,
      boolean readsBack,
      List<Message> mail)
      implements ToWorker {
    /// The most messages that wait for an agent.
    public static final int MAX_MAIL = 1_000;

    /// Copies the list.
    public Begin {
      mail = List.copyOf(mail);
    }
  }

  /// The answer to a request for a page.
  ///
  /// @param visit the visit's number
  /// @param reply the page, or the reason why there is none
  record Page(int visit, PageReply reply) implements ToWorker {}

  /// The answer to a request for a part of the last page.
  ///
  /// @param visit the visit's number
  /// @param octets the part; empty if the page has changed or gone
  record Detail(int visit, Optional<byte[]> octets) implements ToWorker {}

  /// The answer to a request for changes.
  ///
  /// @param visit the visit's number
  /// @param changes the changes since the agent's last visit
  record Changes(int visit, PageChanges changes) implements ToWorker {}

  /// The answer to a request for uses.
  ///
  /// @param visit the visit's number
  /// @param usage the statements of robots.txt about a page
  record Usage(int visit, PageUsage usage) implements ToWorker {}

  /// A message of the owner, which the agent answers at its next checkpoint.
  ///
  /// @param visit the visit's number
  /// @param number the message's number, for the answer
  /// @param text at most 16,000 characters
  record Message(int visit, int number, String text) implements ToWorker {}

  /// Ends the visit.
  ///
  /// @param visit the visit's number
  /// @param limit the limit that ran out
  /// @param reason one sentence
  record Stop(int visit, String limit, String reason) implements ToWorker {}
}
