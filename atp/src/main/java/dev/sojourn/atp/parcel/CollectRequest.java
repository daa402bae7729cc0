package dev.sojourn.atp.parcel;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.time.Duration;

/// The body of a COLLECT. The values are not in header fields, because the signature covers the
/// body.
///
/// @param acknowledged number of the last parcel that the owner has safely stored; 0 for none
/// @param longestWait how long the host may hold back its answer until there is news; whole
///   seconds, at most five minutes
public record CollectRequest(long acknowledged, Duration longestWait) {

  /// The media type of the body.
  public static final String MEDIA_TYPE = "application/json";

  /// The longest wait.
  public static final Duration MAX_WAIT = Duration.ofMinutes(5);

  /// Cuts the wait to [#MAX_WAIT].
  ///
  /// @throws IllegalArgumentException if one is negative
  public CollectRequest {
    if (acknowledged < 0 || longestWait.isNegative()) {
      throw new IllegalArgumentException(
          "collect: " + acknowledged + ", " + longestWait + " (expected: nothing negative)");
    }
    if (longestWait.compareTo(MAX_WAIT) > 0) {
      longestWait = MAX_WAIT;
    }
  }

  /// {@return the JSON object}
  public Bytes toJson() {
    return Bytes.wrap(
        JsonWriter.object(
            json ->
                json.put("acknowledged", acknowledged)
                    .put("waitSeconds", longestWait.toSeconds())));
  }

  /// Reads the JSON object.
  ///
  /// @param body of the request
  /// @return the request
  /// @throws JsonException if it is malformed, or has unknown members
  public static CollectRequest read(Bytes body) throws JsonException {
    var json = JsonMembers.parse(body.toArray());
    var request =
        new CollectRequest(
            json.number("acknowledged", 0, Long.MAX_VALUE),
            Duration.ofSeconds(json.number("waitSeconds", 0, MAX_WAIT.toSeconds())));
    json.end();
    return request;
  }
}
