package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/// The chain of the audit log up to one line: its number and its digest. Each line contains the
/// digest of the line before. Thus changing, removing or inserting a line requires changing all
/// later lines. A checkpoint signs the chain.
///
/// @param number of the last line; 0 without lines
/// @param last digest of the last line in hexadecimal; zeros without lines
public record AuditChain(long number, String last) {
  /// The empty chain.
  public static final AuditChain EMPTY = new AuditChain(0, "0".repeat(64));

  /// A line that continues a chain.
  ///
  /// @param octets of the line, without its line feed
  /// @param chain including the line
  record Link(byte[] octets, AuditChain chain) {}

  /// The next line.
  Link next(AuditEntry entry, Instant at) {
    var json =
        JsonWriter.object(
            line -> {
              line.put("n", number + 1).put("before", last).put("at", at);
              line.put("event", entry.event().word());
              entry.members().accept(line);
            });
    // Escapes control characters, because an operator may display the file on a terminal.
    var octets =
        ForeignText.inJson(new String(json, StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8);
    return new Link(octets, new AuditChain(number + 1, Digest.of(octets).hex()));
  }

  /// The next line, with a signature of the host's key for all lines so far.
  Link checkpoint(SigningKey key, Instant at) {
    var signature =
        Base64.getUrlEncoder().withoutPadding().encodeToString(key.sign(signed(number, last)));
    return next(
        new AuditEntry(
            AuditEvent.CHECKPOINT,
            line -> line.put("key", key.verifyKey().x()).put("signature", signature)),
        at);
  }

  /// Whether the signature of a checkpoint that continues this chain is valid.
  boolean isSigned(VerifyKey key, String signature) {
    try {
      return key.verifies(signed(number, last), Base64.getUrlDecoder().decode(signature));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// The chain up to a line that was read.
  static AuditChain at(AuditLine line) {
    return new AuditChain(line.number(), line.digest().hex());
  }

  private static byte[] signed(long number, String last) {
    return ("sojourn-audit-checkpoint\n" + number + "\n" + last + "\n")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
