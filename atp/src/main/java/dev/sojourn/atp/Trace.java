package dev.sojourn.atp;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// One trace (W3C Trace Context). It marks one journey of an agent in all logs.
///
/// A sender puts the trace into the field `traceparent`, for example
/// `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`: version, trace, request and flags.
/// Log lines with the same trace belong to the same journey.
///
/// @param id 32 hexadecimal digits in lower case, not all zero
public record Trace(String id) {

  private static final int ID_BYTES = 16;
  private static final Pattern ID = Pattern.compile("(?!0{32})[0-9a-f]{32}");
  private static final Pattern FIELD =
      Pattern.compile(
          "(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /// Checks the form.
  ///
  /// @throws IllegalArgumentException if it has the wrong form
  public Trace {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("id: " + id + " (expected: 32 hexadecimal digits)");
    }
  }

  /// {@return the trace of a journey} The trace is computed from the agent id, so it need not be
  /// stored.
  ///
  /// @param agentId of the agent with which the journey began
  public static Trace ofJourney(String agentId) {
    var digest = Digest.of(Bytes.utf8(agentId)).toArray();
    return new Trace(HexFormat.of().formatHex(digest, 0, ID_BYTES));
  }

  /// {@return the trace of a request; empty if the request names none in that form}
  ///
  /// @param headers of the request
  public static Optional<Trace> of(AtpHeaders headers) {
    return headers
        .first(AtpHeaders.TRACEPARENT)
        .map(FIELD::matcher)
        .filter(field -> field.matches())
        .map(field -> new Trace(field.group(1)));
  }

  /// {@return the value of `traceparent` for one more request}
  ///
  /// @param random generates the id of the request
  public String parent(RandomGenerator random) {
    long number = random.nextLong(1, Long.MAX_VALUE);
    return "00-" + id + "-" + HexFormat.of().toHexDigits(number) + "-01";
  }
}
