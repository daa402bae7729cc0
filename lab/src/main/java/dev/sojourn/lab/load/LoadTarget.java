package dev.sojourn.lab.load;

import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/// The target of a load, and how to connect to it.
///
/// @param address the address of the server
/// @param tls trusts the server's certificate; not used for an `atp:` address
record LoadTarget(AtpAddress address, SSLContext tls) {
  private static final int TIMEOUT_MILLIS = 60_000;

  /// Creates a target whose certificate is in a store made by keytool.
  static LoadTarget of(AtpAddress address, KeyStore believed) throws GeneralSecurityException {
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(believed);
    var context = SSLContext.getInstance("TLSv1.3");
    context.init(null, trust.getTrustManagers(), null);
    return new LoadTarget(address, context);
  }

  /// Opens a new connection, and returns it when it is established.
  Socket connect() throws IOException {
    Socket socket;
    if (address.isTls()) {
      var secured = (SSLSocket) tls.getSocketFactory().createSocket(address.host(), address.port());
      var parameters = secured.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"atp/0.1"});
      secured.setSSLParameters(parameters);
      secured.startHandshake();
      socket = secured;
    } else {
      socket = new Socket(address.host(), address.port());
    }
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return socket;
  }
}
