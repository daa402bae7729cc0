package dev.sojourn.host.rules;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportLimits.Further;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.host.site.Site;
import dev.sojourn.host.site.Sites;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.scope.PathPrefixes;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.visit.RoutePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// This host's decision about a passport: refused, or granted with terms.
public sealed interface Terms {
  /// The problem code if the folder or files of a site are missing now.
  String SITE_AWAY = "site-away";

  /// The longest time between two checkpoints; longer times are reduced to this limit.
  long MAX_INTERVAL_MILLIS = Duration.ofDays(366).toMillis();

  /// The agent may visit.
  ///
  /// @param site the site
  /// @param scope the scope of the passport, reduced to the part that robots.txt routes to this
  ///   host
  /// @param starts the start URLs of the passport, normalised
  /// @param limits the limits, each the smaller of the host's and the passport's
  record Granted(Site site, Scope scope, List<String> starts, VisitLimits limits) implements Terms {
    /// Copies the list.
    public Granted {
      starts = List.copyOf(starts);
    }
  }

  /// The agent may not visit.
  ///
  /// @param problem the reason
  record Refused(Problem problem) implements Terms {}

  /// A scope with more prefixes is not reduced. Searching them for each page would take longer than
  /// the check of robots.txt, which the gate makes anyway.
  int MAX_PREFIXES = 1_000;

  /// Decides about a verified passport. Grants only the part that the site's robots.txt routes to
  /// this host.
  ///
  /// @param passport the verified passport
  /// @param sites the sites of the host
  /// @param limits the limits of the host
  /// @param routes the route that robots.txt must have for a URL
  /// @return the terms, or the refusal
  static Terms of(Passport passport, Sites sites, LimitsConfig limits, RoutePolicy routes) {
    return switch (of(passport, sites, limits)) {
      case Refused refused -> refused;
      case Granted granted when granted.site().absence().isPresent() ->
          refused(
              SITE_AWAY,
              AtpStatus.SERVICE_UNAVAILABLE,
              "The pages of %s cannot be read now.".formatted(granted.site().origin()));
      case Granted granted -> routed(granted, granted.site().robots().get(), routes);
    };
  }

  /// Refuses a start URL that is routed elsewhere. It must not be omitted silently, because the
  /// owner wants that page.
  private static Terms routed(Granted granted, RobotsTxt robots, RoutePolicy routes) {
    for (var start : granted.starts()) {
      var objection = PageUrl.parse(start).flatMap(url -> routes.objection(robots, url));
      if (objection.isPresent()) {
        return refused("not-routed-here", AtpStatus.FORBIDDEN, objection.get());
      }
    }
    var scope = granted.scope();
    var here =
        new PathPrefixes(scope.includes(), scope.excludes())
            .and(PathPrefixes.routed(robots, routes::admits));
    if (here.isEmpty()) {
      var part = PageUrl.parse(scope.origin() + scope.includes().getFirst());
      return refused(
          "not-routed-here",
          AtpStatus.FORBIDDEN,
          part.flatMap(url -> routes.objection(robots, url))
              .orElse(
                  "robots.txt of %s routes no part of the scope to this host."
                      .formatted(scope.origin())));
    }
    if (here.includes().size() + here.excludes().size() > MAX_PREFIXES) {
      return granted;
    }
    var cut = new Scope(scope.origin(), here.includes(), here.excludes());
    return new Granted(granted.site(), cut, granted.starts(), granted.limits());
  }

  /// Decides about a passport without robots.txt.
  ///
  /// @param passport the verified passport
  /// @param sites the sites of the host
  /// @param limits the limits of the host
  /// @return the terms, or the refusal
  static Terms of(Passport passport, Sites sites, LimitsConfig limits) {
    var origin = passport.scope().origin();
    var site = sites.find(origin);
    if (site.isEmpty()) {
      return refused(
          "site-not-served",
          AtpStatus.FORBIDDEN,
          "The site %s is not served here, but %s; ask its robots.txt for the right host."
              .formatted(origin, String.join(", ", sites.origins())));
    }
    Scope scope;
    try {
      scope = new Scope(origin, passport.scope().includes(), passport.scope().excludes());
    } catch (IllegalArgumentException e) {
      return refused(
          "scope-malformed", AtpStatus.BAD_REQUEST, "The scope is none: " + e.getMessage() + ".");
    }
    return within(site.get(), scope, passport, limits);
  }

  private static Terms within(Site site, Scope scope, Passport passport, LimitsConfig limits) {
    var starts = new ArrayList<String>();
    for (var text : passport.starts()) {
      var url = PageUrl.parse(text).filter(scope::contains);
      if (url.isEmpty()) {
        return refused(
            "start-outside-scope",
            AtpStatus.BAD_REQUEST,
            "The start URL %s is no URL inside the scope.".formatted(text));
      }
      starts.add(url.get().toString());
    }
    var asked = passport.limits();
    if (!asked.time().isPositive()
        || asked.pages() < 1
        || asked.pageBytes() < 1
        || asked.findings() < 1) {
      return refused(
          "limits-too-small",
          AtpStatus.BAD_REQUEST,
          "The passport asks for no time, pages, bytes or findings at all, so there is nothing to"
              + " do.");
    }
    return new Granted(site, scope, starts, smaller(limits, asked));
  }

  /// {@return the limits, each the smaller of the host's and the passport's}
  ///
  /// @param granted the limits of the host
  /// @param asked the limits of the passport
  static VisitLimits smaller(LimitsConfig granted, PassportLimits asked) {
    var usual = VisitLimits.defaults();
    return new VisitLimits(
        smaller(granted.visitTime(), asked.time()),
        Duration.ofMillis(asked.atMost(Further.CPU_MILLISECONDS, granted.cpuTime().toMillis())),
        asked.atMost(Further.ALLOCATED_BYTES, granted.allocatedBytes()),
        Math.min(granted.pages(), asked.pages()),
        Math.min(granted.pageBytes(), asked.pageBytes()),
        Math.min(granted.findings(), asked.findings()),
        granted.findingBytes(),
        asked.atMost(Further.OUTPUT_BYTES, granted.outputBytes()),
        asked.atMost(Further.REFERRALS, Math.max(usual.referrals(), granted.findings())),
        (int) asked.atMost(Further.STATE_BYTES, granted.stateBytes()),
        (int) asked.atMost(Further.LOG_LINES, granted.logLines()),
        asked.atMost(Further.MESSAGES, granted.messages()),
        rarer(granted.checkpointEvery(), asked));
  }

  /// Returns the longer interval, since fewer checkpoints save resources.
  private static Duration rarer(Duration granted, PassportLimits asked) {
    long millis = asked.further().getOrDefault(Further.CHECKPOINT_MILLISECONDS, 0L);
    return Duration.ofMillis(Math.max(granted.toMillis(), Math.min(millis, MAX_INTERVAL_MILLIS)));
  }

  private static Duration smaller(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static Refused refused(String code, AtpStatus status, String sentence) {
    return new Refused(new Problem(code, status, sentence));
  }
}
