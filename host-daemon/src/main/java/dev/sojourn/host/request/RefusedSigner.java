package dev.sojourn.host.request;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.time.Instant;
import java.util.function.Consumer;

/// A signer refused for lack of trust. All these data are unverified claims of a stranger.
///
/// @param thumbprint of the key named in the passport
/// @param url the signer's URL in the passport; empty without one
/// @param productToken from the latest passport
/// @param site from that passport
/// @param scope path prefixes from that passport
/// @param from address of the peer that sent it; empty if unknown
/// @param first time of the first refusal
/// @param latest time of the latest refusal
/// @param times number of refusals
public record RefusedSigner(
    String thumbprint,
    String url,
    String productToken,
    String site,
    String scope,
    String from,
    Instant first,
    Instant latest,
    long times) {
  private static final int MAX_CHARS = 400;

  static RefusedSigner read(JsonMembers json) throws JsonException {
    return new RefusedSigner(
        json.text("thumbprint", MAX_CHARS),
        json.text("url", MAX_CHARS),
        json.text("productToken", MAX_CHARS),
        json.text("site", MAX_CHARS),
        json.text("scope", MAX_CHARS),
        json.optionalText("from", MAX_CHARS).orElse(""),
        json.instant("first"),
        json.instant("latest"),
        json.number("times", 1, Long.MAX_VALUE));
  }

  /// {@return the members of its JSON object}
  public Consumer<JsonWriter> members() {
    return json ->
        json.put("thumbprint", thumbprint)
            .put("url", url)
            .put("productToken", productToken)
            .put("site", site)
            .put("scope", scope)
            .put("from", from)
            .put("first", first)
            .put("latest", latest)
            .put("times", times);
  }
}
