package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.base.Bytes;
import java.util.Locale;
import java.util.Set;

/// The rules for header fields: each ATP/0.1 message allows some of them (draft, sections 4 and 5).
/// Fields that a message does not allow are neither sent nor read. Empty values are not sent.
/// Without a body, its type and coding are not sent either.
///
/// ```
///                    DISPATCH  RETRACT  FETCH  MESSAGE  others  response
/// From                  x         x       x       x       x        -
/// Agent-Language        x         -       x       x       x        x
/// Content-Type          x         -       -       x       x        x
/// Content-Encoding      x         -       -       x       x        x
/// Agent-Id              x         x       -       x       x        x
/// ```
///
/// Fields from outside ATP/0.1, for example `Content-Digest`, are allowed in every message.
final class HeaderRules {

  private static final Set<String> OF_CONTENT =
      Set.of("content-type", "content-encoding", "agent-language");

  private HeaderRules() {}

  /// The fields of a request that its method allows.
  static AtpHeaders of(AtpRequest request) {
    return new AtpHeaders(
        request.headers().fields().stream()
            .filter(field -> isFor(request.method(), lower(field)))
            .filter(field -> saysSomething(field, request.body()))
            .toList());
  }

  /// The fields of a response that ATP allows.
  static AtpHeaders of(AtpResponse response) {
    return new AtpHeaders(
        response.headers().fields().stream()
            .filter(field -> !lower(field).equals("from"))
            .filter(field -> saysSomething(field, response.body()))
            .toList());
  }

  private static boolean isFor(AtpMethod method, String name) {
    return switch (method) {
      case RETRACT -> !OF_CONTENT.contains(name);
      case FETCH ->
          !name.equals("content-type")
              && !name.equals("content-encoding")
              && !name.equals("agent-id");
      case DISPATCH, MESSAGE, COLLECT, STATUS, DISPOSE -> true;
    };
  }

  private static boolean saysSomething(AtpHeaders.Field field, Bytes body) {
    boolean isOfBody =
        field.name().equalsIgnoreCase(AtpHeaders.CONTENT_TYPE)
            || field.name().equalsIgnoreCase(AtpHeaders.CONTENT_ENCODING);
    return !field.value().isEmpty() && !(isOfBody && body.isEmpty());
  }

  private static String lower(AtpHeaders.Field field) {
    return field.name().toLowerCase(Locale.ROOT);
  }
}
