package dev.sojourn.sandbox;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.page.PageView;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// The services of the caller for one visit. All methods but [#beginning] are called on one virtual
/// thread, in the order in which the agent acted; that thread is interrupted when the visit must
/// end.
///
/// The arguments come from a process that may be hostile: they are within the visit's limits and
/// well-formed, and no more is known about them. An exception thrown here ends the visit as
/// [VisitEnd.Failed]: with its message if it is about input or output. Any other is a fault of the
/// services, and only the log names it.
public interface VisitServices {
  /// The most pages that are named as changed.
  int MAX_CHANGED_PAGES = 20_000;

  /// The most characters that their URLs have together, for which a message has room.
  int MAX_CHANGED_URL_CHARS = 4_000_000;

  /// Hears that the visit is about to begin, on the thread that starts it. A message that is sent
  /// here reaches the agent however short its visit is.
  ///
  /// @param visit through which messages reach the agent
  default void beginning(VisitHandle visit) {}

  /// Answers a request for a page. Scope and robots rules are decided here.
  ///
  /// @param request the request
  /// @return the page or why there is none
  /// @throws InterruptedException if the visit must end
  PageReply page(PageRequest request) throws InterruptedException;

  /// Hears that the answer to the last request is on its way to the agent, which works on it
  /// meanwhile. No answer depends on this call: it is the time for work that can wait.
  default void answered() {}

  /// Gives a page before the agent asks for it, if the services have it and the agent may have it
  /// at this moment. It goes to the agent's worker at once. The agent asks for it by a request as
  /// any other, and only then it counts as read.
  ///
  /// @param mostBytes that its body may have
  /// @return a page at the URL that the agent will ask for; each is given once
  /// @throws InterruptedException if the visit must end
  default Optional<PageReply.Content> ahead(int mostBytes) throws InterruptedException {
    return Optional.empty();
  }

  /// Hears that the page answered last asks not to be indexed. At most once for each page.
  default void noindex() {}

  /// Hears that views of the page answered last were read in part. At most once for each view.
  ///
  /// @param views all of them so far
  default void shortened(Set<PageView> views) {}

  /// Answers which pages changed since the agent's last visit. Asked at most once in a visit.
  ///
  /// @return at most [#MAX_CHANGED_PAGES] pages, of at most [#MAX_CHANGED_URL_CHARS] characters
  /// @throws IOException if they cannot be read; the visit then ends as failed
  /// @throws InterruptedException if the visit must end
  default PageChanges changes() throws IOException, InterruptedException {
    return new PageChanges.Unreported("The place of this visit cannot tell which pages changed.");
  }

  /// Answers which uses of a page the site's robots.txt permits. Asked at most once for each page
  /// that was given.
  ///
  /// @param url of the page
  /// @return the statements
  /// @throws InterruptedException if the visit must end
  default PageUsage usage(PageUrl url) throws InterruptedException {
    return PageUsage.NONE;
  }

  /// Takes a finding.
  ///
  /// @param json one JSON object in UTF-8, on one line
  void finding(byte[] json);

  /// Takes a referral: a URL that another visit should see.
  ///
  /// @param url the URL
  void refer(PageUrl url);

  /// Hears how many referrals were dropped since the last call.
  ///
  /// @param count more than 0, at most 2⁴⁰
  default void dropped(long count) {}

  /// Hears what the agent's frontier counted since the last call, and how many URLs wait in it.
  ///
  /// @param counts each 0 to 2⁴⁰
  default void counted(FrontierCounts counts) {}

  /// Takes a line of the agent's log.
  ///
  /// @param line without control characters, at most 1,000 characters
  void log(String line);

  /// Commits the agent's state together with all findings, referrals and lines since the last
  /// checkpoint.
  ///
  /// @param state opaque bytes
  /// @param spent since the visit began in this worker
  /// @throws IOException if they could not be saved; the visit then ends as failed
  void checkpoint(byte[] state, VisitSpending spent) throws IOException;
}
