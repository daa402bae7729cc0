package dev.sojourn.identity.signature;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.FieldValue.Text;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Signs each HTTP request of a crawler (Web Bot Auth). Safe for use by several threads.
public final class BotSigner {

  /// The tag of a crawler's signature.
  static final String TAG = "web-bot-auth";

  private static final Duration VALIDITY = Duration.ofMinutes(5);

  private final SequencedMap<String, String> agents;
  private final SigningKey key;
  private final InstantSource clock;

  /// Creates a signer for verifiers of every draft.
  ///
  /// @param agent the URL that publishes the key
  /// @param key the HTTP key, which is not the key that signs packages
  /// @param clock the time
  public BotSigner(AgentUrl agent, SigningKey key, InstantSource clock) {
    this(agent, BotAuth.BOTH, key, clock);
  }

  /// Creates a signer.
  ///
  /// @param agent the URL that publishes the key
  /// @param drafts the drafts whose verifiers must accept its requests
  /// @param key the HTTP key, which is not the key that signs packages
  /// @param clock the time
  /// @throws IllegalArgumentException if a request in these drafts cannot carry the URL
  public BotSigner(AgentUrl agent, BotAuth drafts, SigningKey key, InstantSource clock) {
    if (!drafts.fits(agent)) {
      throw new IllegalArgumentException("agent: " + agent + " (expected: an origin)");
    }
    this.agents = drafts.members(agent);
    this.key = key;
    this.clock = clock;
  }

  /// {@return the fields to add to the request: `Signature-Agent`, `Signature-Input`, `Signature`}
  ///
  /// Each member of `Signature-Agent` has its own signature, which covers no other member.
  ///
  /// @param request the final request; method, authority, path and query are covered
  public Map<String, String> sign(HttpRequestHead request) {
    var signatureAgent = new ArrayList<String>();
    agents.forEach((label, url) -> signatureAgent.add(label + "=" + new Text(url).serialise()));
    var complete = request.with("signature-agent", String.join(", ", signatureAgent));
    long now = clock.instant().getEpochSecond();
    var signatures = agents.keySet().stream().map(label -> signed(label, complete, now)).toList();
    var fields = new LinkedHashMap<String, String>();
    fields.put("Signature-Agent", String.join(", ", signatureAgent));
    fields.put("Signature-Input", joined(signatures, MessageSignature::inputMember));
    fields.put("Signature", joined(signatures, MessageSignature::signatureMember));
    return fields;
  }

  private MessageSignature signed(String label, HttpRequestHead request, long now) {
    var components =
        List.of(
            component("@method"),
            component("@authority"),
            component("@path"),
            component("@query"),
            new FieldItem(new Text("signature-agent"), Map.of("key", new Text(label))));
    return MessageSignature.sign(
        label, components, now, now + VALIDITY.toSeconds(), TAG, key, request.values());
  }

  private static String joined(
      List<MessageSignature> signatures, Function<MessageSignature, String> member) {
    return signatures.stream().map(member).collect(Collectors.joining(", "));
  }

  private static FieldItem component(String name) {
    return new FieldItem(new Text(name), Map.of());
  }
}
