package dev.sojourn.atp.signature;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.base.Digest;
import dev.sojourn.base.text.HttpDate;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Signs requests that act on an agent, as its owner. Safe for use by several threads.
public final class RequestSigner {

  /// How long a signature is valid.
  public static final Duration VALIDITY = Duration.ofMinutes(2);

  private static final int NONCE_BYTES = 16;

  private final SigningKey key;
  private final InstantSource clock;
  private final SecureRandom random;

  /// Creates a signer.
  ///
  /// @param key the owner's key
  /// @param clock the time
  /// @param random generates nonces
  public RequestSigner(SigningKey key, InstantSource clock, SecureRandom random) {
    this.key = key;
    this.clock = clock;
    this.random = random;
  }

  /// Signs a request. A repeated request must be signed again, since its nonce is valid only once.
  ///
  /// @param request names its agent; compress it before signing, if it is to be compressed
  /// @param host the host that the request goes to; no other host will accept it
  /// @return the request with the fields `Host`, `Agent-Id`, `Date`, `Content-Digest`,
  ///   `Signature-Input` and `Signature`; if `Prefer` is present, it is signed too
  /// @throws IllegalArgumentException if the request names no agent
  public AtpRequest sign(AtpRequest request, AtpAddress host) {
    var agentId =
        request
            .agentId()
            .orElseThrow(
                () -> new IllegalArgumentException("request: (expected: one that names an agent)"));
    var now = clock.instant();
    var complete =
        request
            .withHeader(AtpHeaders.HOST, host.authority())
            .withHeader(AtpHeaders.AGENT_ID, agentId)
            .withHeader(AtpHeaders.DATE, HttpDate.write(now))
            .withHeader(AtpHeaders.CONTENT_DIGEST, Digest.of(request.content()).toContentDigest());
    var parameters =
        new SignatureParameters(
            components(complete),
            now.getEpochSecond(),
            now.plus(VALIDITY).getEpochSecond(),
            nonce(),
            key.id(),
            SignatureParameters.TAG);
    var base =
        CoveredComponents.base(complete, host, parameters.components(), parameters.serialise())
            .orElseThrow(() -> new IllegalStateException("a required component is missing"));
    var signature = key.sign(base.octets());
    return complete
        .withHeader(
            AtpHeaders.SIGNATURE_INPUT, SignatureParameters.LABEL + "=" + parameters.serialise())
        .withHeader(
            AtpHeaders.SIGNATURE,
            SignatureParameters.LABEL + "=:" + Base64.getEncoder().encodeToString(signature) + ":");
  }

  private static List<String> components(AtpRequest request) {
    if (request.headers().first(AtpHeaders.PREFER).isEmpty()) {
      return SignatureParameters.REQUIRED;
    }
    var all = new ArrayList<>(SignatureParameters.REQUIRED);
    all.add(SignatureParameters.PREFER);
    return all;
  }

  private String nonce() {
    var octets = new byte[NONCE_BYTES];
    random.nextBytes(octets);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }
}
