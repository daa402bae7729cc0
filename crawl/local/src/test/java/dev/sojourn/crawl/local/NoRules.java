package dev.sojourn.crawl.local;

import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.visits.PresentRules;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.fetch.SiteRules;

/// The rules of a site that nobody visits.
final class NoRules implements PresentRules {
  @Override
  public RobotsOutcome forPlan() {
    throw new IllegalStateException("asked for rules");
  }

  @Override
  public RobotsTxt now() {
    throw new IllegalStateException("asked for rules");
  }

  @Override
  public SiteRules forDispatch() {
    throw new IllegalStateException("asked for rules");
  }
}
