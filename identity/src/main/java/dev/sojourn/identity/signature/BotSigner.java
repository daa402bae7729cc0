package dev.sojourn.identity.signature;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.FieldValue.Text;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Signs a crawler's HTTP requests (Web Bot Auth), each for itself. Safe for use by several
/// threads.
public final class BotSigner {

  /// The tag of a crawler's signature.
  static final String TAG = "web-bot-auth";

  private static final String LABEL = "sig1";
  private static final Duration VALIDITY = Duration.ofMinutes(5);

  private final AgentUrl agent;
  private final SigningKey key;
  private final InstantSource clock;

  /// Creates a signer.
  ///
  /// @param agent the URL that publishes the key
  /// @param key the HTTP key; not the one that signs packages
  /// @param clock the time
  public BotSigner(AgentUrl agent, SigningKey key, InstantSource clock) {
    this.agent = agent;
    this.key = key;
    this.clock = clock;
  }

  /// {@return the fields to add to the request: `Signature-Agent`, `Signature-Input`, `Signature`}
  ///
  /// @param request as it will be sent; method, authority, path and query are covered
  public Map<String, String> sign(HttpRequestHead request) {
    var signatureAgent = LABEL + "=" + new Text(agent.text()).serialise();
    var complete = request.with("signature-agent", signatureAgent);
    var components =
        List.of(
            component("@method"),
            component("@authority"),
            component("@path"),
            component("@query"),
            new FieldItem(new Text("signature-agent"), Map.of("key", new Text(LABEL))));
    long now = clock.instant().getEpochSecond();
    var signature =
        MessageSignature.sign(
            LABEL, components, now, now + VALIDITY.toSeconds(), TAG, key, complete.values());
    var fields = new LinkedHashMap<String, String>();
    fields.put("Signature-Agent", signatureAgent);
    fields.put("Signature-Input", signature.inputMember());
    fields.put("Signature", signature.signatureMember());
    return fields;
  }

  private static FieldItem component(String name) {
    return new FieldItem(new Text(name), Map.of());
  }
}
