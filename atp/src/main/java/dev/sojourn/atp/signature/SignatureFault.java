package dev.sojourn.atp.signature;

import dev.sojourn.atp.AtpStatus;

/// The reasons for which a signed request is refused. Their codes are part of the protocol.
public enum SignatureFault {
  /// There is no signature, and the method needs one.
  MISSING("signature-missing", AtpStatus.FORBIDDEN),
  /// The fields of the signature cannot be read.
  MALFORMED("signature-malformed", AtpStatus.BAD_REQUEST),
  /// The signature leaves out a part that must be signed.
  INCOMPLETE("signature-incomplete", AtpStatus.FORBIDDEN),
  /// The key is not known here.
  KEY_UNKNOWN("signature-key-unknown", AtpStatus.FORBIDDEN),
  /// Whether the key is known is not clear now; try again later.
  KEY_UNVERIFIED("signature-key-unverified", AtpStatus.SERVICE_UNAVAILABLE),
  /// The signature does not fit the request.
  INVALID("signature-invalid", AtpStatus.FORBIDDEN),
  /// The request is meant for another host.
  HOST_WRONG("host-wrong", AtpStatus.FORBIDDEN),
  /// The body is not the one that was signed.
  DIGEST_MISMATCH("content-digest-mismatch", AtpStatus.BAD_REQUEST),
  /// The signature is not valid yet, no longer, or for too long.
  EXPIRED("signature-expired", AtpStatus.FORBIDDEN),
  /// The nonce was used before.
  NONCE_REUSED("nonce-reused", AtpStatus.FORBIDDEN),
  /// Whether the nonce was used before was lost in a crash; sign again.
  NONCE_UNCERTAIN("nonce-uncertain", AtpStatus.SERVICE_UNAVAILABLE),
  /// Too many nonces are remembered to take on another; try again later.
  NONCES_FULL("nonce-memory-full", AtpStatus.SERVICE_UNAVAILABLE);

  private final String code;
  private final AtpStatus status;

  SignatureFault(String code, AtpStatus status) {
    this.code = code;
    this.status = status;
  }

  /// {@return the code of the problem}
  public String code() {
    return code;
  }

  /// {@return the status of the refusal}
  public AtpStatus status() {
    return status;
  }
}
