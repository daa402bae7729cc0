package dev.sojourn.atp.agent;

import dev.sojourn.atp.AtpStatus;

/// The reasons for which a package is refused. Their codes are part of the protocol.
public enum PackageFault {
  /// The bytes are no package.
  GARBLED("package-garbled", AtpStatus.BAD_REQUEST),
  /// The signer is not among those that this host trusts.
  SIGNER_UNTRUSTED("signer-untrusted", AtpStatus.FORBIDDEN),
  /// Whether the signer is trusted is not known now; try again later.
  SIGNER_UNVERIFIED("signer-unverified", AtpStatus.SERVICE_UNAVAILABLE),
  /// The key is trusted as one of a URL, and the passport names another URL or none.
  SIGNER_URL_WRONG("signer-url-wrong", AtpStatus.FORBIDDEN),
  /// The passport carries a signature that cannot be checked here.
  SIGNATURE_SURPLUS("signature-surplus", AtpStatus.FORBIDDEN),
  /// The passport's product token is not the one that the signer's card names.
  TOKEN_WRONG("product-token-wrong", AtpStatus.FORBIDDEN),
  /// The passport's signature does not fit its bytes.
  SIGNATURE_INVALID("signature-invalid", AtpStatus.FORBIDDEN),
  /// The passport is signed, and is no passport.
  PASSPORT_MALFORMED("passport-malformed", AtpStatus.BAD_REQUEST),
  /// The passport names another owner than the key that signed it.
  OWNER_MISMATCH("owner-mismatch", AtpStatus.FORBIDDEN),
  /// The passport is meant for another host.
  AUDIENCE_WRONG("audience-wrong", AtpStatus.FORBIDDEN),
  /// The passport is not valid yet.
  NOT_YET_VALID("passport-not-yet-valid", AtpStatus.FORBIDDEN),
  /// The passport is no longer valid.
  EXPIRED("passport-expired", AtpStatus.FORBIDDEN),
  /// The passport is valid for longer than this host allows.
  VALID_TOO_LONG("passport-valid-too-long", AtpStatus.FORBIDDEN),
  /// The code is not the code that the passport names.
  CODE_MISMATCH("code-digest-mismatch", AtpStatus.BAD_REQUEST),
  /// The state is not the state that the passport, or the last host, names.
  STATE_MISMATCH("state-digest-mismatch", AtpStatus.BAD_REQUEST),
  /// The hop log is not an unbroken chain of statements of trusted hosts about this agent.
  HOP_LOG_INVALID("hop-log-invalid", AtpStatus.FORBIDDEN),
  /// The dispatch id was used before, for another passport.
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

  /// {@return whether this is looked for only behind the signature: the signer is known and
  /// trusted, and has signed the passport as they must}
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
