package dev.sojourn.atp.tls;

import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.CertificateFault;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/// The client's side of TLS. The host's certificate must lead to a trusted authority, be valid now,
/// and name the host or address of the request. Safe for use by many threads.
public final class ClientTls {

  /// Stored with the channel, since the pipeline of an ended connection no longer contains the TLS
  /// handler.
  private static final AttributeKey<Future<Channel>> ESTABLISHED =
      AttributeKey.valueOf(ClientTls.class, "established");

  private final SslContext context;

  private ClientTls(SslContext context) {
    this.context = context;
  }

  /// {@return TLS that trusts these authorities}
  ///
  /// @param authorities the trusted authorities
  public static ClientTls of(TlsAuthorities authorities) {
    try {
      return new ClientTls(
          TlsRules.on(SslContextBuilder.forClient())
              .trustManager(NamedAuthorities.of(authorities.believed()))
              .endpointIdentificationAlgorithm("HTTPS")
              .build());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK has no TLS 1.3", e);
    }
  }

  /// Adds TLS to the pipeline of a connection to a host.
  ///
  /// @param pipeline of the connection
  /// @param host the host that the certificate must name
  /// @param handshake time to establish TLS
  public void addTo(ChannelPipeline pipeline, AtpAddress host, Duration handshake) {
    var bare = host.host().replaceAll("[\\[\\]]", "");
    var tls = context.newHandler(pipeline.channel().alloc(), bare, host.port());
    tls.setHandshakeTimeoutMillis(handshake.toMillis());
    pipeline.channel().attr(ESTABLISHED).set(tls.handshakeFuture());
    pipeline.addLast("tls", tls).addLast("protocol", new ProtocolCheck(tls));
  }

  /// {@return a future that completes when TLS is established}
  ///
  /// @param channel a connection with TLS in its pipeline
  public static Future<Channel> established(Channel channel) {
    return channel.attr(ESTABLISHED).get();
  }

  /// {@return why TLS could not be established with a host, one sentence}
  ///
  /// @param host the host of the handshake
  /// @param cause the exception of the handshake
  public static String reason(AtpAddress host, Throwable cause) {
    var distrust = CertificateFault.clause(cause);
    if (distrust.isPresent()) {
      return "The certificate of %s cannot be trusted: %s.".formatted(host, distrust.get());
    }
    return switch (cause) {
      case SslHandshakeTimeoutException _ -> host + " does not establish TLS in time.";
      case SSLHandshakeException e ->
          "%s and this program find no common TLS: %s.".formatted(host, e.getMessage());
      case SSLException e -> "%s does not speak TLS 1.3: %s.".formatted(host, e.getMessage());
      default -> "%s closed the connection before TLS was established.".formatted(host);
    };
  }
}
