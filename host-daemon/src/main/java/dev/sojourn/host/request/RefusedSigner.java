package dev.sojourn.host.request;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.time.Instant;
import java.util.function.Consumer;

/// A signer who was refused for want of trust. All of it is what the stranger claims.
///
/// @param thumbprint of the key that the passport names
/// @param url which the passport names as that of its signer; empty if it names none
/// @param productToken of the passport that came last
/// @param site of that passport
/// @param scope the path prefixes of that passport
/// @param from the address of the peer that sent it; empty if that is not known
/// @param first when an agent of theirs was refused first
/// @param latest when last
/// @param times how often since then
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
