package dev.sojourn.atp.parcel;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The pages and links that a visit's frontier counted: links that it left out, and pages that are
/// copies of others. Each is 0 to 2⁵⁰. `docs/atp.md`, section 8.
///
/// @param waiting URLs that wait in the frontier, and were not asked for
/// @param nofollowPages pages that forbid to follow their links
/// @param nofollowLinks links that forbid to be followed
/// @param canonicalElsewhere pages that name another URL as canonical
/// @param equalBodies pages with a body that was seen before
/// @param tooDeep links beyond the depth that the agent set
/// @param growingPaths links to paths of too many segments
/// @param repeatedSegments links to paths that repeat themselves
/// @param calendars links to calendars of years far ahead
/// @param sessionIds links from which the identifier of a session was taken out
/// @param tooLong links that have too many characters
/// @param userInfo links and redirects from which user information was taken out
/// @param feedsLeftOut feeds left out, since enough were added before
/// @param linksInPart pages with more links than are read of a page
public record LinkCounts(
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
  /// The largest count.
  public static final long MOST = 1L << 50;

  /// No counts.
  public static final LinkCounts NONE = new LinkCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /// A host may send any number of members.
  private static final Set<String> NAMES = Set.copyOf(NONE.members().keySet());

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a count is out of range
  public LinkCounts {
    require(waiting, "waiting");
    require(nofollowPages, "nofollowPages");
    require(nofollowLinks, "nofollowLinks");
    require(canonicalElsewhere, "canonicalElsewhere");
    require(equalBodies, "equalBodies");
    require(tooDeep, "tooDeep");
    require(growingPaths, "growingPaths");
    require(repeatedSegments, "repeatedSegments");
    require(calendars, "calendars");
    require(sessionIds, "sessionIds");
    require(tooLong, "tooLong");
    require(userInfo, "userInfo");
    require(feedsLeftOut, "feedsLeftOut");
    require(linksInPart, "linksInPart");
  }

  private static void require(long count, String name) {
    if (count < 0 || count > MOST) {
      throw new IllegalArgumentException(name + ": " + count + " (expected: 0 to " + MOST + ")");
    }
  }

  /// {@return the sums of both, at most 2⁵⁰ each}
  ///
  /// @param other the other counts
  public LinkCounts plus(LinkCounts other) {
    var sums = members();
    other.members().forEach((name, count) -> sums.merge(name, count, LinkCounts::sum));
    return of(sums);
  }

  private static long sum(long a, long b) {
    return Math.min(MOST, a + b);
  }

  /// {@return the sums of both; the URLs that wait are those of the later one}
  ///
  /// @param later counted after this, in the same frontier or in one that follows it
  public LinkCounts then(LinkCounts later) {
    var sums = plus(later).members();
    sums.put("waiting", later.waiting);
    return of(sums);
  }

  private Map<String, Long> members() {
    var members = new LinkedHashMap<String, Long>();
    members.put("waiting", waiting);
    members.put("nofollowPages", nofollowPages);
    members.put("nofollowLinks", nofollowLinks);
    members.put("canonicalElsewhere", canonicalElsewhere);
    members.put("equalBodies", equalBodies);
    members.put("tooDeep", tooDeep);
    members.put("growingPaths", growingPaths);
    members.put("repeatedSegments", repeatedSegments);
    members.put("calendars", calendars);
    members.put("sessionIds", sessionIds);
    members.put("tooLong", tooLong);
    members.put("userInfo", userInfo);
    members.put("feedsLeftOut", feedsLeftOut);
    members.put("linksInPart", linksInPart);
    return members;
  }

  /// Writes an object without the members that are zero.
  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (var member : members().entrySet()) {
      if (member.getValue() > 0) {
        json.writeNumberField(member.getKey(), member.getValue());
      }
    }
    json.writeEndObject();
  }

  /// Reads an object behind its begin. Members of a later version are left out.
  ///
  /// @throws IOException if a member is no whole number, or out of range
  static LinkCounts read(JsonParser json) throws IOException {
    var read = new LinkedHashMap<String, Long>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      var name = json.currentName();
      if (json.nextToken() != JsonToken.VALUE_NUMBER_INT) {
        throw new IOException(name);
      }
      if (NAMES.contains(name)) {
        read.put(name, json.getLongValue());
      }
    }
    try {
      return of(read);
    } catch (IllegalArgumentException e) {
      throw new IOException(e);
    }
  }

  private static LinkCounts of(Map<String, Long> members) {
    return new LinkCounts(
        members.getOrDefault("waiting", 0L),
        members.getOrDefault("nofollowPages", 0L),
        members.getOrDefault("nofollowLinks", 0L),
        members.getOrDefault("canonicalElsewhere", 0L),
        members.getOrDefault("equalBodies", 0L),
        members.getOrDefault("tooDeep", 0L),
        members.getOrDefault("growingPaths", 0L),
        members.getOrDefault("repeatedSegments", 0L),
        members.getOrDefault("calendars", 0L),
        members.getOrDefault("sessionIds", 0L),
        members.getOrDefault("tooLong", 0L),
        members.getOrDefault("userInfo", 0L),
        members.getOrDefault("feedsLeftOut", 0L),
        members.getOrDefault("linksInPart", 0L));
  }
}
