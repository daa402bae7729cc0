package dev.sojourn.atp.agent;

import dev.sojourn.atp.AtpStatus;

/// The reasons for refusing a package. Their codes are part of the protocol.
public enum PackageFault {
  /// The bytes are not a package.
  GARBLED("package-garbled", AtpStatus.BAD_REQUEST),
  /// This host does not trust the signer.
  SIGNER_UNTRUSTED("signer-untrusted", AtpStatus.FORBIDDEN),
  /// It is unknown at the moment whether the signer is trusted; try again later.
  SIGNER_UNVERIFIED("signer-unverified", AtpStatus.SERVICE_UNAVAILABLE),
  /// The key is trusted for one URL, but the passport names another URL or none.
  SIGNER_URL_WRONG("signer-url-wrong", AtpStatus.FORBIDDEN),
  /// The passport has a further signature, which this host cannot check.
  SIGNATURE_SURPLUS("signature-surplus", AtpStatus.FORBIDDEN),
  /// The passport's product token is not the one that the signer's card names.
  TOKEN_WRONG("product-token-wrong", AtpStatus.FORBIDDEN),
  /// The passport's signature does not match its bytes.
  SIGNATURE_INVALID("signature-invalid", AtpStatus.FORBIDDEN),
  /// The passport is signed correctly, but its content is malformed.
  PASSPORT_MALFORMED("passport-malformed", AtpStatus.BAD_REQUEST),
  /// The passport was not signed with the key of the owner that it names.
  OWNER_MISMATCH("owner-mismatch", AtpStatus.FORBIDDEN),
  /// The passport is meant for another host.
  AUDIENCE_WRONG("audience-wrong", AtpStatus.FORBIDDEN),
  /// The passport is not valid yet.
  NOT_YET_VALID("passport-not-yet-valid", AtpStatus.FORBIDDEN),
  /// The passport is no longer valid.
  EXPIRED("passport-expired", AtpStatus.FORBIDDEN),
  /// The passport is valid for longer than this host allows.
  VALID_TOO_LONG("passport-valid-too-long", AtpStatus.FORBIDDEN),
  /// The code differs from the code that the passport names.
  CODE_MISMATCH("code-digest-mismatch", AtpStatus.BAD_REQUEST),
  /// The state differs from the state that the passport, or the last host, names.
  STATE_MISMATCH("state-digest-mismatch", AtpStatus.BAD_REQUEST),
  /// The hop log is not an unbroken chain of statements of trusted hosts about this agent.
  HOP_LOG_INVALID("hop-log-invalid", AtpStatus.FORBIDDEN),
  /// The dispatch id was used before, for a different passport.
  DISPATCH_REUSED("dispatch-reused", AtpStatus.BAD_REQUEST);

  private final String code;
  private final AtpStatus status;

  PackageFault(String code, AtpStatus status) {
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

  /// {@return whether this fault is found only after the signatures were checked: the signer is
  /// known and trusted, and has signed the passport correctly}
  public boolean isBehindSignatures() {
    return switch (this) {
      case AUDIENCE_WRONG,
          NOT_YET_VALID,
          EXPIRED,
          VALID_TOO_LONG,
          CODE_MISMATCH,
          STATE_MISMATCH,
          HOP_LOG_INVALID,
          DISPATCH_REUSED ->
          true;
      case GARBLED,
          SIGNER_UNTRUSTED,
          SIGNER_UNVERIFIED,
          SIGNER_URL_WRONG,
          SIGNATURE_SURPLUS,
          TOKEN_WRONG,
          SIGNATURE_INVALID,
          PASSPORT_MALFORMED,
          OWNER_MISMATCH ->
          false;
    };
  }
}
