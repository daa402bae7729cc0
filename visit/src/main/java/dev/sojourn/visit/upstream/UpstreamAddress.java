package dev.sojourn.visit.upstream;

import dev.sojourn.identity.net.AddressKind;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.net.ResolvedName;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;

/// The place of a web server beside a host daemon, resolved once. Nothing resolves its name again,
/// so no later answer of a name server leads elsewhere.
///
/// @param url as the operator wrote it
/// @param address the one that is connected to
/// @param port of the server
public record UpstreamAddress(String url, InetAddress address, int port) {
  /// The form of the URL, for messages.
  public static final String FORM =
      "the address of a web server beside this host, as \"http://127.0.0.1:8080\": http, host and"
          + " port alone";

  private static final int MAX_PORT = 65_535;

  /// An address that may not be asked, or no address. Without a stack trace.
  public static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private RefusedException(String clause) {
      super(clause, null, false, false);
    }
  }

  /// Reads and resolves an address. All addresses of its name must be of this machine, or private
  /// where that is allowed.
  ///
  /// @param text as an operator writes it
  /// @param isPrivateAllowed whether private addresses of other machines may be asked
  /// @param names the resolver
  /// @return the address
  /// @throws RefusedException if it is none, or may not be asked; its message is a clause
  public static UpstreamAddress resolve(String text, boolean isPrivateAllowed, NameService names)
      throws RefusedException {
    var uri = uri(text);
    var resolved = resolved(uri.getHost(), names);
    var barred =
        resolved.barred(
            kind ->
                kind == AddressKind.LOOPBACK || (isPrivateAllowed && kind == AddressKind.PRIVATE));
    if (barred.isPresent()) {
      throw new RefusedException("it leads to " + barred.get().words());
    }
    return new UpstreamAddress(text, resolved.addresses().getFirst(), uri.getPort());
  }

  private static ResolvedName resolved(String host, NameService names) throws RefusedException {
    try {
      return ResolvedName.of(host, names);
    } catch (UnknownHostException _) {
      throw new RefusedException("its name is not known");
    }
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
      // As wrong as another scheme.
    }
    throw new RefusedException("it has another form");
  }

  /// {@return scheme, host and port, as a URL of the server itself has them}
  String origin() {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }
}
