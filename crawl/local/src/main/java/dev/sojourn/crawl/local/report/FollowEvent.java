package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// An event of a crawl that follows its sites. `crawl --follow --json` prints each as one line.
///
/// @param at the time, such as `2026-05-02T10:00:00Z`
/// @param event the kind
/// @param site the origin; empty if the event is about all sites
/// @param path the path prefixes of the territory in one line; empty if the event is about all
///   territories
/// @param where the host
/// @param agent the agent id; empty if there is none
/// @param changed pages read since the previous event of the agent, including new ones
/// @param gone pages that disappeared since then
/// @param wireBytes bytes on the wire since then, in both directions
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

  /// {@return the event for the start of a round}
  ///
  /// @param at the time
  public static FollowEvent ofRound(Instant at) {
    return of(Kind.ROUND, at, "");
  }

  /// {@return an event about the whole crawl}
  ///
  /// @param kind of the event
  /// @param at the time
  /// @param reason one sentence
  public static FollowEvent of(Kind kind, Instant at, String reason) {
    var text = at.truncatedTo(ChronoUnit.MILLIS).toString();
    return new FollowEvent(text, kind, "", "", "", "", 0, 0, 0, reason);
  }

  /// The kind of an event.
  public enum Kind {
    /// All pages were read, and the agent stays at its host.
    STAYING("staying"),
    /// Pages changed, and the agent's findings about them have arrived.
    CHANGED("changed"),
    /// The host does not answer; the crawl asks it again.
    SILENT("silent"),
    /// The stay ended early; the next round starts a new stay.
    STAY_OVER("stay-over"),
    /// A round is over: all reachable pages were visited.
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
