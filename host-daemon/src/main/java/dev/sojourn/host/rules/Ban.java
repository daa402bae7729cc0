package dev.sojourn.host.rules;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.control.ControlRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// A ban: the agents of its signer are refused, although the signer is trusted.
///
/// @param signer a name of `[[trust]]`, the thumbprint of a key, or the URL that publishes keys
/// @param since the time when the ban was made
/// @param until the time when the ban ends; empty if it has no end
/// @param reason the operator's reason; empty if none was given
/// @param by the user who made the ban; empty for bans of earlier versions
public record Ban(
    String signer,
    Instant since,
    Optional<Instant> until,
    Optional<String> reason,
    Optional<String> by) {
  private static final int MAX_USER_CHARS = 300;

  static Ban read(JsonMembers json) throws JsonException {
    return new Ban(
        json.text("signer", TrustDecisions.MAX_CHARS),
        json.instant("since"),
        json.has("until") ? Optional.of(json.instant("until")) : Optional.empty(),
        json.optionalText("reason", ControlRequest.MAX_REASON_CHARS),
        json.optionalText("by", MAX_USER_CHARS));
  }

  /// {@return the JSON members of the ban, for the file and for commands}
  public Consumer<JsonWriter> members() {
    return json ->
        json.put("signer", signer)
            .put("since", since)
            .putIfPresent("until", until)
            .putIfPresent("reason", reason)
            .putIfPresent("by", by);
  }

  /// {@return a clause for the operator about the banned signer and the command that lifts the ban}
  ///
  /// @param asked the thumbprint of a key, or a URL, to which the ban applies
  public String about(String asked) {
    return (asked.equals(signer)
            ? asked + " is banned"
            : "%s is that of %s, who is banned".formatted(asked, signer))
        + "; 'host allow %s' lifts that".formatted(signer);
  }

  /// {@return this ban after the clock was set: shifted if it has an end, else unchanged}
  ///
  /// @param step the change of the clock; negative if it was set back
  Ban shifted(Duration step) {
    return until.isPresent()
        ? new Ban(signer, since.plus(step), until.map(end -> end.plus(step)), reason, by)
        : this;
  }

  /// {@return whether the ban has reached its end}
  ///
  /// @param now the time
  public boolean isOver(Instant now) {
    return until.filter(end -> !now.isBefore(end)).isPresent();
  }
}
