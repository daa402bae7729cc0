package dev.sojourn.atp.tls;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;

/// The rules for both sides of an `atps:` connection.
final class TlsRules {

  /// The name of the protocol inside TLS (RFC 7301). A peer that names another protocol is refused.
  static final String PROTOCOL = "atp/0.1";

  private static final String VERSION = "TLSv1.3";

  private TlsRules() {}

  /// Sets the JDK's TLS 1.3, with only ATP/0.1 inside.
  static SslContextBuilder on(SslContextBuilder builder) {
    return builder
        .sslProvider(SslProvider.JDK)
        .protocols(VERSION)
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.FATAL_ALERT,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.FATAL_ALERT,
                PROTOCOL));
  }
}
