package dev.sojourn.host.rules;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.control.ControlRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// A signer whose agents are not taken in, although the configuration trusts them.
///
/// @param signer a name of `[[trust]]`, the thumbprint of a key, or the URL that publishes keys
/// @param since when it was made
/// @param until when it ends by itself; empty if it does not
/// @param reason in the words of the operator; empty if none was given
/// @param by the user of the machine who made it; empty of bans of earlier versions
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

  /// {@return its members, as a file keeps them and a command shows them}
  public Consumer<JsonWriter> members() {
    return json ->
        json.put("signer", signer)
            .put("since", since)
            .putIfPresent("until", until)
            .putIfPresent("reason", reason)
            .putIfPresent("by", by);
  }

  /// {@return who is banned and how that ends, as a clause for the operator}
  ///
  /// @param asked the thumbprint of a key, or a URL, to which it applies
  public String about(String asked) {
    return (asked.equals(signer)
            ? asked + " is banned"
            : "%s is that of %s, who is banned".formatted(asked, signer))
        + "; 'host allow %s' lifts that".formatted(signer);
  }

  /// {@return the same after the clock was set, if it ends by itself; else this}
  ///
  /// @param step by which the clock is ahead of what it was; negative if it went back
  Ban shifted(Duration step) {
    return until.isPresent()
        ? new Ban(signer, since.plus(step), until.map(end -> end.plus(step)), reason, by)
        : this;
  }

  /// {@return whether it has ended by itself}
  ///
  /// @param now the time
  public boolean isOver(Instant now) {
    return until.filter(end -> !now.isBefore(end)).isPresent();
  }
}
