package dev.sojourn.atp;

import java.util.Optional;

/// The status codes of ATP/0.1. The numbers differ from those of HTTP.
public enum AtpStatus {
  /// The request was carried out. After a DISPATCH, the agent is on disk. Never used for an agent
  /// that is only in memory.
  OKAY(100, "OKAY"),
  /// The agent is elsewhere; the body holds the URL of that host. Not for load balancing.
  MOVED(200, "MOVED"),
  /// The request is malformed, or exceeds a limit. Not for a well-formed request that the host does
  /// not want.
  BAD_REQUEST(300, "BAD REQUEST"),
  /// The host refuses a request that it understood, because of signature, trust or policy. Not for
  /// a request that may succeed when repeated.
  FORBIDDEN(301, "FORBIDDEN"),
  /// There is no such agent or code. Also the answer to a stranger who asks for another owner's
  /// agent.
  NOT_FOUND(302, "NOT FOUND"),
  /// The fault is in this host, or it does not support the request's version of ATP. Not for other
  /// faults of the peer.
  INTERNAL_RECIPIENT_ERROR(400, "INTERNAL RECIPIENT ERROR"),
  /// The host does not know the method.
  NOT_IMPLEMENTED(401, "NOT IMPLEMENTED"),
  /// The URI names another host, to which this host does not forward requests.
  BAD_GATEWAY(402, "BAD GATEWAY"),
  /// The host cannot carry out the request now; the same request may succeed later. Comes with
  /// `Retry-After`.
  SERVICE_UNAVAILABLE(403, "SERVICE UNAVAILABLE"),
  /// Aglets send this status if the check of the shared secret failed. It is only read: this
  /// program sends 301 instead.
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

  /// {@return the status with that number; empty if there is none}
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
