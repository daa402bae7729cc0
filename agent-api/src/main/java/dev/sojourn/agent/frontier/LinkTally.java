package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.util.EnumMap;

/// The counters of a frontier. They are part of its state, in the order of [Kind].
public final class LinkTally {
  /// A counter is written as two numbers, the lower of this many bits.
  private static final int HALF_BITS = 31;

  private final EnumMap<Kind, Long> counts = new EnumMap<>(Kind.class);

  /// The things that are counted. New kinds are added at the end.
  public enum Kind {
    /// URLs that were handed out.
    HANDED_OUT,
    /// Pages that forbid following their links.
    NOFOLLOW_PAGES,
    /// Links that are marked as not to be followed.
    NOFOLLOW_LINKS,
    /// Pages that name another URL as canonical.
    CANONICAL_ELSEWHERE,
    /// Pages with a body that was seen before.
    EQUAL_BODIES,
    /// Links beyond the depth limit.
    TOO_DEEP,
    /// Links to paths that grew too long.
    GROWING_PATHS,
    /// Links to paths that repeat themselves.
    REPEATED_SEGMENTS,
    /// Links from one page of a calendar to a page of a far year.
    CALENDARS,
    /// Links from which a session identifier was removed.
    SESSION_IDS,
    /// Links that have too many characters.
    TOO_LONG,
    /// Links from which user information was removed.
    USER_INFO,
    /// Feeds that were added.
    FEEDS,
    /// Feeds that were dropped, since enough were added before.
    FEEDS_LEFT_OUT,
    /// Pages with more links than the limit for one page.
    LINKS_IN_PART,
    /// Links that the owner's rules for the crawl leave out.
    UNWANTED
  }

  /// Creates counters at zero.
  public LinkTally() {}

  /// Counts one.
  ///
  /// @param kind of the thing
  public void count(Kind kind) {
    count(kind, 1);
  }

  /// Counts several things.
  ///
  /// @param kind of the things
  /// @param things 0 or more
  public void count(Kind kind, int things) {
    if (things > 0) {
      counts.put(kind, of(kind) + things);
    }
  }

  /// {@return how many were counted}
  ///
  /// @param kind of the thing
  public long of(Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /// Writes the counters into a state.
  ///
  /// @param out receives the octets, and counts the objects that a reader will make of them
  /// @throws IOException if the output is full
  public void write(StateOutput out) throws IOException {
    var kinds = Kind.values();
    out.number(kinds.length);
    for (var kind : kinds) {
      out.number(of(kind) >>> HALF_BITS);
      out.number(of(kind) & Integer.MAX_VALUE);
    }
  }

  /// Replaces these counters with those of a state.
  ///
  /// @param in what [#write] wrote, or any other octets
  /// @throws IllegalArgumentException if there are more counters than this release knows
  public void read(StateInput in) {
    int size = in.number();
    var kinds = Kind.values();
    if (size > kinds.length) {
      throw new IllegalArgumentException(
          size + " counters of a frontier (expected: at most " + kinds.length + ")");
    }
    for (int i = 0; i < size; i++) {
      long high = in.number();
      counts.put(kinds[i], (high << HALF_BITS) | in.number());
    }
  }
}
