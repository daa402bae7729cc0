package dev.sojourn.atp.passport;

import dev.sojourn.atp.AtpTarget;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.CodePoints;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The JSON of a passport. Unknown members are refused, since the signer may rely on them.
public final class PassportJson {

  private static final int VERSION = 1;
  private static final int MAX_URL_CHARS = 8 * 1024;
  private static final int MAX_PREFIXES = 1_000;
  private static final int MAX_STARTS = 4_096;
  private static final int MAX_PARAMETERS = 64;
  private static final int MAX_PARAMETER_CHARS = 16_000;
  private static final long MAX_MILLIS = Duration.ofDays(366).toMillis();

  private static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{8,64}");
  // RFC 9309, 2.2.1: letters, underscores and hyphens.
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z_-]{1,64}");
  private static final Pattern CLASS_NAME =
      Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*(\\.[A-Za-z_$][A-Za-z0-9_$]*)*");
  private static final Pattern PARAMETER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
  private static final Pattern PRINTABLE = Pattern.compile("[!-~]+");

  private PassportJson() {}

  static Bytes write(Passport p) {
    return Bytes.wrap(
        JsonWriter.object(
            json -> {
              json.put("version", VERSION)
                  .put("agent", p.agentId())
                  .put("dispatch", p.dispatchId())
                  .putObject(
                      "owner",
                      o ->
                          o.put("keyid", p.ownerKeyId())
                              .putIfPresent("x", p.ownerKey().map(VerifyKey::x))
                              .putIfPresent("signature-agent", p.signatureAgent()))
                  .put("token", p.productToken())
                  .put("code", p.codeDigest().hex())
                  .put("entry", p.entryClass())
                  .putObject("scope", s -> writeScope(s, p.scope()))
                  .put("starts", p.starts())
                  .putObject("limits", l -> writeLimits(l, p.limits()));
              if (!p.parameters().isEmpty()) {
                json.putObject("parameters", o -> p.parameters().forEach(o::put));
              }
              if (!p.rules().isEmpty()) {
                json.putObject("rules", o -> writeRules(o, p.rules()));
              }
              json.put("hop", p.hop())
                  .putIfPresent("previous", p.previousHop())
                  .putIfPresent("state", p.stateDigest());
              ItineraryJson.write(json, p.legs());
              json.put("audience", p.audience().toString())
                  .put("not-before", p.notBefore())
                  .put("expires", p.expires())
                  .put("nonce", p.nonce());
            }));
  }

  /// {@return the passport in a payload}
  ///
  /// @param payload JSON
  /// @throws JsonException if it is malformed; the message names the member
  public static Passport read(Bytes payload) throws JsonException {
    var json = JsonMembers.parse(payload.toArray());
    json.number("version", VERSION, VERSION);
    var owner = json.object("owner");
    var scope = json.object("scope");
    var limits = json.object("limits");
    try {
      var passport =
          new Passport(
              new Passport.Identity(
                  json.text("agent", AtpTarget.MAX_AGENT_ID_CHARS),
                  json.text("dispatch", AtpTarget.MAX_AGENT_ID_CHARS),
                  owner.text("keyid", 43),
                  owner.optionalText("signature-agent", MAX_URL_CHARS),
                  json.text("token", 64),
                  ownerKey(owner)),
              readGrant(json, scope, limits),
              new Passport.Journey(
                  (int) json.number("hop", 0, 1_000_000),
                  json.optionalDigest("previous").map(Digest::new),
                  json.optionalDigest("state").map(Digest::new),
                  ItineraryJson.read(json)),
              readValidity(json));
      owner.end();
      scope.end();
      limits.end();
      json.end();
      return passport;
    } catch (IllegalArgumentException e) {
      throw new JsonException(String.valueOf(e.getMessage()));
    }
  }

  private static Passport.Grant readGrant(JsonMembers json, JsonMembers scope, JsonMembers limits)
      throws JsonException {
    return new Passport.Grant(
        new Digest(json.digest("code")),
        json.text("entry", 500),
        readScope(scope),
        readStarts(json),
        readLimits(limits),
        json.has("parameters")
            ? json.object("parameters").allTexts(MAX_PARAMETERS, MAX_PARAMETER_CHARS)
            : new TreeMap<>(),
        json.has("rules") ? readRules(json.object("rules")) : PassportRules.NONE);
  }

  private static void writeRules(JsonWriter json, PassportRules rules) {
    json.put("includes", rules.includes())
        .put("excludes", rules.excludes())
        .put("starts", rules.starts());
  }

  private static PassportRules readRules(JsonMembers rules) throws JsonException {
    var read =
        new PassportRules(
            patterns(rules, "includes"),
            patterns(rules, "excludes"),
            rules.texts("starts", MAX_STARTS, MAX_URL_CHARS));
    rules.end();
    return read;
  }

  private static List<String> patterns(JsonMembers rules, String name) throws JsonException {
    return rules.texts(name, PassportRules.MAX_PATTERNS, PassportRules.MAX_PATTERN_CHARS);
  }

  static void writeScope(JsonWriter json, PassportScope scope) {
    json.put("origin", scope.origin())
        .put("includes", scope.includes())
        .put("excludes", scope.excludes());
  }

  static PassportScope readScope(JsonMembers scope) throws JsonException {
    return new PassportScope(
        scope.text("origin", MAX_URL_CHARS),
        scope.texts("includes", MAX_PREFIXES, MAX_URL_CHARS),
        scope.texts("excludes", MAX_PREFIXES, MAX_URL_CHARS));
  }

  static List<String> readStarts(JsonMembers json) throws JsonException {
    return json.texts("starts", MAX_STARTS, MAX_URL_CHARS);
  }

  private static Passport.Validity readValidity(JsonMembers json) throws JsonException {
    return new Passport.Validity(
        AtpAddress.parse(json.text("audience", 300))
            .orElseThrow(() -> new JsonException("audience: (expected: atp://host:port)")),
        json.instant("not-before"),
        json.instant("expires"),
        json.text("nonce", 64));
  }

  private static void writeLimits(JsonWriter json, PassportLimits limits) {
    json.put("milliseconds", limits.time().toMillis())
        .put("pages", limits.pages())
        .put("bytes", limits.pageBytes())
        .put("findings", limits.findings());
    for (var name : PassportLimits.Further.values()) {
      var asked = limits.further().get(name);
      if (asked != null) {
        json.put(name.member(), asked);
      }
    }
  }

  private static PassportLimits readLimits(JsonMembers limits) throws JsonException {
    var further = new EnumMap<PassportLimits.Further, Long>(PassportLimits.Further.class);
    for (var name : PassportLimits.Further.values()) {
      if (limits.has(name.member())) {
        further.put(name, limits.number(name.member(), 1, Long.MAX_VALUE));
      }
    }
    return new PassportLimits(
        Duration.ofMillis(limits.number("milliseconds", 0, MAX_MILLIS)),
        limits.number("pages", 0, Long.MAX_VALUE),
        limits.number("bytes", 0, Long.MAX_VALUE),
        limits.number("findings", 0, Long.MAX_VALUE),
        further);
  }

  /// {@return the key in a payload whose signature is not checked yet; empty if there is none} Do
  /// not use the key until its thumbprint is known to be the trusted one.
  ///
  /// @param payload JSON
  public static Optional<VerifyKey> unverifiedKey(Bytes payload) {
    try {
      return ownerKey(JsonMembers.parse(payload.toArray()).object("owner"));
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  /// {@return the URL that a payload names as its signer's, before its signature is checked; empty
  /// if there is none} Anybody can name any URL.
  ///
  /// @param payload JSON
  public static Optional<String> unverifiedUrl(Bytes payload) {
    try {
      return JsonMembers.parse(payload.toArray())
          .object("owner")
          .optionalText("signature-agent", MAX_URL_CHARS)
          .filter(url -> PRINTABLE.matcher(url).matches());
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  private static Optional<VerifyKey> ownerKey(JsonMembers owner) throws JsonException {
    var x = owner.optionalText("x", 64);
    if (x.isEmpty()) {
      return Optional.empty();
    }
    var key = VerifyKey.of(x.get());
    if (key.isEmpty()) {
      throw new JsonException("owner.x: (expected: 32 bytes in base64url)");
    }
    return key;
  }

  static void checkNames(
      String agentId,
      String dispatchId,
      String ownerKeyId,
      Optional<String> signatureAgent,
      String productToken) {
    require(AtpTarget.isAgentId(agentId), "agent", agentId, "1 to 64 letters and digits");
    require(AtpTarget.isAgentId(dispatchId), "dispatch", dispatchId, "1 to 64 letters and digits");
    require(KEY_ID, "owner.keyid", ownerKeyId, "a JWK thumbprint");
    signatureAgent.ifPresent(
        url ->
            require(
                url.length() <= MAX_URL_CHARS && PRINTABLE.matcher(url).matches(),
                "owner.signature-agent",
                url,
                "a URL"));
    require(TOKEN, "token", productToken, "letters, _ and -");
  }

  static void checkEntry(String entryClass) {
    require(
        entryClass.length() <= 500 && CLASS_NAME.matcher(entryClass).matches(),
        "entry",
        entryClass,
        "a class name");
  }

  static void checkNonce(String nonce) {
    require(NONCE, "nonce", nonce, "8 to 64 characters of base64url");
  }

  static void checkStarts(List<String> starts) {
    if (starts.size() > MAX_STARTS) {
      throw new IllegalArgumentException(
          "starts: " + starts.size() + " URLs (expected: at most " + MAX_STARTS + ")");
    }
    for (var url : starts) {
      require(
          !CodePoints.exceed(url, MAX_URL_CHARS),
          "starts",
          url,
          "URLs of at most 8,192 characters");
    }
  }

  static void checkParameters(Map<String, String> parameters) {
    if (parameters.size() > MAX_PARAMETERS) {
      throw new IllegalArgumentException(
          "parameters: " + parameters.size() + " (expected: at most " + MAX_PARAMETERS + ")");
    }
    long chars = 0;
    for (var parameter : parameters.entrySet()) {
      require(PARAMETER, "parameters", parameter.getKey(), "names of letters, digits and _");
      require(
          CodePoints.areWhole(parameter.getValue()),
          "parameters." + parameter.getKey(),
          parameter.getValue(),
          "no half of a surrogate pair");
      chars += parameter.getValue().codePointCount(0, parameter.getValue().length());
    }
    if (chars > MAX_PARAMETER_CHARS) {
      throw new IllegalArgumentException(
          "parameters: %d characters (expected: at most %d together)"
              .formatted(chars, MAX_PARAMETER_CHARS));
    }
  }

  private static void require(Pattern form, String name, String value, String expected) {
    require(form.matcher(value).matches(), name, value, expected);
  }

  private static void require(boolean holds, String name, String value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(
          name + ": " + CodePoints.shown(value, 80) + " (expected: " + expected + ")");
    }
  }
}
