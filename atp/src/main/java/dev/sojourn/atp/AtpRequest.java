package dev.sojourn.atp;

import dev.sojourn.base.Bytes;
import java.util.Optional;

/// A request, complete with its body.
///
/// `Content-Length` and `Connection` belong to the connection, not to the request: the codec writes
/// them, and overwrites the values that stand here.
///
/// @param method the method
/// @param target the resource that the request acts on
/// @param headers further fields
/// @param body may be empty
/// @param content the body as it travels, which is the body itself unless it came compressed and
///   was unpacked; `Content-Digest` is of these bytes (RFC 9530, 2)
public record AtpRequest(
    AtpMethod method, AtpTarget target, AtpHeaders headers, Bytes body, Bytes content) {

  /// A request whose body travels as it is.
  ///
  /// @param method the method
  /// @param target the resource that the request acts on
  /// @param headers further fields
  /// @param body may be empty
  public AtpRequest(AtpMethod method, AtpTarget target, AtpHeaders headers, Bytes body) {
    this(method, target, headers, body, body);
  }

  /// {@return a request without header fields and body}
  ///
  /// @param method the method
  /// @param target the resource that the request acts on
  public static AtpRequest of(AtpMethod method, AtpTarget target) {
    return new AtpRequest(method, target, AtpHeaders.NONE, Bytes.EMPTY);
  }

  /// {@return this request with a header field in place of all of its name}
  ///
  /// @param name a token
  /// @param value printable
  public AtpRequest withHeader(String name, String value) {
    return new AtpRequest(method, target, headers.with(name, value), body, content);
  }

  /// {@return this request with a body of the given media type}
  ///
  /// @param contentType as `application/json`
  /// @param newBody travels as it is
  public AtpRequest withBody(String contentType, Bytes newBody) {
    return new AtpRequest(
        method, target, headers.with(AtpHeaders.CONTENT_TYPE, contentType), newBody);
  }

  /// {@return the agent that the request acts on: the URI's fragment, else the field `Agent-Id`}
  public Optional<String> agentId() {
    return target
        .agentId()
        .or(() -> headers.first(AtpHeaders.AGENT_ID).filter(AtpTarget::isAgentId));
  }
}
