package dev.sojourn.agent;

import dev.sojourn.agent.frontier.LinkTally;
import dev.sojourn.agent.frontier.LinkTally.Kind;
import java.util.ArrayList;
import java.util.List;

/// The counters of a [Frontier], over all visits of its agent. A link that stands on two pages
/// counts twice.
///
/// @param handedOut URLs that were handed out
/// @param waiting URLs that wait
/// @param nofollowPages pages that forbid to follow their links
/// @param nofollowLinks links that forbid to be followed
/// @param canonicalElsewhere pages that name another URL as canonical
/// @param equalBodies pages with a body that was seen before
/// @param tooDeep links left out beyond [Frontier#limitDepth]
/// @param growingPaths links left out since their path has more than 64 segments
/// @param repeatedSegments links left out since their path repeats itself
/// @param calendars links left out since a calendar led years ahead
/// @param sessionIds links from which the identifier of a session was taken out
/// @param tooLong links left out since they have more than [PageUrl#MAX_CHARS] characters
/// @param userInfo links from which user information was taken out
/// @param feedsLeftOut feeds left out, since [Frontier#addFeeds] adds the first hundred
/// @param linksInPart pages with more links than are read of a page
public record FrontierCounts(
    long handedOut,
    long waiting,
    long nofollowPages,
    long nofollowLinks,
    long canonicalElsewhere,
    long equalBodies,
    long tooDeep,
    long growingPaths,
    long repeatedSegments,
    long calendars,
    long sessionIds,
    long tooLong,
    long userInfo,
    long feedsLeftOut,
    long linksInPart) {
  /// All counters at zero.
  public static final FrontierCounts NONE =
      new FrontierCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  static FrontierCounts of(LinkTally tally, int waiting) {
    return new FrontierCounts(
        tally.of(Kind.HANDED_OUT),
        waiting,
        tally.of(Kind.NOFOLLOW_PAGES),
        tally.of(Kind.NOFOLLOW_LINKS),
        tally.of(Kind.CANONICAL_ELSEWHERE),
        tally.of(Kind.EQUAL_BODIES),
        tally.of(Kind.TOO_DEEP),
        tally.of(Kind.GROWING_PATHS),
        tally.of(Kind.REPEATED_SEGMENTS),
        tally.of(Kind.CALENDARS),
        tally.of(Kind.SESSION_IDS),
        tally.of(Kind.TOO_LONG),
        tally.of(Kind.USER_INFO),
        tally.of(Kind.FEEDS_LEFT_OUT),
        tally.of(Kind.LINKS_IN_PART));
  }

  /// {@return what was counted since; the URLs that wait are those of now}
  ///
  /// @param earlier the counters of the same frontier at an earlier time
  public FrontierCounts since(FrontierCounts earlier) {
    return new FrontierCounts(
        handedOut - earlier.handedOut,
        waiting,
        nofollowPages - earlier.nofollowPages,
        nofollowLinks - earlier.nofollowLinks,
        canonicalElsewhere - earlier.canonicalElsewhere,
        equalBodies - earlier.equalBodies,
        tooDeep - earlier.tooDeep,
        growingPaths - earlier.growingPaths,
        repeatedSegments - earlier.repeatedSegments,
        calendars - earlier.calendars,
        sessionIds - earlier.sessionIds,
        tooLong - earlier.tooLong,
        userInfo - earlier.userInfo,
        feedsLeftOut - earlier.feedsLeftOut,
        linksInPart - earlier.linksInPart);
  }

  /// {@return the sums of both; the URLs that wait are those of the later one}
  ///
  /// @param later counted after this
  public FrontierCounts plus(FrontierCounts later) {
    return new FrontierCounts(
        handedOut + later.handedOut,
        later.waiting,
        nofollowPages + later.nofollowPages,
        nofollowLinks + later.nofollowLinks,
        canonicalElsewhere + later.canonicalElsewhere,
        equalBodies + later.equalBodies,
        tooDeep + later.tooDeep,
        growingPaths + later.growingPaths,
        repeatedSegments + later.repeatedSegments,
        calendars + later.calendars,
        sessionIds + later.sessionIds,
        tooLong + later.tooLong,
        userInfo + later.userInfo,
        feedsLeftOut + later.feedsLeftOut,
        linksInPart + later.linksInPart);
  }

  /// {@return whether anything was counted but URLs that were handed out, or wait}
  public boolean hasCounted() {
    long others = nofollowPages + nofollowLinks + canonicalElsewhere + equalBodies;
    return others + sessionIds + userInfo > 0 || hasLeftOut();
  }

  /// {@return all counters, in the order of the components}
  public List<Long> all() {
    return List.of(
        handedOut,
        waiting,
        nofollowPages,
        nofollowLinks,
        canonicalElsewhere,
        equalBodies,
        tooDeep,
        growingPaths,
        repeatedSegments,
        calendars,
        sessionIds,
        tooLong,
        userInfo,
        feedsLeftOut,
        linksInPart);
  }

  /// {@return whether links were left out as traps, as too long, by the limit of depth, or since
  /// there were too many}
  public boolean hasLeftOut() {
    return tooDeep + growingPaths + repeatedSegments + calendars + tooLong > 0
        || feedsLeftOut + linksInPart > 0;
  }

  /// {@return the counters that are not zero, as one line: "1204 pages, 3 links to calendars"}
  public String words() {
    var words = new ArrayList<String>(List.of(handedOut + " pages"));
    add(words, waiting, "URLs waiting");
    add(words, nofollowPages, "pages with nofollow");
    add(words, nofollowLinks, "links with nofollow");
    add(words, canonicalElsewhere, "pages with another canonical URL");
    add(words, equalBodies, "equal bodies");
    add(words, tooDeep, "links too deep");
    add(words, growingPaths, "links to growing paths");
    add(words, repeatedSegments, "links to repeated segments");
    add(words, calendars, "links to far calendars");
    add(words, sessionIds, "links without their session");
    add(words, tooLong, "links too long");
    add(words, userInfo, "links without their user");
    add(words, feedsLeftOut, "feeds too many");
    add(words, linksInPart, "pages with links read in part");
    return String.join(", ", words);
  }

  private static void add(List<String> words, long count, String what) {
    if (count > 0) {
      words.add(count + " " + what);
    }
  }
}
