package dev.sojourn.crawl.core;

import java.util.List;

/// The words of docs/crawl-lifecycle.md for the state of a site whose plan has one territory.
final class StateWords {
  static final List<String> STAGES =
      List.of(
          "Waiting",
          "Sending",
          "Sending (pausing)",
          "Visiting",
          "Visiting at home",
          "Staying",
          "Holding",
          "FetchingHome",
          "FetchingHome (pausing)",
          "Settled (complete)",
          "Settled (in part)",
          "Settled (failed)");

  static final List<String> ROBOTS =
      List.of("robots.txt unread", "robots.txt unreachable", "robots.txt read");
  static final List<String> SITEMAPS =
      List.of("no sitemaps", "sitemaps due", "sitemaps read in part", "sitemaps read");
  static final List<String> RESTS = List.of("going on", "at rest");
  static final List<String> ENDS = List.of("under way", "quiet", "concluded");
  static final List<String> LIMITS = List.of("limits", "other limits");

  private StateWords() {}

  /// The stage of the site's territory; that of one that waits, if there is no plan yet.
  static String stage(SiteState state) {
    if (state.territories().isEmpty()) {
      return "Waiting";
    }
    var territory = state.territories().getFirst();
    return switch (territory.stage()) {
      case Stage.Waiting _ -> "Waiting";
      case Stage.Sending(_, boolean isPausing) -> isPausing ? "Sending (pausing)" : "Sending";
      case Stage.Visiting _ ->
          territory.visits().getLast().place() instanceof Place.Home
              ? "Visiting at home"
              : "Visiting";
      case Stage.Holding _ -> "Holding";
      case Stage.FetchingHome(_, boolean isPausing) ->
          isPausing ? "FetchingHome (pausing)" : "FetchingHome";
      case Stage.Staying _ -> "Staying";
      case Stage.Settled(var result, _) ->
          switch (result) {
            case COMPLETE -> "Settled (complete)";
            case PART -> "Settled (in part)";
            case FAILED -> "Settled (failed)";
          };
    };
  }

  static String robots(SiteState state) {
    if (state.isPlanned()) {
      return "robots.txt read";
    }
    return state.isUnreachable() ? "robots.txt unreachable" : "robots.txt unread";
  }

  static String sitemaps(SiteState state) {
    var sitemaps = state.sitemaps();
    if (sitemaps.isDue()) {
      return "sitemaps due";
    }
    if (!sitemaps.isWhole()) {
      return "sitemaps read in part";
    }
    return sitemaps.remarks().isEmpty() ? "no sitemaps" : "sitemaps read";
  }

  static String rest(SiteState state) {
    return state.isInterrupted() ? "at rest" : "going on";
  }

  static String end(SiteState state) {
    if (state.isConcluded()) {
      return "concluded";
    }
    return state.isQuiet() ? "quiet" : "under way";
  }
}
