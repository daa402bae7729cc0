package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.robots.RobotsTxt;

/// The only place that decides whether a page is allowed. The page must be inside the visit's
/// scope, and the site's robots.txt must allow it for the crawler's product token. At a host, the
/// page must also be routed to this host. Safe for use by several threads.
public final class VisitGate {
  private final Scope scope;
  private final String productToken;
  private final PresentRules robots;
  private final RoutePolicy routes;

  /// Supplies the current rules of a site.
  @FunctionalInterface
  public interface PresentRules {
    /// {@return the rules, which are read again if they are too old}
    ///
    /// @throws InterruptedException if the thread was interrupted while they were read
    RobotsTxt now() throws InterruptedException;
  }

  /// Creates a gate.
  ///
  /// @param scope the part of the site that the visit may see
  /// @param productToken the product token, which selects the group of robots.txt
  /// @param robots supplies the current rules of the site, for each page
  /// @param routes the condition on the route of a page
  public VisitGate(Scope scope, String productToken, PresentRules robots, RoutePolicy routes) {
    this.scope = scope;
    this.productToken = productToken;
    this.robots = robots;
    this.routes = routes;
  }

  /// Decides about a page.
  ///
  /// @param url the URL, normalised like every [PageUrl]
  /// @return the ruling
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

  /// Reads the statements of the site's robots.txt about uses of a page.
  ///
  /// @param url the URL of a page
  /// @return the Content-Usage for this page, the Content-Signal, and the licences;
  ///   [PageUsage#NONE] for a page outside the scope
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
