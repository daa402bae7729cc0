package dev.sojourn.atp.parcel;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sojourn.agent.FrontierCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The JSON members for the pages and links that a visit's frontier counted. See `docs/atp.md`,
/// section 8.
public final class FrontierCountsJson {
  /// The members, in the order of the counters. The first counter, the URLs that were handed out,
  /// has no member, because each of these URLs has a page record.
  private static final List<String> NAMES =
      List.of(
          "waiting",
          "nofollowPages",
          "nofollowLinks",
          "canonicalElsewhere",
          "equalBodies",
          "tooDeep",
          "growingPaths",
          "repeatedSegments",
          "calendars",
          "sessionIds",
          "tooLong",
          "userInfo",
          "feedsLeftOut",
          "linksInPart",
          "unwanted");

  private FrontierCountsJson() {}

  /// {@return the counts by their names}
  ///
  /// @param counts of a frontier
  public static Map<String, Long> members(FrontierCounts counts) {
    var members = new LinkedHashMap<String, Long>();
    for (var name : NAMES) {
      members.put(name, counts.all().get(members.size() + 1));
    }
    return members;
  }

  /// Writes an object without members that are zero.
  static void write(FrontierCounts counts, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (var member : members(counts).entrySet()) {
      if (member.getValue() > 0) {
        json.writeNumberField(member.getKey(), member.getValue());
      }
    }
    json.writeEndObject();
  }

  /// Reads an object whose opening brace was already read. Ignores members of later versions.
  ///
  /// @throws IOException if a member is not a whole number, or is out of range
  static FrontierCounts read(JsonParser json) throws IOException {
    var read = new ArrayList<>(Collections.nCopies(NAMES.size() + 1, 0L));
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      var name = json.currentName();
      if (json.nextToken() != JsonToken.VALUE_NUMBER_INT) {
        throw new IOException(name);
      }
      // A host may send any number of members.
      int place = NAMES.indexOf(name);
      if (place >= 0) {
        long count = json.getLongValue();
        if (count < 0 || count > FrontierCounts.MOST) {
          throw new IOException(name + ": " + count);
        }
        read.set(place + 1, count);
      }
    }
    return FrontierCounts.of(read);
  }
}
