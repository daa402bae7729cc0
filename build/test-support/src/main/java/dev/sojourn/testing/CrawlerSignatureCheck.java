package dev.sojourn.testing;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Checks a crawler's signatures as a site would (Web Bot Auth over RFC 9421). It accepts only the
/// one form in which the crawler signs. It stands on the JDK alone, and shares no line with the
/// signer.
///
/// A verifier that follows one version of the draft looks for a member of `Signature-Agent` that it
/// understands. Then it looks for the signature with the same label.
public final class CrawlerSignatureCheck {
  private static final Pattern MEMBER =
      Pattern.compile(
          "(?<label>[a-z*][a-z0-9_.*-]*)=(?<value>\\((?:[^)]*)\\)[^,]*|\"[^\"]*\"|:[^:]*:)");
  private static final Pattern INPUT =
      Pattern.compile(
          "\\(\"@method\" \"@authority\" \"@path\" \"@query\""
              + " \"signature-agent\";key=\"(?<member>[a-z0-9]+)\"\\)"
              + ";created=(?<created>[0-9]{1,11});expires=(?<expires>[0-9]{1,11})"
              + ";keyid=\"(?<keyid>[A-Za-z0-9_-]{43})\";tag=\"web-bot-auth\"");
  private static final Pattern AGENT = Pattern.compile("\"(?<url>https://[^\"]+)\"");
  private static final Pattern OCTETS = Pattern.compile(":(?<base64>[A-Za-z0-9+/]{86}==):");

  private final String publicKey;
  private final String keyId;

  /// Creates a check.
  ///
  /// @param publicKey the Ed25519 key, 32 bytes in base64url
  /// @param keyId its name
  public CrawlerSignatureCheck(String publicKey, String keyId) {
    this.publicKey = publicKey;
    this.keyId = keyId;
  }

  /// A request as a site received it.
  ///
  /// @param method as `GET`
  /// @param authority host, and port if it is not the scheme's own; in lower case
  /// @param path never empty
  /// @param query with its question mark; empty if there is none
  /// @param fields by name, in any case
  public record Request(
      String method,
      String authority,
      String path,
      String query,
      Map<String, List<String>> fields) {

    private Optional<String> one(String name) {
      return fields.entrySet().stream()
          .filter(field -> field.getKey().equalsIgnoreCase(name) && field.getValue().size() == 1)
          .map(field -> field.getValue().getFirst())
          .findFirst();
    }
  }

  /// {@return the URLs that the crawler names and the key has signed for that time, by their
  /// labels; none if one of the signatures is bad}
  ///
  /// @param request as it arrived
  /// @param now the time
  public Map<String, String> signers(Request request, Instant now) {
    var agents = members(request, "Signature-Agent");
    var inputs = members(request, "Signature-Input");
    var signatures = members(request, "Signature");
    var good = new LinkedHashMap<String, String>();
    for (var label : inputs.keySet()) {
      var url =
          signer(
              request,
              label,
              inputs.get(label),
              agents.getOrDefault(label, ""),
              signatures.getOrDefault(label, ""),
              now);
      if (url.isEmpty()) {
        return Map.of();
      }
      good.put(label, url.get());
    }
    return good.keySet().equals(agents.keySet()) ? good : Map.of();
  }

  private Optional<String> signer(
      Request request, String label, String params, String agent, String signature, Instant now) {
    var input = INPUT.matcher(params);
    var named = AGENT.matcher(agent);
    var octets = OCTETS.matcher(signature);
    if (!input.matches()
        || !named.matches()
        || !octets.matches()
        || !input.group("member").equals(label)) {
      return Optional.empty();
    }
    long second = now.getEpochSecond();
    boolean isNow =
        Long.parseLong(input.group("created")) <= second
            && second < Long.parseLong(input.group("expires"));
    var base =
        """
        "@method": %s
        "@authority": %s
        "@path": %s
        "@query": %s
        "signature-agent";key="%s": %s
        "@signature-params": %s\
        """
            .formatted(
                request.method(),
                request.authority(),
                request.path(),
                request.query().isEmpty() ? "?" : request.query(),
                label,
                agent,
                params);
    return isNow
            && input.group("keyid").equals(keyId)
            && isSigned(base, Base64.getDecoder().decode(octets.group("base64")))
        ? Optional.of(named.group("url"))
        : Optional.empty();
  }

  /// The members of a dictionary (RFC 9651, 3.2), none of whose values has a comma.
  private static Map<String, String> members(Request request, String field) {
    var members = new LinkedHashMap<String, String>();
    for (var text : request.one(field).orElse("").split(", ", -1)) {
      var member = MEMBER.matcher(text);
      if (!member.matches() || members.put(member.group("label"), member.group("value")) != null) {
        return Map.of();
      }
    }
    return members;
  }

  private boolean isSigned(String base, byte[] signature) {
    try {
      var ed25519 = Signature.getInstance("Ed25519");
      ed25519.initVerify(
          KeyFactory.getInstance("Ed25519")
              .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point())));
      ed25519.update(base.getBytes(StandardCharsets.ISO_8859_1));
      return ed25519.verify(signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has Ed25519, and the key is one", e);
    }
  }

  /// The point in RFC 8032, 5.1.2: little-endian, with the lowest bit of x in the highest bit.
  private EdECPoint point() {
    var little = Base64.getUrlDecoder().decode(publicKey);
    boolean isOdd = (little[31] & 0x80) != 0;
    little[31] &= 0x7f;
    var big = new byte[32];
    for (int i = 0; i < 32; i++) {
      big[i] = little[31 - i];
    }
    return new EdECPoint(isOdd, new BigInteger(1, big));
  }
}
