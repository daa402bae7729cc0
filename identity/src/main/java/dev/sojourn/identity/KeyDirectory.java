package dev.sojourn.identity;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.identity.key.VerifyKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The document that an [AgentUrl] publishes: a key set (RFC 7517), or a card with a key set or the
/// URL of one.
///
/// @param keys its Ed25519 keys, without malformed keys, keys of other kinds, and keys whose
///   private part is public
/// @param productToken the name of the crawler in robots.txt, if a card has it
/// @param elsewhere the URL of the keys, if a card names it
public record KeyDirectory(
    List<Entry> keys, Optional<String> productToken, Optional<AgentUrl> elsewhere) {

  private static final long LAST_SECOND = 253_402_300_799L;

  // The examples of RFC 9421, B.1.4, and RFC 8037, A.2, whose private keys are published.
  private static final Set<String> IN_PRINT =
      Set.of(
          "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",
          "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");

  // The name in the registry of HTTP signature algorithms (RFC 9421, 6.2), and the names of JOSE in
  // many JWK files.
  private static final Set<String> ALGORITHMS = Set.of("ed25519", "Ed25519", "EdDSA");

  /// Copies the list.
  public KeyDirectory {
    keys = List.copyOf(keys);
  }

  /// One key.
  ///
  /// @param key the key
  /// @param notBefore when it becomes valid
  /// @param expires when it becomes invalid
  public record Entry(VerifyKey key, Optional<Instant> notBefore, Optional<Instant> expires) {

    private boolean isGood(Instant now) {
      return notBefore.filter(now::isBefore).isEmpty()
          && expires.filter(end -> !now.isBefore(end)).isEmpty();
    }
  }

  /// Reads a fetched answer.
  ///
  /// @param json the document; the caller has bounded its size
  /// @param url of the document
  /// @param limits of the document
  /// @return its keys and their validity
  /// @throws JsonException if it is neither a key set nor a card of this URL, or exceeds a limit
  public static KeyDirectory read(Bytes json, AgentUrl url, DirectoryLimits limits)
      throws JsonException {
    if (json.size() > limits.maxBytes()) {
      throw new JsonException("(expected: at most " + limits.maxBytes() + " bytes)");
    }
    var members = JsonMembers.parse(json.toArray());
    if (!members.has("client_id")) {
      return new KeyDirectory(
          keys(members.objects("keys", limits.maxKeys()), url.isOrigin()),
          Optional.empty(),
          Optional.empty());
    }
    if (!AgentUrl.parse(members.text("client_id", AgentUrl.MAX_CHARS)).equals(Optional.of(url))) {
      throw new JsonException("client_id: (expected: " + url + ", where the card is)");
    }
    return card(members, limits);
  }

  private static KeyDirectory card(JsonMembers card, DirectoryLimits limits) throws JsonException {
    var elsewhere = Optional.<AgentUrl>empty();
    var keys = List.<Entry>of();
    if (card.has("jwks")) {
      keys = keys(card.object("jwks").objects("keys", limits.maxKeys()), false);
    } else {
      elsewhere = AgentUrl.parse(card.text("jwks_uri", AgentUrl.MAX_CHARS));
      if (elsewhere.isEmpty()) {
        throw new JsonException("jwks_uri: (expected: an https URL)");
      }
    }
    var token =
        card.has("web_bot_auth")
            ? card.object("web_bot_auth").optionalText("rfc9309-product-token", 64)
            : Optional.<String>empty();
    return new KeyDirectory(keys, token, elsewhere);
  }

  /// Reads the keys. At the well-known path, a `kid` must be the thumbprint; elsewhere it may be
  /// any label.
  private static List<Entry> keys(List<JsonMembers> jwks, boolean isWellKnown) {
    var keys = new ArrayList<Entry>();
    for (var jwk : jwks) {
      try {
        if (!jwk.text("kty", 20).equals("OKP") || !jwk.text("crv", 20).equals("Ed25519")) {
          continue;
        }
        var key = VerifyKey.of(jwk.text("x", 64));
        var kid = jwk.optionalText("kid", 200);
        var alg = jwk.optionalText("alg", 40);
        var use = jwk.optionalText("use", 40);
        var notBefore = time(jwk, "nbf");
        var expires = time(jwk, "exp");
        if (key.isPresent()
            && !jwk.has("d")
            && !IN_PRINT.contains(key.get().id())
            && ALGORITHMS.containsAll(alg.stream().toList())
            && use.filter(purpose -> !purpose.equals("sig")).isEmpty()
            && (!isWellKnown || kid.isEmpty() || kid.get().equals(key.get().id()))) {
          keys.add(new Entry(key.get(), notBefore, expires));
        }
      } catch (JsonException _) {
        // A malformed entry does not affect the others.
      }
    }
    return keys;
  }

  private static Optional<Instant> time(JsonMembers jwk, String name) throws JsonException {
    return jwk.has(name)
        ? Optional.of(Instant.ofEpochSecond(jwk.number(name, 0, LAST_SECOND)))
        : Optional.empty();
  }

  /// {@return the key with this name, if it is valid now}
  ///
  /// @param keyId thumbprint
  /// @param now the time
  public Optional<VerifyKey> find(String keyId, Instant now) {
    return keys.stream()
        .filter(entry -> entry.key().id().equals(keyId) && entry.isGood(now))
        .map(Entry::key)
        .findFirst();
  }

  /// {@return this card with the keys of its other URL}
  ///
  /// @param set the key set of that URL
  public KeyDirectory withKeysOf(KeyDirectory set) {
    return new KeyDirectory(set.keys, productToken, Optional.empty());
  }
}
