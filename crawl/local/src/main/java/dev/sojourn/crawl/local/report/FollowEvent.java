package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// An event of a crawl that follows its sites. `crawl --follow --json` prints each as one line.
///
/// @param at when, as `2026-05-02T10:00:00Z`
/// @param event the kind
/// @param site the origin; empty if the event is about all sites
/// @param path the path prefixes of the territory in one line; empty if the event is about all
/// @param where the host
/// @param agent the agent id; empty if there is none
/// @param changed pages that were read since the last such event, new ones included
/// @param gone pages that are gone since then
/// @param wireBytes bytes on the wire since then, both ways
/// @param reason one sentence; empty if nothing has to be explained
public record FollowEvent(
    String at,
    Kind event,
    String site,
    String path,
    String where,
    String agent,
    long changed,
    long gone,
    long wireBytes,
    String reason) {

  /// {@return the event that a round begins}
  ///
  /// @param at when
  public static FollowEvent ofRound(Instant at) {
    return of(Kind.ROUND, at, "");
  }

  /// {@return an event about the whole crawl}
  ///
  /// @param kind of it
  /// @param at when
  /// @param reason one sentence
  public static FollowEvent of(Kind kind, Instant at, String reason) {
    var text = at.truncatedTo(ChronoUnit.MILLIS).toString();
    return new FollowEvent(text, kind, "", "", "", "", 0, 0, 0, reason);
  }

  /// The kind of an event.
  public enum Kind {
    /// All pages were read, and the agent stays at its host.
    STAYING("staying"),
    /// Pages changed, and what the agent found of them is here.
    CHANGED("changed"),
    /// The host does not answer; it is asked again.
    SILENT("silent"),
    /// The stay ended early; the next round begins it anew.
    STAY_OVER("stay-over"),
    /// A round is over: all that can be reached was visited.
    ROUND_OVER("round-over"),
    /// A round begins.
    ROUND("round");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /// {@return the word in JSON}
    @JsonValue
    public String word() {
      return word;
    }
  }
}
