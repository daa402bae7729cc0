package dev.sojourn.fetch.site;

import dev.sojourn.identity.signature.BotSigner;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// Settings of tests.
final class TestSettings {
  private static final String NAME = "TestBot/1.0";

  private TestSettings() {}

  static HttpSettings usual() {
    return HttpSettings.standard(NAME, FetchLimits.DEFAULT);
  }

  static HttpSettings of(
      Duration connect, Duration silence, Duration exchange, int maxBodyBytes, int connections) {
    var usual = usual();
    return new HttpSettings(
        NAME,
        new FetchLimits(connect, silence, exchange, maxBodyBytes),
        connections,
        usual.signer(),
        usual.isHttp2(),
        usual.tls());
  }

  static HttpSettings trusting(HttpSettings settings, SSLContext tls) {
    return new HttpSettings(
        NAME,
        settings.limits(),
        settings.maxConnections(),
        settings.signer(),
        settings.isHttp2(),
        tls);
  }

  static HttpSettings signing(HttpSettings settings, BotSigner signer) {
    return new HttpSettings(
        NAME,
        settings.limits(),
        settings.maxConnections(),
        Optional.of(signer),
        settings.isHttp2(),
        settings.tls());
  }

  static HttpSettings overHttp1(HttpSettings settings) {
    return new HttpSettings(
        NAME,
        settings.limits(),
        settings.maxConnections(),
        settings.signer(),
        false,
        settings.tls());
  }
}
