package dev.sojourn.visit.upstream;

import dev.sojourn.identity.net.AddressKind;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.net.ResolvedName;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Optional;

/// The address of a web server for a host daemon, resolved once. Its name is never resolved again
/// afterwards, so later answers of a name server cannot change the address.
///
/// @param url the URL in the operator's form
/// @param port the port of the server
/// @param isPrivateAllowed whether private addresses of other machines are allowed
/// @param known the address for connections; empty if the name could not be resolved yet
public record UpstreamAddress(
    String url, int port, boolean isPrivateAllowed, Optional<InetAddress> known) {
  /// The form of the URL, for messages.
  public static final String FORM =
      "the address of a web server beside this host, as \"http://127.0.0.1:8080\": http, host and"
          + " port alone";

  private static final int MAX_PORT = 65_535;

  /// The text is not an address, or the address is not allowed. Has no stack trace.
  public static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private RefusedException(String clause) {
      super(clause, null, false, false);
    }
  }

  /// Reads and resolves an address. All addresses of its name must be loopback addresses, or
  /// private addresses if allowed. An unreachable name server is not an error.
  ///
  /// @param text the text of the operator
  /// @param isPrivateAllowed whether private addresses of other machines are allowed
  /// @param names the resolver
  /// @return the address, resolved or not
  /// @throws RefusedException if the text is not an address, or the address is not allowed; its
  ///   message is a clause
  public static UpstreamAddress resolve(String text, boolean isPrivateAllowed, NameService names)
      throws RefusedException {
    var unknown =
        new UpstreamAddress(text, uri(text).getPort(), isPrivateAllowed, Optional.empty());
    try {
      return unknown.resolved(names);
    } catch (UnknownHostException _) {
      return unknown;
    }
  }

  /// {@return this address, resolved and checked}
  ///
  /// @param names the resolver
  /// @throws RefusedException if an address of the name is not allowed; its message is a clause
  /// @throws UnknownHostException if the name has no address now
  UpstreamAddress resolved(NameService names) throws RefusedException, UnknownHostException {
    var resolved = ResolvedName.of(host(), names);
    var barred =
        resolved.barred(
            kind ->
                kind == AddressKind.LOOPBACK || (isPrivateAllowed && kind == AddressKind.PRIVATE));
    if (barred.isPresent()) {
      throw new RefusedException("it leads to " + barred.get().words());
    }
    return new UpstreamAddress(
        url, port, isPrivateAllowed, Optional.of(resolved.addresses().getFirst()));
  }

  private static URI uri(String text) throws RefusedException {
    try {
      var uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean isPlain =
          "http".equals(uri.getScheme())
              && uri.getHost() != null
              && uri.getPort() > 0
              && uri.getPort() <= MAX_PORT
              && uri.getRawUserInfo() == null
              && uri.getRawPath().isEmpty()
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null;
      if (isPlain) {
        return uri;
      }
    } catch (URISyntaxException _) {
      // The exception below covers this case, too.
    }
    throw new RefusedException("it has another form");
  }

  /// {@return the name of the server}
  String host() {
    return URI.create(url).getHost();
  }

  /// {@return the scheme, host and port of the server}
  String origin() {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }
}
