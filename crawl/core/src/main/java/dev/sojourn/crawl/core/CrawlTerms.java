package dev.sojourn.crawl.core;

/// The terms of the crawl of a site, which are settled before it begins.
///
/// @param origin the site, as `http://example.org`
/// @param idPrefix the beginning of the agent ids of this site: letters and digits, unguessable and
///   unique among all crawls
/// @param allowance the limits of the visits of one territory together, the time for each of them
/// @param attempts how often a host is tried before its territory is visited from home, at least 1
/// @param maxVisits visits of one territory, follow-ups and replacements included, at least 2
/// @param maxStarts start URLs that one visit is given at most; the others wait for a follow-up
public record CrawlTerms(
    String origin,
    String idPrefix,
    Allowance allowance,
    int attempts,
    int maxVisits,
    int maxStarts) {

  /// Checks the ranges.
  public CrawlTerms {
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

  /// The agent id of a visit.
  ///
  /// @param territory the number of its territory
  /// @param visit how many visits that had before
  String agentId(int territory, int visit) {
    return idPrefix + "t" + territory + "v" + visit;
  }

  /// {@return the [#idPrefix] of the site that an agent id was made for}
  ///
  /// @param agentId any; of one that no site made, nothing that begins another
  public static String idPrefixOf(String agentId) {
    return agentId.substring(0, Math.max(0, agentId.lastIndexOf('t')));
  }

  CrawlTerms with(Allowance raised, int tries) {
    return new CrawlTerms(origin, idPrefix, raised, tries, maxVisits, maxStarts);
  }

  private static boolean isAlphanumeric(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
