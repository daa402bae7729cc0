package dev.sojourn.identity.directory;

import dev.sojourn.base.text.Plain;
import dev.sojourn.identity.directory.HttpsAnswer.Failed;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.net.ResolvedName;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/// One careful HTTPS request to a place that a stranger may have chosen.
///
/// The name is resolved once; all of its addresses have to be public, and the connection goes to
/// one of those that were looked at, so that no later answer of the name's server leads elsewhere.
/// No redirect is followed, no content coding is asked for or taken, no cookie is kept. Size and
/// time are limited whatever the other side does.
final class HttpsGet {

  private static final int DEFAULT_PORT = 443;

  private final SSLContext tls;
  private final boolean isPrivateAllowed;
  private final Duration time;

  /// A client.
  ///
  /// @param tls whose certificates are believed
  /// @param isPrivateAllowed whether addresses that are not public may be asked; for closed
  ///   networks and experiments
  /// @param time from the question to the end of the answer
  HttpsGet(SSLContext tls, boolean isPrivateAllowed, Duration time) {
    this.tls = tls;
    this.isPrivateAllowed = isPrivateAllowed;
    this.time = time;
  }

  /// Asks, and waits for the answer no longer than the time limit.
  HttpsAnswer get(URI uri, String accept, int maxBytes) {
    var open = new AtomicReference<>(new Socket());
    var answer = new CompletableFuture<HttpsAnswer>();
    var thread =
        Thread.ofVirtual()
            .name("directory-" + uri.getHost())
            .start(() -> answer.complete(exchange(uri, accept, maxBytes, open)));
    try {
      return answer.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      return new Failed("the answer took over " + time.toMillis() + " ms");
    } catch (ExecutionException e) {
      throw new IllegalStateException("an exchange reports its failures as answers", e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Failed("this program ends");
    } finally {
      // Both end an exchange that is still under way.
      thread.interrupt();
      close(open.get());
    }
  }

  private HttpsAnswer exchange(URI uri, String accept, int maxBytes, AtomicReference<Socket> open) {
    try (var socket = connect(uri, open)) {
      var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      var request =
          "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: %s\r\nAccept-Encoding: identity\r\n"
                  .formatted(path, uri.getRawAuthority(), accept)
              + "User-Agent: sojourn-host\r\nConnection: close\r\n\r\n";
      var out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      return HttpsReader.read(new BufferedInputStream(socket.getInputStream()), maxBytes);
    } catch (RefusedException e) {
      return new Failed(String.valueOf(e.getMessage()));
    } catch (UnknownHostException _) {
      return new Failed("its name is not known");
    } catch (SocketTimeoutException _) {
      return new Failed("it does not answer");
    } catch (SSLException e) {
      return new Failed("TLS was not agreed: " + plain(e));
    } catch (IOException e) {
      return new Failed("it cannot be read: " + plain(e));
    }
  }

  private Socket connect(URI uri, AtomicReference<Socket> open) throws IOException {
    var host = uri.getHost();
    var bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    var name = ResolvedName.of(bare, NameService.SYSTEM);
    var barred = name.barred(kind -> isPrivateAllowed || kind.isPublic());
    if (barred.isPresent()) {
      throw new RefusedException(
          "its name leads to %s, which this host never asks".formatted(barred.get().words()));
    }
    IOException last = new UnknownHostException(bare);
    for (var address : name.addresses()) {
      var plain = new Socket();
      open.set(plain);
      try {
        plain.connect(new InetSocketAddress(address, port), (int) time.toMillis());
        var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, bare, port, true);
        open.set(socket);
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
      } catch (SSLException e) {
        plain.close();
        throw e;
      } catch (IOException e) {
        plain.close();
        last = e;
      }
    }
    throw last;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // Nothing is read from it any more.
    }
  }

  private static String plain(IOException e) {
    return Plain.line(String.valueOf(e.getMessage()), 120);
  }

  /// Ends a forbidden exchange; never leaves this class.
  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }
}
