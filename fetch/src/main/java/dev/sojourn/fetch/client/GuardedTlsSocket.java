package dev.sojourn.fetch.client;

import dev.sojourn.fetch.http2.Http2Guard;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Optional;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// A connection over TLS whose streams pass the guard for the HTTP version that the server chose.
/// All other calls go to the socket within.
final class GuardedTlsSocket extends SSLSocket {
  private static final String HTTP_2 = "h2";

  private final SSLSocket within;
  private final CountingSocket raw;
  private Optional<Guard> guard = Optional.empty();

  private record Guard(InputStream answers, OutputStream requests) {}

  GuardedTlsSocket(SSLSocket within, CountingSocket raw) {
    this.within = within;
    this.raw = raw;
  }

  CountingSocket raw() {
    return raw;
  }

  private synchronized Guard guard() throws IOException {
    if (guard.isEmpty()) {
      guard = Optional.of(made());
    }
    return guard.get();
  }

  private Guard made() throws IOException {
    if (HTTP_2.equals(within.getApplicationProtocol())) {
      Http2Guard http2 = raw.http2(within.getInputStream(), within.getOutputStream());
      return new Guard(http2.answers(), http2.requests());
    }
    var http1 = raw.http1(within.getInputStream(), within.getOutputStream());
    return new Guard(http1.answers(), http1.requests());
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return guard().answers();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return guard().requests();
  }

  /// Closes the socket below TLS, because closing TLS writes and could block.
  @Override
  public void close() throws IOException {
    raw.close();
  }

  @Override
  public boolean isClosed() {
    return raw.isClosed();
  }

  @Override
  public boolean isInputShutdown() {
    return within.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return within.isOutputShutdown();
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    within.setSoTimeout(millis);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return within.getSoTimeout();
  }

  @Override
  public InetAddress getInetAddress() {
    return raw.getInetAddress();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return raw.getRemoteSocketAddress();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return within.getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    within.setSSLParameters(parameters);
  }

  @Override
  public String getApplicationProtocol() {
    return within.getApplicationProtocol();
  }

  @Override
  public void startHandshake() throws IOException {
    within.startHandshake();
  }

  @Override
  public SSLSession getSession() {
    return within.getSession();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return within.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return within.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    within.setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return within.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return within.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    within.setEnabledProtocols(protocols);
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
    within.addHandshakeCompletedListener(listener);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
    within.removeHandshakeCompletedListener(listener);
  }

  @Override
  public void setUseClientMode(boolean isClient) {
    within.setUseClientMode(isClient);
  }

  @Override
  public boolean getUseClientMode() {
    return within.getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean isNeeded) {
    within.setNeedClientAuth(isNeeded);
  }

  @Override
  public boolean getNeedClientAuth() {
    return within.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean isWanted) {
    within.setWantClientAuth(isWanted);
  }

  @Override
  public boolean getWantClientAuth() {
    return within.getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean isEnabled) {
    within.setEnableSessionCreation(isEnabled);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return within.getEnableSessionCreation();
  }

  /// Adds TLS to the sockets of a client, and a guard above TLS. The handshake checks the name of
  /// the site.
  static final class Factory extends SSLSocketFactory {
    private final SSLSocketFactory tls;

    Factory(SSLSocketFactory tls) {
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
}
