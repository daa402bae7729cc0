package dev.sojourn.crawl.visits;

import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.fetch.SiteRules;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The current robots.txt of one site. May be used by any thread; each method may block while the
/// file is read.
public interface PresentRules {

  /// {@return the rules for the plan of the site}
  ///
  /// @throws IOException if the rules cannot be stored
  /// @throws InterruptedException if the thread was interrupted
  RobotsOutcome forPlan() throws IOException, InterruptedException;

  /// {@return the rules for a page that is about to be fetched}
  ///
  /// @throws InterruptedException if the thread was interrupted
  /// @throws UncheckedIOException if the rules cannot be stored, which ends the crawl; or if the
  ///   site has no usable rules, which ends the visit. An ended visit can continue later, but a
  ///   refused page would be lost
  RobotsTxt now() throws InterruptedException;

  /// {@return the rules before an agent is sent; this method waits for a site that does not answer}
  ///
  /// @throws IOException if the rules cannot be stored
  /// @throws InterruptedException if the thread was interrupted
  SiteRules forDispatch() throws IOException, InterruptedException;
}
