package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.VisitEnd;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The messages from a worker. Each has the number of its visit on this pipe.
public sealed interface FromWorker {

  /// {@return the number of the message's visit; 0 for the worker itself}
  int visit();

  /// The worker has confined itself and waits. This is its first message.
  ///
  /// @param walls the walls inside the worker
  record Ready(List<SandboxWalls.Wall> walls) implements FromWorker {
    /// Copies the list.
    public Ready {
      walls = List.copyOf(walls);
    }

    @Override
    public int visit() {
      return 0;
    }
  }

  /// The agent was admitted; its code begins to run.
  ///
  /// @param visit the visit's number
  record Started(int visit) implements FromWorker {}

  /// The agent wants a page. Before the answer, the visit may send only its end.
  ///
  /// @param visit the visit's number
  /// @param url the normalised URL
  /// @param foundOn the normalised URL of the page that links to it; empty if unknown
  /// @param depth the number of links from a start URL to the page; -1 if unknown
  /// @param next the normalised URLs of the pages that it will want next, each named once; at most
  ///   as many as the visit's order requests
  /// @param known the earlier version of the page, if the agent wants the page only after a change
  /// @param held the validators of the pages in `next`, in their order; empty without validators
  record PageWanted(
      int visit,
      String url,
      String foundOn,
      int depth,
      List<String> next,
      Optional<KnownPage> known,
      List<PageValidators> held)
      implements FromWorker {
    /// The greatest depth in a message; a deeper page has this depth.
    public static final int MAX_DEPTH = 1_000_000;

    /// The most bytes of the next pages with their validators.
    public static final int MAX_NEXT_BYTES = 32 << 10;

    /// Copies the lists.
    ///
    /// @throws IllegalArgumentException if only some pages have validators
    public PageWanted {
      next = List.copyOf(next);
      held = List.copyOf(held);
      if (!held.isEmpty() && held.size() != next.size()) {
        throw new IllegalArgumentException(
            "held: " + held.size() + " (expected: 0 or " + next.size() + ")");
      }
    }

    /// Creates a request for a page with no known facts except its URL.
    ///
    /// @param visit the visit's number
    /// @param url the normalised URL
    public PageWanted(int visit, String url) {
      this(visit, url, "", -1, List.of(), Optional.empty(), List.of());
    }
  }

  /// The agent asks which pages changed since its last visit. A visit sends it at most once. Before
  /// the answer, the visit may send only its end.
  ///
  /// @param visit the visit's number
  record ChangesWanted(int visit) implements FromWorker {}

  /// The agent asks for a part of the last page. A visit sends it at most once for each part of
  /// each page. Before the answer, the visit may send only its end.
  ///
  /// @param visit the visit's number
  /// @param detail the part
  record DetailWanted(int visit, PageDetail detail) implements FromWorker {}

  /// The agent asks which uses of a page the site's robots.txt permits. A visit sends it at most
  /// once for each page. Before the answer, the visit may send only its end.
  ///
  /// @param visit the visit's number
  /// @param url the normalised URL of the page
  record UsageWanted(int visit, String url) implements FromWorker {}

  /// The last page asks not to be indexed.
  ///
  /// @param visit the visit's number
  record Noindex(int visit) implements FromWorker {}

  /// Views of the last page were read only in part. The worker sends it again for further views.
  ///
  /// @param visit the visit's number
  /// @param views all such views so far
  record Shortened(int visit, Set<PagePart> views) implements FromWorker {
    /// Copies the set, in the order of the views.
    public Shortened {
      var sorted = EnumSet.noneOf(PagePart.class);
      sorted.addAll(views);
      views = Collections.unmodifiableSet(sorted);
    }
  }

  /// The agent found something.
  ///
  /// @param visit the visit's number
  /// @param json one JSON object on one line
  record Finding(int visit, byte[] json) implements FromWorker {}

  /// The agent refers to a URL.
  ///
  /// @param visit the visit's number
  /// @param url the normalised URL
  record Referral(int visit, String url) implements FromWorker {}

  /// Referrals were dropped, since the visit has reached its limit. The worker sends it before a
  /// checkpoint and before the end.
  ///
  /// @param visit the visit's number
  /// @param count the number since the last such message, at least 1
  record Dropped(int visit, long count) implements FromWorker {}

  /// The counters of the agent's frontier grew. The worker sends it before a checkpoint and before
  /// the end.
  ///
  /// @param visit the visit's number
  /// @param counts the counts since the last such message, and the number of waiting URLs
  record LinksCounted(int visit, FrontierCounts counts) implements FromWorker {}

  /// A line of the agent's log.
  ///
  /// @param visit the visit's number
  /// @param line without control characters
  record LogLine(int visit, String line) implements FromWorker {}

  /// The agent's answer to a message.
  ///
  /// @param visit the visit's number
  /// @param message the message's number
  /// @param isTaken whether the agent accepts messages
  /// @param text at most 16,000 characters
  record Reply(int visit, int message, boolean isTaken, String text) implements FromWorker {}

  /// The agent's state, to save with all earlier output.
  ///
  /// @param visit the visit's number
  /// @param state the encoded state
  record Checkpoint(int visit, byte[] state) implements FromWorker {}

  /// The worker ordered the visit to stop, since a limit ran out.
  ///
  /// @param visit the visit's number
  /// @param limit the name of the limit
  /// @param reason one sentence
  /// @param where the agent's place in its code
  record Stopping(int visit, String limit, String reason, CodePlace where) implements FromWorker {}

  /// The resources that the visit has used so far. The worker sends it at intervals and before the
  /// end.
  ///
  /// @param visit the visit's number
  /// @param cpuNanos processor time of the visit's threads
  /// @param allocatedBytes heap that the visit allocated
  record Spent(int visit, long cpuNanos, long allocatedBytes) implements FromWorker {}

  /// The end of a visit. This is its last message.
  ///
  /// @param visit the visit's number
  /// @param end the end, with a sentence for each reason
  record End(int visit, VisitEnd.Reported end) implements FromWorker {
    /// The most URLs to visit next.
    public static final int MAX_URLS = 1_000;

    /// The most characters of these URLs together.
    public static final int MAX_URL_CHARS = 1_000_000;

    /// The most other causes of a refusal: 20 are listed including the first, and one sentence
    /// counts the rest.
    public static final int MAX_OTHERS = 20;
  }
}
