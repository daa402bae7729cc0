package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/// The chain of the audit log up to one line: the number and the digest of that line. Each line
/// names the digest of the line before. So no line can be changed, left out or put in without a
/// change of all later lines. A checkpoint signs the chain.
///
/// @param number of the last line; 0 if there is none
/// @param last digest of the last line in hexadecimal; zeros if there is none
public record AuditChain(long number, String last) {
  /// The chain without a line.
  public static final AuditChain EMPTY = new AuditChain(0, "0".repeat(64));

  /// A line that continues a chain.
  ///
  /// @param octets of the line, without its line feed
  /// @param chain with the line
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
    // A person may read the file on a terminal.
    var octets =
        ForeignText.inJson(new String(json, StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8);
    return new Link(octets, new AuditChain(number + 1, Digest.of(octets).hex()));
  }

  /// The next line, in which the host's key signs all lines so far.
  Link checkpoint(SigningKey key, Instant at) {
    var signature =
        Base64.getUrlEncoder().withoutPadding().encodeToString(key.sign(signed(number, last)));
    return next(
        new AuditEntry(
            AuditEvent.CHECKPOINT,
            line -> line.put("key", key.verifyKey().x()).put("signature", signature)),
        at);
  }

  /// Whether the signature of a checkpoint that continues this chain is right.
  boolean isSigned(VerifyKey key, String signature) {
    try {
      return key.verifies(signed(number, last), Base64.getUrlDecoder().decode(signature));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// The chain with a line that continues it.
  static AuditChain at(AuditLine line) {
    return new AuditChain(line.number(), line.digest().hex());
  }

  private static byte[] signed(long number, String last) {
    return ("sojourn-audit-checkpoint\n" + number + "\n" + last + "\n")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
