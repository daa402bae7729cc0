package dev.sojourn.atp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The preferences of a sender for one request: the field `Prefer` (RFC 7240) with the two
/// preferences that mean something here. The receiver may ignore them; `Preference-Applied` of the
/// answer names those that it honoured.
///
/// @param longestWait how long the answer may wait for the end of a visit, in whole seconds up to
///   [#MAX_WAIT]; empty if not given (`wait`, RFC 7240, 4.3)
/// @param wantsAgent whether the answer shall bring home the result: for a DISPATCH, the agent
///   after its visit (`return=representation`, RFC 7240, 4.2)
public record Preferences(Optional<Duration> longestWait, boolean wantsAgent) {

  /// The longest wait; a longer wish counts as this.
  public static final Duration MAX_WAIT = Duration.ofMinutes(5);

  /// No wishes.
  public static final Preferences NONE = new Preferences(Optional.empty(), false);

  private static final String WAIT = "wait=";
  private static final String REPRESENTATION = "return=representation";
  private static final int MAX_DIGITS = 9;

  /// Cuts the wait to whole seconds, and to [#MAX_WAIT].
  ///
  /// @throws IllegalArgumentException if it is negative
  public Preferences {
    if (longestWait.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException("wait: " + longestWait + " (expected: nothing negative)");
    }
    longestWait =
        longestWait.map(
            time -> Duration.ofSeconds(Math.min(time.toSeconds(), MAX_WAIT.toSeconds())));
  }

  /// {@return the wish that an answer be held back until a visit is over}
  ///
  /// @param longest how long; parts of a second do not count
  public static Preferences waiting(Duration longest) {
    return new Preferences(Optional.of(longest), false);
  }

  /// {@return the wish that the answer to a DISPATCH bring the agent home after its visit}
  ///
  /// @param longest how long to wait for the end of the visit; parts of a second do not count
  public static Preferences agentWithin(Duration longest) {
    return new Preferences(Optional.of(longest), true);
  }

  /// {@return the preferences of a request; the first of each counts, and an unknown or malformed
  /// one is ignored (RFC 7240, 2)}
  ///
  /// @param headers of the request
  public static Preferences of(AtpHeaders headers) {
    return read(headers.all(AtpHeaders.PREFER));
  }

  private static Preferences read(List<String> fields) {
    if (fields.isEmpty()) {
      return NONE;
    }
    var values = PreferenceReader.read(fields);
    return new Preferences(
        seconds(values.getOrDefault("wait", "")),
        values.getOrDefault("return", "").equalsIgnoreCase("representation"));
  }

  private static Optional<Duration> seconds(String digits) {
    boolean isNumber =
        !digits.isEmpty()
            && digits.length() <= MAX_DIGITS
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? Optional.of(Duration.ofSeconds(Long.parseLong(digits))) : Optional.empty();
  }

  /// {@return the value of `Prefer`, or of `Preference-Applied`; empty if there is no wish}
  public String value() {
    var all = new ArrayList<String>();
    if (wantsAgent) {
      all.add(REPRESENTATION);
    }
    longestWait.ifPresent(time -> all.add(WAIT + time.toSeconds()));
    return String.join(", ", all);
  }
}
