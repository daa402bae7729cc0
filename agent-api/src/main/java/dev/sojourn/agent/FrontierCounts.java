package dev.sojourn.agent;

import dev.sojourn.agent.frontier.LinkTally;
import dev.sojourn.agent.frontier.LinkTally.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;

/// The counters of a [Frontier], over all visits of its agent. A link on two pages counts twice.
///
/// @param handedOut URLs that were handed out
/// @param waiting URLs that are waiting
/// @param nofollowPages pages with `nofollow`
/// @param nofollowLinks links with `nofollow`
/// @param canonicalElsewhere pages whose canonical URL is another URL
/// @param equalBodies pages whose body was seen before
/// @param tooDeep links dropped because they are deeper than [Frontier#limitDepth]
/// @param growingPaths links dropped because their path has more than 64 segments
/// @param repeatedSegments links dropped because their path repeats segments
/// @param calendars links dropped because they lead to a far year of a calendar
/// @param sessionIds links from which a session identifier was removed
/// @param tooLong links dropped because they have more than [PageUrl#MAX_CHARS] characters
/// @param userInfo links from which user information was removed
/// @param feedsLeftOut feeds dropped, since [Frontier#addFeeds] adds only the first hundred
/// @param linksInPart pages with more links than the limit, which were read in part
/// @param unwanted links dropped because the owner's rules for the crawl leave them out
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
    long linksInPart,
    long unwanted) {
  /// The largest value of a counter.
  public static final long MOST = 1L << 50;

  private static final int SIZE = 16;

  /// The index of `waiting` among the components.
  private static final int WAITING = 1;

  /// All counters at zero.
  public static final FrontierCounts NONE =
      new FrontierCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

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
        tally.of(Kind.LINKS_IN_PART),
        tally.of(Kind.UNWANTED));
  }

  /// {@return the counters with these values}
  ///
  /// @param all values, in the order of the components
  /// @throws IllegalArgumentException if their number is wrong
  public static FrontierCounts of(List<Long> all) {
    if (all.size() != SIZE) {
      throw new IllegalArgumentException("counters: " + all.size() + " (expected: " + SIZE + ")");
    }
    return new FrontierCounts(
        all.get(0),
        all.get(1),
        all.get(2),
        all.get(3),
        all.get(4),
        all.get(5),
        all.get(6),
        all.get(7),
        all.get(8),
        all.get(9),
        all.get(10),
        all.get(11),
        all.get(12),
        all.get(13),
        all.get(14),
        all.get(15));
  }

  /// {@return the counts since then; `waiting` is the present value}
  ///
  /// @param earlier the counters of the same frontier at an earlier time
  public FrontierCounts since(FrontierCounts earlier) {
    return with(earlier, (now, then) -> now - then, waiting);
  }

  /// {@return the sums of both, at most 2⁵⁰ each; `waiting` is the value of the later one}
  ///
  /// @param later counted after this
  public FrontierCounts plus(FrontierCounts later) {
    return with(later, FrontierCounts::sum, later.waiting);
  }

  /// {@return the sums of both, at most 2⁵⁰ each, including `waiting`}
  ///
  /// @param other the counters of another frontier
  public FrontierCounts and(FrontierCounts other) {
    return with(other, FrontierCounts::sum, sum(waiting, other.waiting));
  }

  private static long sum(long a, long b) {
    return Math.min(MOST, a + b);
  }

  private FrontierCounts with(FrontierCounts other, LongBinaryOperator each, long urlsWaiting) {
    var mine = all();
    var others = other.all();
    var both = new ArrayList<Long>();
    for (int i = 0; i < SIZE; i++) {
      both.add(i == WAITING ? urlsWaiting : each.applyAsLong(mine.get(i), others.get(i)));
    }
    return of(both);
  }

  /// {@return whether any counter other than `handedOut` and `waiting` is above zero}
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
        linksInPart,
        unwanted);
  }

  /// {@return whether links were dropped: as traps, too long, too deep, too many, or unwanted}
  public boolean hasLeftOut() {
    return tooDeep + growingPaths + repeatedSegments + calendars + tooLong > 0
        || feedsLeftOut + linksInPart + unwanted > 0;
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
    add(words, unwanted, "links left out by rules");
    return String.join(", ", words);
  }

  private static void add(List<String> words, long count, String what) {
    if (count > 0) {
      words.add(count + " " + what);
    }
  }
}
