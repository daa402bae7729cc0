package dev.sojourn.identity.key;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Public keys, in the order of their file.
///
/// @param keys without duplicates
public record KeySet(List<VerifyKey> keys) {

  private static final int MAX_KEYS = 1_000;

  /// Copies the list.
  public KeySet {
    keys = List.copyOf(keys);
  }

  /// {@return the key with this name}
  ///
  /// @param id a JWK thumbprint
  public Optional<VerifyKey> find(String id) {
    return keys.stream().filter(k -> k.id().equals(id)).findFirst();
  }

  /// Reads a file with one public JWK or a JWKS. Keys of other kinds in a JWKS are ignored.
  ///
  /// @param file JSON
  /// @return its keys, at least one of them Ed25519
  /// @throws IOException if the file cannot be read, is neither a JWK nor a JWKS, or holds a
  ///   private key
  public static KeySet read(Path file) throws IOException {
    try {
      return parse(KeyFiles.read(file));
    } catch (JsonException e) {
      throw new IOException(file + " holds no public Ed25519 JWK: " + e.getMessage(), e);
    }
  }

  /// Parses one public JWK or a JWKS of at most 1,000 keys.
  ///
  /// @param json UTF-8; the caller has bounded its size
  /// @return its keys, at least one of them Ed25519
  /// @throws JsonException if it is neither a JWK nor a JWKS, or holds a private key
  public static KeySet parse(Bytes json) throws JsonException {
    var members = JsonMembers.parse(json.toArray());
    if (!members.has("keys")) {
      return new KeySet(List.of(VerifyKey.read(members)));
    }
    var keys = new ArrayList<VerifyKey>();
    for (var jwk : members.objects("keys", MAX_KEYS)) {
      boolean isOurKind =
          jwk.text("kty", 20).equals("OKP")
              && jwk.optionalText("crv", 20).equals(Optional.of("Ed25519"));
      if (isOurKind) {
        var key = VerifyKey.read(jwk);
        if (!keys.contains(key)) {
          keys.add(key);
        }
      }
    }
    if (keys.isEmpty()) {
      throw new JsonException("keys: (expected: at least one Ed25519 key)");
    }
    return new KeySet(keys);
  }

  /// {@return the JWKS}
  public Bytes toJwks() {
    var items = new ArrayList<Consumer<JsonWriter>>();
    keys.forEach(key -> items.add(key::putMembers));
    return Bytes.wrap(JsonWriter.object(json -> json.putObjects("keys", items)));
  }

  /// Writes the JWKS atomically to a new file.
  ///
  /// @param file must not exist
  /// @throws java.nio.file.FileAlreadyExistsException if it exists; it is not changed
  /// @throws IOException if the file cannot be written
  public void write(Path file) throws IOException {
    KeyFiles.writeNew(file, toJwks(), false);
  }
}
