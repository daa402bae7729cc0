package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import java.util.List;
import java.util.Optional;

/// The messages from the caller's side.
public sealed interface ToWorker {

  /// {@return the visit of the message}
  int visit();

  /// Begin a visit.
  ///
  /// @param visit its number on this pipe
  /// @param code the program that runs
  /// @param state encoded state, if the agent has one
  /// @param inputs the facts that the agent gets about its visit
  /// @param limits the limits of the visit
  /// @param readAhead how many of the pages to come the worker names with each that it wants
  /// @param readsBack whether the worker reads each state back, at every checkpoint
  /// @param mail the messages that wait for the agent, so that it finds them however short its
  ///   visit is
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

  /// The answer about the page asked for.
  ///
  /// @param visit the visit's number
  /// @param reply the page, or why there is none
  record Page(int visit, PageReply reply) implements ToWorker {}

  /// A page that was not asked for yet; the worker said that its agent will ask for it soon. It is
  /// no answer, and no permission: the decision follows when the agent asks.
  ///
  /// @param visit the visit's number
  /// @param page as it would be answered now; its URL is the one that will be asked for
  record PageAhead(int visit, PageReply.Content page) implements ToWorker {}

  /// The page asked for is the one that was sent ahead.
  ///
  /// @param visit the visit's number
  record AsAhead(int visit) implements ToWorker {}

  /// The changes asked for.
  ///
  /// @param visit the visit's number
  /// @param changes since the agent's last visit
  record Changes(int visit, PageChanges changes) implements ToWorker {}

  /// The statements asked for.
  ///
  /// @param visit the visit's number
  /// @param usage the statements of robots.txt about a page
  record Usage(int visit, PageUsage usage) implements ToWorker {}

  /// A message of the owner, which the agent answers at its next checkpoint.
  ///
  /// @param visit the visit's number
  /// @param number the message's own, for the answer
  /// @param text at most 16,000 characters
  record Message(int visit, int number, String text) implements ToWorker {}

  /// End the visit.
  ///
  /// @param visit the visit's number
  /// @param limit the limit that ran out
  /// @param reason one sentence
  record Stop(int visit, String limit, String reason) implements ToWorker {}
}
