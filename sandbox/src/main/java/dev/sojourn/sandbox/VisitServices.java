package dev.sojourn.sandbox;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// The services of the caller for one visit. One virtual thread calls all methods except
/// [#beginning], in the order of the agent's actions. The thread is interrupted when the visit must
/// end.
///
/// The arguments come from a process that may be hostile; they are only well-formed and within the
/// visit's limits. An exception ends the visit as [VisitEnd.Failed]. The end includes the message
/// of an exception of input or output. Other exceptions are faults of the services, so only the log
/// has them.
public interface VisitServices {
  /// The most pages in the answer about changes.
  int MAX_CHANGED_PAGES = 20_000;

  /// The most characters of their URLs together, so that they fit into a message.
  int MAX_CHANGED_URL_CHARS = 4_000_000;

  /// Called before the visit begins, on the thread that starts it. A message that is sent here
  /// reaches the agent even in a short visit.
  ///
  /// @param visit the handle for messages to the agent
  default void beginning(VisitHandle visit) {}

  /// Answers a request for a page. This method decides about scope and rules of robots.txt.
  ///
  /// @param request the request
  /// @return the page or the reason why there is none
  /// @throws InterruptedException if the visit must end
  PageReply page(PageRequest request) throws InterruptedException;

  /// Called after the answer to the last request was sent. While the agent processes it, the
  /// services can do work that is not urgent.
  default void answered() {}

  /// Returns a part of the last page. Called at most once for each part of each page.
  ///
  /// @param detail the part
  /// @return the part; empty if the page has changed or gone since its answer
  /// @throws InterruptedException if the visit must end
  Optional<byte[]> detail(PageDetail detail) throws InterruptedException;

  /// Called if the last page asks not to be indexed, at most once for each page.
  default void noindex() {}

  /// Called if views of the last page were read only in part, at most once for each view.
  ///
  /// @param views all such views so far
  default void shortened(Set<PagePart> views) {}

  /// Returns which pages changed since the agent's last visit. Called at most once in a visit.
  ///
  /// @return at most [#MAX_CHANGED_PAGES] pages with at most [#MAX_CHANGED_URL_CHARS] characters
  /// @throws IOException if the changes cannot be read; the visit then ends as failed
  /// @throws InterruptedException if the visit must end
  default PageChanges changes() throws IOException, InterruptedException {
    return new PageChanges.Unreported("The place of this visit cannot tell which pages changed.");
  }

  /// Returns which uses of a page the site's robots.txt permits. Called at most once for each page
  /// that the agent got.
  ///
  /// @param url the URL of the page
  /// @return the statements
  /// @throws InterruptedException if the visit must end
  default PageUsage usage(PageUrl url) throws InterruptedException {
    return PageUsage.NONE;
  }

  /// Receives a finding.
  ///
  /// @param json one JSON object in UTF-8, on one line
  void finding(byte[] json);

  /// Receives a referral: a URL that another visit should see.
  ///
  /// @param url the URL
  void refer(PageUrl url);

  /// Called with the number of referrals dropped since the last call.
  ///
  /// @param count the number, 1 to 2⁴⁰
  default void dropped(long count) {}

  /// Called with the counts of the agent's frontier since the last call, and its number of waiting
  /// URLs.
  ///
  /// @param counts the counts, each 0 to 2⁴⁰
  default void counted(FrontierCounts counts) {}

  /// Receives a line of the agent's log.
  ///
  /// @param line without control characters, at most 1,000 characters
  void log(String line);

  /// Saves the agent's state together with all findings, referrals and log lines since the last
  /// checkpoint.
  ///
  /// @param state the encoded state
  /// @param spent the spending since the visit began in this worker
  /// @throws IOException if saving fails; the visit then ends as failed
  void checkpoint(byte[] state, VisitSpending spent) throws IOException;
}
