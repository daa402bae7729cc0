package dev.sojourn.atp;

import java.util.Locale;
import java.util.Optional;

/// The methods of ATP/0.1 and the three extension methods of this profile.
public enum AtpMethod {
  /// Hands an agent over; its package is the body of the request.
  DISPATCH,
  /// Calls an agent back; its package is the body of the response.
  RETRACT,
  /// Asks for executable code, by its digest.
  FETCH,
  /// Sends a message to an agent.
  MESSAGE,
  /// Asks for the parcels after the acknowledged one; the answer may wait for them. Extension.
  COLLECT,
  /// Asks for the status of a visit. Extension.
  STATUS,
  /// Ends a visit and deletes everything that the host keeps of it. Extension.
  DISPOSE;

  /// {@return the method with the name of a token; case does not matter}
  ///
  /// @param token any text
  public static Optional<AtpMethod> parse(String token) {
    var upper = token.toUpperCase(Locale.ROOT);
    for (var method : values()) {
      if (method.name().equals(upper)) {
        return Optional.of(method);
      }
    }
    return Optional.empty();
  }

  /// {@return whether requests of this method have no body}
  public boolean isWithoutBody() {
    return switch (this) {
      case RETRACT, FETCH, STATUS, DISPOSE -> true;
      case DISPATCH, MESSAGE, COLLECT -> false;
    };
  }
}
