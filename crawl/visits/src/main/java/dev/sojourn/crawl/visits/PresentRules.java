package dev.sojourn.crawl.visits;

import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.fetch.SiteRules;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The robots.txt of one site as it is at the moment of a question. May be used by any thread; each
/// method may block while the file is read.
public interface PresentRules {

  /// {@return the rules for the plan of the site}
  ///
  /// @throws IOException if they cannot be kept
  /// @throws InterruptedException if the thread was interrupted
  RobotsOutcome forPlan() throws IOException, InterruptedException;

  /// {@return the rules for a page that is about to be fetched}
  ///
  /// @throws InterruptedException if the thread was interrupted
  /// @throws UncheckedIOException if the site has no rules that could decide, which ends the visit;
  ///   or if the rules cannot be kept, which ends the crawl. An ended visit may go on later, while
  ///   refused pages would be lost to it
  RobotsTxt now() throws InterruptedException;

  /// {@return the rules before an agent is sent; a site that does not answer is waited for}
  ///
  /// @throws IOException if they cannot be kept
  /// @throws InterruptedException if the thread was interrupted
  SiteRules forDispatch() throws IOException, InterruptedException;
}
