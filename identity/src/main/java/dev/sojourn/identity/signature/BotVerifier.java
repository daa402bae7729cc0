package dev.sojourn.identity.signature;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.identity.signature.FieldValue.Text;
import dev.sojourn.identity.signature.IdentityVerdict.Invalid;
import dev.sojourn.identity.signature.IdentityVerdict.Unverified;
import dev.sojourn.identity.signature.IdentityVerdict.Verified;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The verifier of signed HTTP requests (Web Bot Auth). Of several signatures it checks the first
/// with the tag `web-bot-auth`. Safe for use by several threads.
public final class BotVerifier {

  /// How long a signature may be good: what the draft recommends.
  public static final Duration MAX_VALIDITY = Duration.ofHours(24);

  private static final Duration SKEW = Duration.ofSeconds(30);

  private final KeyLookup keys;
  private final NonceMemory nonces;
  private final Duration maxValidity;
  private final InstantSource clock;

  /// Creates a verifier.
  ///
  /// @param keys where keys come from
  /// @param nonces for signatures that carry one; each is good once
  /// @param maxValidity how long a signature may be good
  /// @param clock the time
  public BotVerifier(
      KeyLookup keys, NonceMemory nonces, Duration maxValidity, InstantSource clock) {
    this.keys = keys;
    this.nonces = nonces;
    this.maxValidity = maxValidity;
    this.clock = clock;
  }

  /// Tells who sent a request.
  ///
  /// @param request as it arrived
  /// @return who, or what is wrong, or why that cannot be told
  public IdentityVerdict verify(HttpRequestHead request) {
    var inputs = request.all("signature-input");
    var signatures = request.all("signature");
    if (inputs.isEmpty() && signatures.isEmpty()) {
      return new Unverified("The request is not signed.");
    }
    var all = MessageSignature.read(inputs, signatures);
    if (all.isEmpty()) {
      return new Invalid("Signature-Input and Signature cannot be read, or do not fit together.");
    }
    return all.get().stream()
        .filter(signature -> signature.input().text("tag").equals(Optional.of(BotSigner.TAG)))
        .findFirst()
        .map(signature -> verify(request, signature))
        .orElseGet(() -> new Unverified("No signature has the tag " + BotSigner.TAG + "."));
  }

  private IdentityVerdict verify(HttpRequestHead request, MessageSignature signature) {
    var keyId = signature.input().text("keyid");
    var created = signature.input().whole("created");
    var expires = signature.input().whole("expires");
    if (keyId.isEmpty() || created.isEmpty() || expires.isEmpty()) {
      return new Invalid("The signature must have created, expires and keyid.");
    }
    if (!signature.covers("@authority") && !signature.covers("@target-uri")) {
      return new Invalid("The signature must cover @authority or @target-uri.");
    }
    var fault = time(created.get(), expires.get());
    if (fault.isPresent()) {
      return fault.get();
    }
    var agent = agent(request, signature);
    if (agent.isEmpty()) {
      return new Invalid("The signature must cover one member of Signature-Agent, an https URL.");
    }
    return switch (keys.find(agent.get(), keyId.get())) {
      case KeyLookup.Result.Unavailable(var sentence) -> new Unverified(sentence);
      case KeyLookup.Result.NotPublished() ->
          new Unverified(agent.get() + " does not publish key " + keyId.get() + ".");
      case KeyLookup.Result.Published(var key, var token) -> {
        if (!signature.isBy(key, request.values())) {
          yield new Invalid(
              "The signature is not that of key " + keyId.get() + " over this request.");
        }
        var nonce = signature.input().text("nonce");
        if (nonce.isEmpty()) {
          yield new Verified(agent.get(), keyId.get(), token);
        }
        var made = Instant.ofEpochSecond(created.get());
        var until = Instant.ofEpochSecond(expires.get()).plus(SKEW);
        yield switch (nonces.use(keyId.get(), nonce.get(), made, until)) {
          case FRESH -> new Verified(agent.get(), keyId.get(), token);
          case USED -> new Invalid("The nonce of the signature was used before.");
          case UNCERTAIN ->
              new Unverified("This host cannot tell whether the nonce was used before.");
          case FULL -> new Unverified("This host remembers as many nonces as it can.");
        };
      }
    };
  }

  private Optional<IdentityVerdict> time(long created, long expires) {
    var now = clock.instant();
    var from = Instant.ofEpochSecond(created);
    var until = Instant.ofEpochSecond(expires);
    boolean isNow = !from.isAfter(now.plus(SKEW)) && until.plus(SKEW).isAfter(now);
    boolean isShort = from.isBefore(until) && !until.isAfter(from.plus(maxValidity));
    return isNow && isShort
        ? Optional.empty()
        : Optional.of(
            new Invalid(
                "The signature is valid from %s until %s, and the time here is %s; at most %s are allowed."
                    .formatted(from, until, now, maxValidity)));
  }

  /// The one member that is covered: an intermediary may relabel a signature, but not that member.
  private static Optional<AgentUrl> agent(HttpRequestHead request, MessageSignature signature) {
    var covered =
        signature.components().stream()
            .filter(item -> item.value().equals(new Text("signature-agent")))
            .toList();
    var values = request.all("signature-agent");
    if (covered.size() != 1 || values.isEmpty()) {
      return Optional.empty();
    }
    return covered
        .getFirst()
        .text("key")
        .map(key -> member(values, key))
        .orElseGet(
            () ->
                values.size() == 1
                    ? StructuredFieldReader.string(values.getFirst())
                    : Optional.empty())
        .flatMap(AgentUrl::parse);
  }

  /// Members with parameters are ignored, as the draft demands.
  private static Optional<String> member(List<String> values, String key) {
    return StructuredFieldReader.dictionary(values)
        .flatMap(members -> Optional.ofNullable(members.get(key)))
        .filter(member -> member.parameters().isEmpty())
        .flatMap(
            member ->
                member.value() instanceof Text(var text) ? Optional.of(text) : Optional.empty());
  }
}
