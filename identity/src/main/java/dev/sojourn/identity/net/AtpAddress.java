package dev.sojourn.identity.net;

import dev.sojourn.base.text.AddressText;
import java.util.Locale;
import java.util.Optional;

/// The address of an agent host: `atp://host:port`, or `atps://host:port` if it speaks TLS.
///
/// @param host a name or IPv4 address in lower case, or an IPv6 address in brackets, in its normal
///   form ([AddressText])
/// @param port 1 to 65535
/// @param isTls whether it is an `atps:` address
public record AtpAddress(String host, int port, boolean isTls) {

  /// The port of an `atp:` URL without a port.
  public static final int DEFAULT_PORT = 434;

  /// The port of an `atps:` URL without a port.
  public static final int DEFAULT_TLS_PORT = 10_435;

  private static final String SCHEME = "atp://";
  private static final String TLS_SCHEME = "atps://";

  /// Converts the host to lower case, and an IPv6 address to its normal form.
  ///
  /// @throws IllegalArgumentException if the host is malformed, or the port is out of range
  public AtpAddress {
    host = canonical(host.toLowerCase(Locale.ROOT));
    if (!isHost(host)) {
      throw new IllegalArgumentException("host: " + host + " (expected: a name or an address)");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port: " + port + " (expected: 1 to 65535)");
    }
  }

  /// An `atp:` address.
  ///
  /// @param host a name or an address in any case
  /// @param port 1 to 65535
  /// @throws IllegalArgumentException if the host is malformed, or the port is out of range
  public AtpAddress(String host, int port) {
    this(host, port, false);
  }

  /// Reads an `atp:` or `atps:` URL without path, such as `atp://host.example:10434`; a single `/`
  /// at the end is ignored.
  ///
  /// @param url any text
  /// @return the address; empty if the text is not such a URL
  public static Optional<AtpAddress> parse(String url) {
    int start = schemeLength(url);
    if (start == 0) {
      return Optional.empty();
    }
    var rest = url.substring(start);
    return ofAuthority(
        rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest,
        start == TLS_SCHEME.length());
  }

  /// {@return the length of `atp://` or `atps://` at the beginning of a text; 0 if it has neither}
  ///
  /// @param url any text
  public static int schemeLength(String url) {
    if (url.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return SCHEME.length();
    }
    boolean isTls = url.regionMatches(true, 0, TLS_SCHEME, 0, TLS_SCHEME.length());
    return isTls ? TLS_SCHEME.length() : 0;
  }

  /// Reads `host` or `host:port`.
  ///
  /// @param authority any text
  /// @param isTls whether it is an `atps:` address
  /// @return the address; empty if the text is malformed
  public static Optional<AtpAddress> ofAuthority(String authority, boolean isTls) {
    int colon = authority.startsWith("[") ? authority.indexOf("]:") + 1 : authority.indexOf(':');
    boolean hasPort = colon > 0;
    var host = (hasPort ? authority.substring(0, colon) : authority).toLowerCase(Locale.ROOT);
    if (!isHost(host)) {
      return Optional.empty();
    }
    if (!hasPort) {
      return Optional.of(new AtpAddress(host, isTls ? DEFAULT_TLS_PORT : DEFAULT_PORT, isTls));
    }
    var digits = authority.substring(colon + 1);
    if (digits.isEmpty()
        || digits.length() > 5
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Optional.empty();
    }
    int port = Integer.parseInt(digits);
    return port < 1 || port > 65_535
        ? Optional.empty()
        : Optional.of(new AtpAddress(host, port, isTls));
  }

  /// {@return `host:port`}
  public String authority() {
    return host + ":" + port;
  }

  /// {@return `atp` or `atps`}
  public String scheme() {
    return isTls ? "atps" : "atp";
  }

  /// {@return the URL, always with its port}
  @Override
  public String toString() {
    return (isTls ? TLS_SCHEME : SCHEME) + authority();
  }

  private static boolean isHost(String host) {
    if (host.startsWith("[")) {
      return ipv6(host).isPresent();
    }
    return !host.isEmpty()
        && host.length() <= 253
        && host.chars()
            .allMatch(
                c ->
                    (c >= 'a' && c <= 'z')
                        || (c >= '0' && c <= '9')
                        || c == '-'
                        || c == '.'
                        || c == '_');
  }

  /// The normal form; without it, a host at `[::1]` would not recognise itself as
  /// `[0:0:0:0:0:0:0:1]`.
  private static String canonical(String host) {
    return ipv6(host).map(text -> "[" + text + "]").orElse(host);
  }

  private static Optional<String> ipv6(String host) {
    return host.startsWith("[") && host.endsWith("]")
        ? AddressText.ofIpv6(host.substring(1, host.length() - 1))
        : Optional.empty();
  }
}
