package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.robots.RobotsTxt;

/// The one place of the decision whether a page is allowed. The page must lie inside the visit's
/// scope, and the site's robots.txt must allow it for the crawler's product token. At a host, it
/// must also be routed to this host. Safe for use by several threads.
public final class VisitGate {
  private final Scope scope;
  private final String productToken;
  private final PresentRules robots;
  private final RoutePolicy routes;

  /// The rules of a site as they are at this moment.
  @FunctionalInterface
  public interface PresentRules {
    /// {@return the rules, read again if their time is over}
    ///
    /// @throws InterruptedException if the thread was interrupted while they were read
    RobotsTxt now() throws InterruptedException;
  }

  /// Creates a gate.
  ///
  /// @param scope the part of the site that the visit may see
  /// @param productToken picks the group of robots.txt
  /// @param robots the rules of the scope's site as they are now; asked for each page
  /// @param routes the condition that the routes of these rules put on a page
  public VisitGate(Scope scope, String productToken, PresentRules robots, RoutePolicy routes) {
    this.scope = scope;
    this.productToken = productToken;
    this.robots = robots;
    this.routes = routes;
  }

  /// Decides about a page.
  ///
  /// @param url normalised, as every [PageUrl] is
  /// @return allowed, or why not
  /// @throws InterruptedException if the thread was interrupted while the rules were read
  public GateRuling rule(PageUrl url) throws InterruptedException {
    if (!scope.contains(url)) {
      return new GateRuling.OutOfScope(
          "%s lies outside the scope of this visit: %s, %s without %s."
              .formatted(url, scope.origin(), scope.includes(), scope.excludes()));
    }
    var rules = robots.now();
    var access = rules.access(productToken, url.toString());
    if (access.allowed()) {
      return routes
          .objection(rules, url)
          .<GateRuling>map(GateRuling.RoutedElsewhere::new)
          .orElseGet(GateRuling.Allowed::new);
    }
    if (rules.isUnread()) {
      return new GateRuling.RulesUnread(
          "The site %s allows nothing: its robots.txt could not be read."
              .formatted(scope.origin()));
    }
    return new GateRuling.Disallowed(
        "robots.txt of %s does not allow %s to %s%s."
            .formatted(
                scope.origin(),
                url.pathAndQuery(),
                productToken,
                access
                    .rule()
                    .map(rule -> ": line %d, %s".formatted(rule.line(), rule.text()))
                    .orElse("")));
  }

  /// Reads what the site's robots.txt states about uses of a page.
  ///
  /// @param url of a page
  /// @return its Content-Usage for this page, its Content-Signal, and its licences; nothing for a
  ///   page outside the scope
  /// @throws InterruptedException if the thread was interrupted while the rules were read
  public PageUsage usage(PageUrl url) throws InterruptedException {
    if (!scope.contains(url)) {
      return PageUsage.NONE;
    }
    var rules = robots.now();
    var group = rules.agent(productToken);
    return new PageUsage(
        group.contentUsage(url.toString()).permissions(),
        group.contentSignals().permissions(),
        rules.licenses());
  }
}
