package dev.sojourn.atp;

import java.util.Optional;

/// The status codes of ATP/0.1. Their numbers are not those of HTTP.
public enum AtpStatus {
  /// The request was carried out. After a DISPATCH: the agent is on disk. Never for work that is
  /// merely accepted in memory.
  OKAY(100, "OKAY"),
  /// The agent is elsewhere; the body holds the URL of that host. Not for load balancing.
  MOVED(200, "MOVED"),
  /// The request is malformed, or over a limit. Not for a well-formed request that is unwanted.
  BAD_REQUEST(300, "BAD REQUEST"),
  /// Understood and refused: signature, trust or policy. Not for a request that may succeed when
  /// repeated.
  FORBIDDEN(301, "FORBIDDEN"),
  /// No such agent or code. Also the answer to a stranger who asks for somebody else's agent.
  NOT_FOUND(302, "NOT FOUND"),
  /// A fault of this host, or a version of ATP that it does not speak. Not for other faults of the
  /// peer.
  INTERNAL_RECIPIENT_ERROR(400, "INTERNAL RECIPIENT ERROR"),
  /// A method that is not known here.
  NOT_IMPLEMENTED(401, "NOT IMPLEMENTED"),
  /// The URI names another host, and this one is no proxy.
  BAD_GATEWAY(402, "BAD GATEWAY"),
  /// Cannot now; the same request may succeed later. Comes with `Retry-After`.
  SERVICE_UNAVAILABLE(403, "SERVICE UNAVAILABLE"),
  /// Sent by Aglets for a failed check of its shared secret; read, never sent: 301 says the same.
  NOT_AUTHENTICATED(500, "NOT AUTHENTICATED");

  private final int code;
  private final String reason;

  AtpStatus(int code, String reason) {
    this.code = code;
    this.reason = reason;
  }

  /// {@return the number on the wire}
  public int code() {
    return code;
  }

  /// {@return the reason phrase on the wire}
  public String reason() {
    return reason;
  }

  /// {@return the status with the number, or empty if there is none}
  ///
  /// @param code any number
  public static Optional<AtpStatus> of(int code) {
    for (var status : values()) {
      if (status.code == code) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return code + " " + reason;
  }
}
