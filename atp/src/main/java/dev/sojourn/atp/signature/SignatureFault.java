package dev.sojourn.atp.signature;

import dev.sojourn.atp.AtpStatus;

/// The reasons for refusing a signed request. Their codes are part of the protocol.
public enum SignatureFault {
  /// The method needs a signature, but there is none.
  MISSING("signature-missing", AtpStatus.FORBIDDEN),
  /// The fields of the signature cannot be read.
  MALFORMED("signature-malformed", AtpStatus.BAD_REQUEST),
  /// The signature does not cover a part that must be signed.
  INCOMPLETE("signature-incomplete", AtpStatus.FORBIDDEN),
  /// The key is not known to this host.
  KEY_UNKNOWN("signature-key-unknown", AtpStatus.FORBIDDEN),
  /// It is unknown at the moment whether the key is known; try again later.
  KEY_UNVERIFIED("signature-key-unverified", AtpStatus.SERVICE_UNAVAILABLE),
  /// The signature does not match the request.
  INVALID("signature-invalid", AtpStatus.FORBIDDEN),
  /// The request is meant for another host.
  HOST_WRONG("host-wrong", AtpStatus.FORBIDDEN),
  /// The body differs from the one that was signed.
  DIGEST_MISMATCH("content-digest-mismatch", AtpStatus.BAD_REQUEST),
  /// The signature is not yet valid, has expired, or is valid for too long.
  EXPIRED("signature-expired", AtpStatus.FORBIDDEN),
  /// The nonce was used before.
  NONCE_REUSED("nonce-reused", AtpStatus.FORBIDDEN),
  /// A crash lost the record of whether the nonce was used before; sign again.
  NONCE_UNCERTAIN("nonce-uncertain", AtpStatus.SERVICE_UNAVAILABLE),
  /// The memory of nonces is full; try again later.
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
