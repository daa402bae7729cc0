package dev.sojourn.atp;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;

/// The reason for a refusal (RFC 9457), for programs and for human readers.
///
/// @param code stable and machine-readable: 1 to 64 of `a-z`, `0-9` and `-`, for example
///   `code-missing`
/// @param status the status of the response
/// @param detail one sentence for human readers; cut to 1,000 characters
public record Problem(String code, AtpStatus status, String detail) {

  /// The media type of a problem.
  public static final String MEDIA_TYPE = "application/problem+json";

  /// The prefix of `type`; the code follows.
  public static final String TYPE_PREFIX = "urn:sojourn:problem:";

  private static final int MAX_DETAIL_CHARS = 1_000;
  private static final int MAX_BYTES = 64 * 1024;

  /// Checks the code, and reduces the detail to one line of limited length.
  ///
  /// @throws IllegalArgumentException if the code has the wrong form
  public Problem {
    if (!isCode(code)) {
      throw new IllegalArgumentException("code: " + code + " (expected: a-z, 0-9 and -)");
    }
    detail = ForeignText.of(detail).line(MAX_DETAIL_CHARS);
  }

  /// {@return the JSON object: `type`, `title`, `status`, `detail`}
  public Bytes toJson() {
    return Bytes.wrap(
        JsonWriter.object(
            json ->
                json.put("type", TYPE_PREFIX + code)
                    .put("title", status.reason())
                    .put("status", status.code())
                    .put("detail", detail)));
  }

  /// Reads the problem of a response. Ignores unknown members, as RFC 9457 requires.
  static Problem read(AtpResponse response) {
    var fallback =
        new Problem("unexplained", response.status(), "The host answered " + response.status());
    if (response.body().isEmpty() || response.body().size() > MAX_BYTES) {
      return fallback;
    }
    try {
      var json = JsonMembers.parse(response.body().toArray());
      var type = json.optionalText("type", 200).orElse("");
      var code = type.startsWith(TYPE_PREFIX) ? type.substring(TYPE_PREFIX.length()) : "";
      return new Problem(
          isCode(code) ? code : fallback.code(),
          response.status(),
          json.optionalText("detail", MAX_BYTES).orElse(fallback.detail()));
    } catch (JsonException _) {
      return fallback;
    }
  }

  private static boolean isCode(String code) {
    return !code.isEmpty()
        && code.length() <= 64
        && code.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
  }
}
