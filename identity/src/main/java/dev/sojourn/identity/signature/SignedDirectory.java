package dev.sojourn.identity.signature;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.KeyDirectory;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.FieldValue.Flag;
import dev.sojourn.identity.signature.FieldValue.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// A directory to publish: the key set and the response fields. The fields prove for each key that
/// the signer has it and that it belongs to this authority.
///
/// @param body the JWKS; serve it byte for byte
/// @param fields of the response, by name
public record SignedDirectory(Bytes body, Map<String, String> fields) {

  /// The media type of a directory.
  public static final String MEDIA_TYPE = "application/http-message-signatures-directory+json";

  private static final String TAG = "http-message-signatures-directory";
  private static final String DIGEST = "content-digest";

  /// Copies the map.
  public SignedDirectory {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /// {@return the signed directory of the keys}
  ///
  /// @param origin the origin of the directory
  /// @param keys that sign the response
  /// @param now when the proof becomes valid
  /// @param validity how long it is valid
  /// @param cacheFor how long a reader may cache the directory; a removed key stays usable for this
  ///   time
  public static SignedDirectory sign(
      AgentUrl origin, List<SigningKey> keys, Instant now, Duration validity, Duration cacheFor) {
    var items = new ArrayList<Consumer<JsonWriter>>();
    for (var key : keys) {
      items.add(
          json ->
              json.put("kty", "OKP")
                  .put("crv", "Ed25519")
                  .put("kid", key.id())
                  .put("x", key.verifyKey().x())
                  .put("use", "sig"));
    }
    var body = Bytes.wrap(JsonWriter.object(json -> json.putObjects("keys", items)));
    var digest = Digest.of(body).toContentDigest();
    var signatures = new ArrayList<MessageSignature>();
    for (var key : keys) {
      signatures.add(
          MessageSignature.sign(
              "key" + (signatures.size() + 1),
              List.of(authority(), new FieldItem(new Text(DIGEST), Map.of())),
              now.getEpochSecond(),
              now.plus(validity).getEpochSecond(),
              TAG,
              key,
              values(origin.authority(), digest)));
    }
    var fields = new LinkedHashMap<String, String>();
    fields.put("Content-Type", MEDIA_TYPE);
    fields.put("Cache-Control", "max-age=" + cacheFor.toSeconds());
    fields.put("Content-Digest", digest);
    fields.put(
        "Signature-Input",
        String.join(", ", signatures.stream().map(MessageSignature::inputMember).toList()));
    fields.put(
        "Signature",
        String.join(", ", signatures.stream().map(MessageSignature::signatureMember).toList()));
    return new SignedDirectory(body, fields);
  }

  /// {@return the ids of the keys in a directory that are proven to belong to its authority}
  ///
  /// @param origin the origin of the request
  /// @param directory the directory in the answer
  /// @param body the answer's body
  /// @param field the values of a response field, by its name in lower case
  /// @param now the time; a proof from the future does not count
  public static List<String> proven(
      AgentUrl origin,
      KeyDirectory directory,
      Bytes body,
      Function<String, List<String>> field,
      Instant now) {
    var digest = Digest.of(body).toContentDigest();
    if (!field.apply(DIGEST).equals(List.of(digest))) {
      return List.of();
    }
    var signatures =
        MessageSignature.read(field.apply("signature-input"), field.apply("signature"));
    var proven = new ArrayList<String>();
    for (var signature : signatures.orElse(List.of())) {
      var input = signature.input();
      boolean isProof =
          input.text("tag").equals(Optional.of(TAG))
              && signature.components().contains(authority())
              && signature.covers(DIGEST)
              && input.whole("created").filter(t -> t <= now.getEpochSecond()).isPresent()
              && input.whole("expires").filter(t -> t > now.getEpochSecond()).isPresent();
      var key = input.text("keyid").flatMap(id -> directory.find(id, now));
      if (isProof
          && key.isPresent()
          && signature.isBy(key.get(), values(origin.authority(), digest))) {
        proven.add(key.get().id());
      }
    }
    return List.copyOf(proven);
  }

  private static FieldItem authority() {
    return new FieldItem(new Text("@authority"), Map.of("req", new Flag(true)));
  }

  private static Function<FieldItem, Optional<String>> values(String authority, String digest) {
    return item ->
        item.equals(authority())
            ? Optional.of(authority)
            : item.value().equals(new Text(DIGEST)) && item.parameters().isEmpty()
                ? Optional.of(digest)
                : Optional.empty();
  }
}
