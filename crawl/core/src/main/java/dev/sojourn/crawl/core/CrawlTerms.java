package dev.sojourn.crawl.core;

import dev.sojourn.filter.ScopeRules;
import java.util.Objects;

/// The terms of a site's crawl, fixed before the crawl begins. Only [Event.Raised] and
/// [Event.RulesChanged] change them.
///
/// @param origin the site, such as `http://example.org`
/// @param idPrefix the beginning of the agent ids of this site: letters and digits, unguessable and
///   unique among all crawls
/// @param allowance the limits for all visits of one territory together; the time is for each visit
/// @param attempts how often a host is tried before its territory is visited from home, at least 1
/// @param maxVisits the limit for visits of one territory, including follow-ups and replacements;
///   at least 2
/// @param maxStarts the limit for start URLs of one visit; the others wait for a follow-up
/// @param rules the owner's choice of URLs
public record CrawlTerms(
    String origin,
    String idPrefix,
    Allowance allowance,
    int attempts,
    int maxVisits,
    int maxStarts,
    ScopeRules rules) {

  /// Checks the ranges. Terms of earlier versions have no rules.
  public CrawlTerms {
    rules = Objects.requireNonNullElse(rules, ScopeRules.NONE);
    if (idPrefix.isEmpty() || !idPrefix.chars().allMatch(CrawlTerms::isAlphanumeric)) {
      throw new IllegalArgumentException(
          "idPrefix: " + idPrefix + " (expected: letters and digits)");
    }
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts: " + attempts + " (expected: at least 1)");
    }
    if (maxVisits < 2) {
      throw new IllegalArgumentException("maxVisits: " + maxVisits + " (expected: at least 2)");
    }
    if (maxStarts < 1) {
      throw new IllegalArgumentException("maxStarts: " + maxStarts + " (expected: at least 1)");
    }
  }

  /// Terms that leave no URL out.
  ///
  /// @param origin the site
  /// @param idPrefix the beginning of the agent ids of this site
  /// @param allowance the limits for all visits of one territory together
  /// @param attempts how often a host is tried
  /// @param maxVisits the limit for visits of one territory
  /// @param maxStarts the limit for start URLs of one visit
  public CrawlTerms(
      String origin,
      String idPrefix,
      Allowance allowance,
      int attempts,
      int maxVisits,
      int maxStarts) {
    this(origin, idPrefix, allowance, attempts, maxVisits, maxStarts, ScopeRules.NONE);
  }

  /// The agent id of a visit.
  ///
  /// @param territory the number of its territory
  /// @param visit how many earlier visits the territory had
  String agentId(int territory, int visit) {
    return idPrefix + "t" + territory + "v" + visit;
  }

  /// {@return the [#idPrefix] of the site that made an agent id}
  ///
  /// @param agentId any; for an id that no site made, the result has no meaning
  public static String idPrefixOf(String agentId) {
    return agentId.substring(0, Math.max(0, agentId.lastIndexOf('t')));
  }

  CrawlTerms with(Allowance raised, int tries) {
    return new CrawlTerms(origin, idPrefix, raised, tries, maxVisits, maxStarts, rules);
  }

  CrawlTerms with(ScopeRules changed) {
    return new CrawlTerms(origin, idPrefix, allowance, attempts, maxVisits, maxStarts, changed);
  }

  private static boolean isAlphanumeric(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
