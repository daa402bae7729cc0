package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.agent.page.PageUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The messages from the caller's side.
public sealed interface ToWorker {

  /// {@return the visit of the message}
  int visit();

  /// Begin a visit.
  ///
  /// @param visit its number on this pipe
  /// @param codeDigest names the code
  /// @param codeJar the code
  /// @param entryClass binary name of the agent's class
  /// @param state encoded state, if the agent has one
  /// @param productToken the token that robots directives must name
  /// @param starts normalised URLs
  /// @param scope the part of the site
  /// @param limits the limits of the visit
  /// @param seed of the random numbers
  /// @param parameters of the agent from its owner, by name
  /// @param readAhead how many of the pages to come the worker names with each that it wants
  /// @param readsBack whether the worker reads each state back, at every checkpoint
  /// @param cause why the visit is made
  /// @param mail the messages that wait for the agent, so that it finds them however short its
  ///   visit is
  /// @param itinerary the legs that the agent has still to go
  /// @param parts the agents that this one is given, if the cause is a combination
  record Begin(
      int visit,
      String codeDigest,
      byte[] codeJar,
      String entryClass,
      Optional<byte[]> state,
      String productToken,
      List<String> starts,
      Scope scope,
      VisitLimits limits,
      long seed,
      Map<String, String> parameters,
      int readAhead,
      boolean readsBack,
      VisitCause cause,
      List<Message> mail,
      Itinerary itinerary,
      List<AgentPart> parts)
      implements ToWorker {
    /// The most messages that wait for an agent.
    public static final int MAX_MAIL = 1_000;

    /// Copies the lists and the map.
    public Begin {
      starts = List.copyOf(starts);
      parameters = Map.copyOf(parameters);
      mail = List.copyOf(mail);
      parts = List.copyOf(parts);
    }
  }

  /// The page asked for.
  ///
  /// @param visit the visit's number
  /// @param url the page's own URL, normalised
  /// @param status 200 to 299
  /// @param headers field names with their values
  /// @param body decoded
  record Content(int visit, String url, int status, Map<String, List<String>> headers, byte[] body)
      implements ToWorker {}

  /// A page that was not asked for yet; the worker said that its agent will ask for it soon. It is
  /// no answer, and no permission: the decision follows when the agent asks.
  ///
  /// @param page as it would be answered now; its URL is the one that will be asked for
  record PageAhead(Content page) implements ToWorker {
    @Override
    public int visit() {
      return page.visit();
    }
  }

  /// The page asked for is the one that was sent ahead.
  ///
  /// @param visit the visit's number
  record AsAhead(int visit) implements ToWorker {}

  /// The page asked for is as it was known to be.
  ///
  /// @param visit the visit's number
  record Unchanged(int visit) implements ToWorker {}

  /// The page asked for is not allowed.
  ///
  /// @param visit the visit's number
  /// @param reason one sentence
  record Refused(int visit, String reason) implements ToWorker {}

  /// The page asked for is missing, or could not be read.
  ///
  /// @param visit the visit's number
  /// @param status the HTTP status or 0
  /// @param reason one sentence
  record Missing(int visit, int status, String reason) implements ToWorker {}

  /// The changes asked for.
  ///
  /// @param visit the visit's number
  /// @param changes since the agent's last visit
  record Changes(int visit, PageChanges changes) implements ToWorker {
    /// The most pages that are named.
    public static final int MAX_PAGES = 20_000;

    /// The most characters that their URLs have together, for which the message has room.
    public static final int MAX_URL_CHARS = 4_000_000;
  }

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
