package dev.sojourn.atp;

import dev.sojourn.base.Bytes;
import java.util.Optional;

/// A request, complete with its body.
///
/// `Content-Length` and `Connection` belong to the connection. The codec writes them and overwrites
/// any values in the request.
///
/// @param method the method
/// @param target the resource that the request acts on
/// @param headers further fields
/// @param body may be empty
/// @param content the body as sent: the body itself, unless it arrived compressed and was unpacked;
///   `Content-Digest` covers these bytes (RFC 9530, section 2)
public record AtpRequest(
    AtpMethod method, AtpTarget target, AtpHeaders headers, Bytes body, Bytes content) {

  /// Creates a request whose body is sent unchanged.
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

  /// {@return this request with one header field that replaces all fields with its name}
  ///
  /// @param name a token
  /// @param value printable
  public AtpRequest withHeader(String name, String value) {
    return new AtpRequest(method, target, headers.with(name, value), body, content);
  }

  /// {@return this request with a body of the given media type}
  ///
  /// @param contentType for example `application/json`
  /// @param newBody sent unchanged
  public AtpRequest withBody(String contentType, Bytes newBody) {
    return new AtpRequest(
        method, target, headers.with(AtpHeaders.CONTENT_TYPE, contentType), newBody);
  }

  /// {@return the agent of the request: the URI's fragment, otherwise the field `Agent-Id`}
  public Optional<String> agentId() {
    return target
        .agentId()
        .or(() -> headers.first(AtpHeaders.AGENT_ID).filter(AtpTarget::isAgentId));
  }
}
