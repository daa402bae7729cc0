package dev.sojourn.dispatcher.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// Makes TLS above the sockets of a fetcher, with a guard above TLS. The name of the site is
/// checked within the handshake.
final class GuardedTls extends SSLSocketFactory {
  private final SSLSocketFactory tls;

  GuardedTls(SSLSocketFactory tls) {
    this.tls = tls;
  }

  @Override
  public Socket createSocket(Socket below, String host, int port, boolean isClosedToo)
      throws IOException {
    if (!(below instanceof CountingSocket raw)) {
      throw new IllegalArgumentException("below: a socket that does not count");
    }
    raw.wrapInTls();
    var socket = (SSLSocket) tls.createSocket(raw, host, port, isClosedToo);
    var parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return new GuardedTlsSocket(socket, raw);
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return tls.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return tls.getSupportedCipherSuites();
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException("a socket without a guard");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException("a socket without a guard");
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException("a socket without a guard");
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException("a socket without a guard");
  }
}
