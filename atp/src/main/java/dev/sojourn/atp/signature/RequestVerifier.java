package dev.sojourn.atp.signature;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.signature.RequestVerdict.Refused;
import dev.sojourn.atp.signature.RequestVerdict.Verified;
import dev.sojourn.atp.signature.SignatureParameters.Labelled;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.NonceMemory;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustLookup;
import dev.sojourn.identity.trust.TrustedSigner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/// Decides whether a known signer signed a request for this host now, and whether it came for the
/// first time. Safe for use by several threads.
public final class RequestVerifier {

  private final TrustList signers;
  private final Set<AtpAddress> names;
  private final NonceMemory nonces;
  private final InstantSource clock;
  private final Times times;

  /// The limits for the times in a signature.
  ///
  /// @param longest from `created` to `expires`
  /// @param skew how far the clocks of signer and host may differ
  public record Times(Duration longest, Duration skew) {
    /// Five minutes, and thirty seconds.
    public static final Times DEFAULT = new Times(Duration.ofMinutes(5), Duration.ofSeconds(30));
  }

  /// Creates a verifier.
  ///
  /// @param signers the trusted signers
  /// @param names the addresses by which this host may be named
  /// @param nonces the nonces that were used before
  /// @param clock the time
  /// @param times the limits for the times in a signature
  public RequestVerifier(
      TrustList signers,
      Set<AtpAddress> names,
      NonceMemory nonces,
      InstantSource clock,
      Times times) {
    this.signers = signers;
    this.names = Set.copyOf(names);
    this.nonces = nonces;
    this.clock = clock;
    this.times = times;
  }

  /// Checks a request. The nonce is used up only if all other checks succeed.
  ///
  /// @param request complete with its body
  /// @return the signer, or the first fault found
  /// @throws java.io.UncheckedIOException if the nonce cannot be stored; the request is then not
  ///   accepted
  public RequestVerdict verify(AtpRequest request) {
    var inputs = request.headers().all(AtpHeaders.SIGNATURE_INPUT);
    var signatures = request.headers().all(AtpHeaders.SIGNATURE);
    if (inputs.isEmpty() || signatures.isEmpty()) {
      return refused(
          SignatureFault.MISSING,
          "%s acts on an agent and must be signed by its owner.".formatted(request.method()));
    }
    var labelled =
        inputs.size() == 1
            ? SignatureParameters.parse(inputs.getFirst())
            : Optional.<Labelled>empty();
    var signature =
        signatures.size() == 1
            ? labelled.flatMap(l -> octets(l.label(), signatures.getFirst()))
            : Optional.<byte[]>empty();
    if (labelled.isEmpty() || signature.isEmpty()) {
      return refused(
          SignatureFault.MALFORMED,
          "Signature-Input and Signature must hold one signature, in the form of the protocol.");
    }
    var parameters = labelled.get().parameters();
    return coverage(request, parameters)
        .or(() -> time(parameters))
        .or(() -> body(request))
        .<RequestVerdict>map(fault -> fault)
        .orElseGet(() -> signature(request, parameters, signature.get()));
  }

  private Optional<Refused> coverage(AtpRequest request, SignatureParameters parameters) {
    if (!parameters.tag().equals(SignatureParameters.TAG)
        || !parameters.components().containsAll(SignatureParameters.REQUIRED)) {
      return Optional.of(
          refused(
              SignatureFault.INCOMPLETE,
              "The signature must have the tag %s and cover %s."
                  .formatted(
                      SignatureParameters.TAG, String.join(", ", SignatureParameters.REQUIRED))));
    }
    boolean prefers = request.headers().first(AtpHeaders.PREFER).isPresent();
    if (prefers && !parameters.components().contains(SignatureParameters.PREFER)) {
      // Otherwise, a party that forwards the request could make the host send an old copy of an
      // agent home.
      return Optional.of(
          refused(
              SignatureFault.INCOMPLETE,
              "The request has the field Prefer, and the signature must cover it."));
    }
    var field = request.headers().all(AtpHeaders.AGENT_ID);
    boolean isOneAgent =
        field.size() == 1
            && request.target().agentId().filter(id -> !id.equals(field.getFirst())).isEmpty();
    return isOneAgent
        ? Optional.empty()
        : Optional.of(
            refused(SignatureFault.INCOMPLETE, "The URI and Agent-Id must name the same agent."));
  }

  private Optional<Refused> time(SignatureParameters parameters) {
    var now = clock.instant();
    var created = Instant.ofEpochSecond(parameters.created());
    var expires = Instant.ofEpochSecond(parameters.expires());
    boolean isNow =
        !created.isAfter(now.plus(times.skew())) && expires.plus(times.skew()).isAfter(now);
    boolean isShort = !expires.isAfter(created.plus(times.longest()));
    return isNow && isShort
        ? Optional.empty()
        : Optional.of(
            refused(
                SignatureFault.EXPIRED,
                "The signature is valid from %s to %s, and the time here is %s; at most %s are allowed."
                    .formatted(created, expires, now, times.longest())));
  }

  private static Optional<Refused> body(AtpRequest request) {
    var digests = request.headers().all(AtpHeaders.CONTENT_DIGEST);
    var actual = Digest.of(request.content()).toContentDigest();
    return digests.size() == 1 && digests.getFirst().equals(actual)
        ? Optional.empty()
        : Optional.of(
            refused(
                SignatureFault.DIGEST_MISMATCH,
                "Content-Digest is not that of the body as it was sent."));
  }

  private RequestVerdict signature(
      AtpRequest request, SignatureParameters parameters, byte[] signature) {
    var host = host(request);
    if (host.isPresent()) {
      var missing = CoveredComponents.missing(request, host.get(), parameters.components());
      if (missing.isPresent()) {
        return refused(
            SignatureFault.INVALID,
            "The signature covers %s, which the request does not have.".formatted(missing.get()));
      }
    } else {
      return refused(
          SignatureFault.HOST_WRONG,
          "The request is meant for %s, which is not this host.".formatted(meant(request)));
    }
    return switch (signers.lookUp(parameters.keyId())) {
      case TrustLookup.Known(var known) ->
          signature(request, parameters, signature, known.getFirst());
      case TrustLookup.Unknown _ ->
          refused(
              SignatureFault.KEY_UNKNOWN,
              "Key %s is not known here.".formatted(parameters.keyId()));
      case TrustLookup.ByThumbprint _ ->
          refused(
              SignatureFault.KEY_UNKNOWN,
              "Key %s is known here only by its name; send an agent first."
                  .formatted(parameters.keyId()));
      case TrustLookup.Unavailable _ ->
          // The cause is for the operator only, since it shows which signers this host trusts.
          refused(
              SignatureFault.KEY_UNVERIFIED,
              "This host cannot tell now whether it knows key %s; ask again later."
                  .formatted(parameters.keyId()));
    };
  }

  private RequestVerdict signature(
      AtpRequest request, SignatureParameters parameters, byte[] signature, TrustedSigner signer) {
    var base =
        host(request)
            .flatMap(
                host ->
                    CoveredComponents.base(
                        request, host, parameters.components(), parameters.serialise()));
    boolean isValid = base.isPresent() && signer.key().verifies(base.get().octets(), signature);
    if (!isValid) {
      return refused(
          SignatureFault.INVALID,
          "The signature is not that of key %s over this request.".formatted(parameters.keyId()));
    }
    var created = Instant.ofEpochSecond(parameters.created());
    var forgettable = Instant.ofEpochSecond(parameters.expires()).plus(times.skew());
    return switch (nonces.use(parameters.keyId(), parameters.nonce(), created, forgettable)) {
      case FRESH -> new Verified(signer);
      case USED ->
          refused(SignatureFault.NONCE_REUSED, "The nonce of the signature was used before.");
      case UNCERTAIN ->
          refused(
              SignatureFault.NONCE_UNCERTAIN,
              "This host was restarted after the request was signed, and cannot tell whether it"
                  + " came before; sign it again.");
      case FULL ->
          refused(SignatureFault.NONCES_FULL, "This host remembers as many nonces as it can.");
    };
  }

  /// The host that the sender addresses, if it is this one. An absolute URI names it; otherwise the
  /// field `Host` does.
  private Optional<AtpAddress> host(AtpRequest request) {
    var absolute = request.target().authority();
    if (absolute.isPresent()) {
      return absolute.filter(names::contains);
    }
    var fields = request.headers().all(AtpHeaders.HOST);
    return fields.size() == 1 ? named(fields.getFirst()) : Optional.empty();
  }

  private static String meant(AtpRequest request) {
    var fields = request.headers().all(AtpHeaders.HOST);
    return request
        .target()
        .authority()
        .map(AtpAddress::toString)
        .orElse(fields.isEmpty() ? "no host" : String.join(" and ", fields));
  }

  /// Finds this host's address. `Host` does not say whether TLS is used, but the names of this host
  /// do.
  private Optional<AtpAddress> named(String authority) {
    return AtpAddress.ofAuthority(authority, false)
        .filter(names::contains)
        .or(() -> AtpAddress.ofAuthority(authority, true).filter(names::contains));
  }

  private static Optional<byte[]> octets(String label, String field) {
    if (!field.startsWith(label + "=:") || !field.endsWith(":")) {
      return Optional.empty();
    }
    int start = label.length() + 2;
    if (field.length() - 1 < start) {
      return Optional.empty();
    }
    try {
      return Optional.of(Base64.getDecoder().decode(field.substring(start, field.length() - 1)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Refused refused(SignatureFault fault, String sentence) {
    return new Refused(fault, sentence);
  }
}
