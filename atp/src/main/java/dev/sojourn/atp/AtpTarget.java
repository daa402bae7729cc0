package dev.sojourn.atp;

import dev.sojourn.identity.net.AtpAddress;
import java.util.Optional;

/// The URI of a request: `[atp[s]://host[:port]][/path][#agent-id]`.
///
/// Paths are compared literally, without percent-decoding. Dot segments, empty segments,
/// backslashes, percent signs and control characters are refused. So a path cannot mean different
/// things to different readers.
///
/// @param authority the host that an absolute URI names; empty for a relative one
/// @param path begins with `/`; `/` if the URI has none
/// @param agentId 1 to 64 letters and digits
public record AtpTarget(Optional<AtpAddress> authority, String path, Optional<String> agentId) {

  /// The target of a DISPATCH.
  public static final AtpTarget ROOT = new AtpTarget(Optional.empty(), "/", Optional.empty());

  /// The longest agent id, in characters.
  public static final int MAX_AGENT_ID_CHARS = 64;

  /// Checks the parts.
  ///
  /// @throws IllegalArgumentException if the path or the agent id is malformed
  public AtpTarget {
    if (!isPath(path)) {
      throw new IllegalArgumentException("path: " + path + " (expected: /segment/…)");
    }
    if (agentId.isPresent() && !isAgentId(agentId.get())) {
      throw new IllegalArgumentException(
          "agentId: " + agentId.get() + " (expected: 1 to 64 letters and digits)");
    }
  }

  /// {@return the target `/#id`}
  ///
  /// @param agentId 1 to 64 letters and digits
  public static AtpTarget agent(String agentId) {
    return new AtpTarget(Optional.empty(), "/", Optional.of(agentId));
  }

  /// Reads the URI of a request line.
  ///
  /// @param uri any text
  /// @return the target; empty if the text is not a valid URI
  public static Optional<AtpTarget> parse(String uri) {
    Optional<AtpAddress> authority = Optional.empty();
    var rest = uri;
    int start = AtpAddress.schemeLength(uri);
    if (start > 0) {
      int end = start;
      while (end < uri.length() && "/#?".indexOf(uri.charAt(end)) < 0) {
        end++;
      }
      authority = AtpAddress.ofAuthority(uri.substring(start, end), start > "atp://".length());
      if (authority.isEmpty()) {
        return Optional.empty();
      }
      rest = uri.substring(end);
    } else if (uri.isEmpty()) {
      return Optional.empty();
    }
    int hash = rest.indexOf('#');
    var path = hash < 0 ? rest : rest.substring(0, hash);
    Optional<String> id = hash < 0 ? Optional.empty() : Optional.of(rest.substring(hash + 1));
    if (path.isEmpty()) {
      path = "/";
    }
    if (!isPath(path) || id.filter(i -> !isAgentId(i)).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(new AtpTarget(authority, path, id));
  }

  /// {@return whether the text can be an agent's id}
  ///
  /// @param text any text
  public static boolean isAgentId(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_AGENT_ID_CHARS
        && text.chars().allMatch(AtpTarget::isAlphanumeric);
  }

  /// {@return the same target as an absolute URI at the given host, the form that signatures cover}
  ///
  /// @param host the host that the request goes to
  public String absoluteAt(AtpAddress host) {
    return host + path + agentId.map(id -> "#" + id).orElse("");
  }

  /// {@return the URI in the form of a request line}
  @Override
  public String toString() {
    return authority.map(AtpAddress::toString).orElse("")
        + path
        + agentId.map(id -> "#" + id).orElse("");
  }

  private static boolean isPath(String path) {
    if (!path.startsWith("/")) {
      return false;
    }
    if (path.equals("/")) {
      return true;
    }
    for (var segment : path.substring(1).split("/", -1)) {
      if (segment.isEmpty()
          || segment.equals(".")
          || segment.equals("..")
          || !segment.chars().allMatch(AtpTarget::isSegmentCharacter)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSegmentCharacter(int c) {
    return isAlphanumeric(c) || "-._~!$&'()*+,;=:@".indexOf(c) >= 0;
  }

  private static boolean isAlphanumeric(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
