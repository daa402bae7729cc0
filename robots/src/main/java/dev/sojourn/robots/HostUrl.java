package dev.sojourn.robots;

/// The URL at which a host takes mobile agents: the target of a Mobile-agent-server line.
///
/// @param scheme the transfer protocol in lower case, such as `atp`
/// @param host a name or address in lower case; an IPv6 address has brackets
/// @param port 1 to 65535; 0 if it is missing and the scheme has no default port
/// @param explicitPort whether the port was written in the file
public record HostUrl(String scheme, String host, int port, boolean explicitPort) {

  /// The port of ATP/0.1.
  public static final int ATP_PORT = 434;

  /// The port of ATP/0.1 over TLS.
  public static final int ATPS_PORT = 10_435;

  /// Checks the port.
  ///
  /// @throws IllegalArgumentException if the port is out of range
  public HostUrl {
    if (port < (explicitPort ? 1 : 0) || port > 65_535) {
      throw new IllegalArgumentException("port: " + port + " (expected: 1 to 65535)");
    }
  }

  /// {@return the default port of a scheme, or 0 if it has none}
  ///
  /// @param scheme in lower case
  public static int usualPort(String scheme) {
    return switch (scheme) {
      case "atp" -> ATP_PORT;
      case "atps" -> ATPS_PORT;
      case "http" -> 80;
      case "https" -> 443;
      default -> 0;
    };
  }

  /// {@return `scheme://host:port`, without the port if it is unknown}
  @Override
  public String toString() {
    return scheme + "://" + host + (port == 0 ? "" : ":" + port);
  }
}
