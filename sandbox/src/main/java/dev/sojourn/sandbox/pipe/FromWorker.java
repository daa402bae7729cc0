package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.page.PageView;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.VisitEnd;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The messages from a worker. Each names its visit by the number on this pipe.
public sealed interface FromWorker {

  /// {@return the visit of the message, 0 for the worker itself}
  int visit();

  /// The worker has confined itself and waits. Its first word.
  ///
  /// @param walls the walls that stand inside the worker
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

  /// The agent wants a page. Until the answer has come, the only other message of this visit may be
  /// its end.
  ///
  /// @param visit the visit's number
  /// @param url normalised
  /// @param foundOn the page that links to it, normalised; empty if none is known
  /// @param depth how many links lead to it from a URL that the visit began with; -1 if that is not
  ///   known
  /// @param next the pages that it will want next, normalised, each named once; no more than the
  ///   visit's order asks for
  /// @param known the page as it was, if it is only wanted after a change
  /// @param held the validators of the pages that it will want next, in their order; empty if there
  ///   are none
  record PageWanted(
      int visit,
      String url,
      String foundOn,
      int depth,
      List<String> next,
      Optional<KnownPage> known,
      List<PageValidators> held)
      implements FromWorker {
    /// The greatest depth of a page in a message; a deeper page counts as this deep.
    public static final int MAX_DEPTH = 1_000_000;

    /// The most bytes that they take, with their validators.
    public static final int MAX_NEXT_BYTES = 32 << 10;

    /// Copies the lists.
    ///
    /// @throws IllegalArgumentException if there are validators, but not for each page
    public PageWanted {
      next = List.copyOf(next);
      held = List.copyOf(held);
      if (!held.isEmpty() && held.size() != next.size()) {
        throw new IllegalArgumentException(
            "held: " + held.size() + " (expected: 0 or " + next.size() + ")");
      }
    }

    /// A page that is known by its URL alone.
    ///
    /// @param visit the visit's number
    /// @param url normalised
    public PageWanted(int visit, String url) {
      this(visit, url, "", -1, List.of(), Optional.empty(), List.of());
    }
  }

  /// The agent asks which pages changed since its last visit. Sent at most once for a visit. Until
  /// the answer has come, the only other message of the visit may be its end.
  ///
  /// @param visit the visit's number
  record ChangesWanted(int visit) implements FromWorker {}

  /// The agent asks which uses of a page the site's robots.txt permits. Sent at most once for each
  /// page. Until the answer has come, the only other message of the visit may be its end.
  ///
  /// @param visit the visit's number
  /// @param url of the page, normalised
  record UsageWanted(int visit, String url) implements FromWorker {}

  /// The page that was answered last asks not to be indexed.
  ///
  /// @param visit the visit's number
  record Noindex(int visit) implements FromWorker {}

  /// Views of the page that was answered last were read in part. Sent again when there are more.
  ///
  /// @param visit the visit's number
  /// @param views all of them so far
  record Shortened(int visit, Set<PageView> views) implements FromWorker {
    /// Copies the set, in the order of the views.
    public Shortened {
      var sorted = EnumSet.noneOf(PageView.class);
      sorted.addAll(views);
      views = Collections.unmodifiableSet(sorted);
    }
  }

  /// The agent found something.
  ///
  /// @param visit the visit's number
  /// @param json one JSON object on one line
  record Finding(int visit, byte[] json) implements FromWorker {}

  /// The agent hands on a URL.
  ///
  /// @param visit the visit's number
  /// @param url normalised
  record Referral(int visit, String url) implements FromWorker {}

  /// Referrals were dropped, since the visit may make no more of them. Sent before a checkpoint and
  /// before the end.
  ///
  /// @param visit the visit's number
  /// @param count how many since the last such message, more than 0
  record Dropped(int visit, long count) implements FromWorker {}

  /// The counters of the agent's frontier grew. Sent before a checkpoint and before the end.
  ///
  /// @param visit the visit's number
  /// @param counts the counts since the last such message, and how many URLs wait
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
  /// @param isTaken whether the agent takes messages at all
  /// @param text at most 16,000 characters
  record Reply(int visit, int message, boolean isTaken, String text) implements FromWorker {}

  /// The agent's state, to be saved with all output before.
  ///
  /// @param visit the visit's number
  /// @param state encoded
  record Checkpoint(int visit, byte[] state) implements FromWorker {}

  /// The worker ordered the visit to stop, since a limit ran out.
  ///
  /// @param visit the visit's number
  /// @param limit which one
  /// @param reason one sentence
  /// @param where the agent was
  record Stopping(int visit, String limit, String reason, CodePlace where) implements FromWorker {}

  /// The amounts that the visit has taken of the worker so far; sent now and then, and before its
  /// end.
  ///
  /// @param visit the visit's number
  /// @param cpuNanos processor time of its thread
  /// @param allocatedBytes heap that it allocated
  record Spent(int visit, long cpuNanos, long allocatedBytes) implements FromWorker {}

  /// The end of a visit, and its last message.
  ///
  /// @param visit the visit's number
  /// @param end with a sentence for each reason
  record End(int visit, VisitEnd.Reported end) implements FromWorker {
    /// The most URLs to go on to.
    public static final int MAX_URLS = 1_000;

    /// The most characters that they have together, for which the message has room.
    public static final int MAX_URL_CHARS = 1_000_000;

    /// The most other causes of a refusal: 20 are named with the first, and one sentence counts the
    /// rest.
    public static final int MAX_OTHERS = 20;
  }
}
