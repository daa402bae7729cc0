package dev.sojourn.fetch.directory;

import dev.sojourn.fetch.answer.PlainHttpClient;
import dev.sojourn.fetch.directory.HttpsAnswer.Failed;
import dev.sojourn.fetch.directory.HttpsReader.BarredException;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.net.ResolvedName;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/// One careful HTTPS request to a place that a stranger may have chosen.
///
/// The name is resolved once, and all of its addresses have to be public. The connection goes to
/// one of these addresses, so that no later answer of the name's server leads elsewhere. No
/// redirect is followed, no content coding is asked for or taken, no cookie is kept. Size and time
/// are limited whatever the other side does.
final class HttpsGet {

  private final SSLContext tls;
  private final boolean isPrivateAllowed;
  private final Duration time;

  /// A client.
  ///
  /// @param tls the context whose certificates are believed
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
    var request = new HttpUriRequestBase("GET", uri);
    request.setHeader("Accept", accept);
    request.setHeader("Accept-Encoding", "identity");
    request.setHeader("Connection", "close");
    var answer = new CompletableFuture<HttpsAnswer>();
    var thread =
        Thread.ofVirtual()
            .name("directory-" + uri.getHost())
            .start(() -> answer.complete(exchange(request, maxBytes)));
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
      request.cancel();
    }
  }

  private HttpsAnswer exchange(HttpUriRequestBase request, int maxBytes) {
    var client = client(maxBytes);
    try {
      return HttpsReader.read(() -> client.executeOpen(null, request, null), maxBytes);
    } finally {
      client.close(CloseMode.IMMEDIATE);
    }
  }

  /// A client for one exchange.
  private CloseableHttpClient client(int maxBytes) {
    var limit = Timeout.of(time);
    var connections =
        BasicHttpClientConnectionManager.create(
            DefaultSchemePortResolver.INSTANCE,
            new GuardedNames(isPrivateAllowed),
            RegistryBuilder.<TlsSocketStrategy>create()
                .register(
                    URIScheme.HTTPS.id,
                    new DefaultClientTlsStrategy(
                        tls, HostnameVerificationPolicy.BUILTIN, NoopHostnameVerifier.INSTANCE))
                .build(),
            _ -> new HttpsConnection(maxBytes));
    connections.setConnectionConfig(
        ConnectionConfig.custom().setConnectTimeout(limit).setSocketTimeout(limit).build());
    connections.setTlsConfig(TlsConfig.custom().setHandshakeTimeout(limit).build());
    return PlainHttpClient.builder(RequestConfig.custom().setResponseTimeout(limit))
        .setConnectionManager(connections)
        .setUserAgent("sojourn-host")
        .build();
  }

  /// The resolver of the client. The connection goes to an address that it returned.
  private record GuardedNames(boolean isPrivateAllowed) implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      var name = ResolvedName.of(host, NameService.SYSTEM);
      var barred = name.barred(kind -> isPrivateAllowed || kind.isPublic());
      if (barred.isPresent()) {
        throw new BarredException(
            "its name leads to %s, which this host never asks".formatted(barred.get().words()));
      }
      return name.addresses().toArray(InetAddress[]::new);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }
}
