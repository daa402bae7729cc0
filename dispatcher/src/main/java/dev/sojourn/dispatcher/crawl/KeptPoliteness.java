package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.fetch.site.Politeness;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// The settings for sites that are stored with a crawl: politeness, HTTP/1.1 only, no sitemaps, and
/// the trusted authorities. They apply when the crawl is resumed, repeated or followed, unless new
/// values are given.
final class KeptPoliteness {
  private static final String DELAY = "delay-millis";
  private static final String CONNECTIONS = "connections";
  private static final String HTTP1 = "http1";
  private static final String NO_SITEMAPS = "no-sitemaps";
  private static final String AUTHORITIES = "site-authorities";

  private KeptPoliteness() {}

  /// Stores the settings that are given.
  ///
  /// @return the request, with the stored settings if none are given
  static CrawlRequest of(CrawlRequest request, CrawlStore store) throws IOException {
    var sites = request.settings().sites();
    var delay = setting(DELAY, sites.politeness().map(p -> p.delay().toMillis()), request, store);
    var connections =
        setting(CONNECTIONS, sites.connections().map(Integer::longValue), request, store);
    var http1 = Optional.of(1L).filter(_ -> sites.isHttp1Only());
    boolean isHttp1Only = setting(HTTP1, http1, request, store).isPresent();
    var noSitemaps = Optional.of(1L).filter(_ -> !sites.readsSitemaps());
    boolean readsSitemaps = setting(NO_SITEMAPS, noSitemaps, request, store).isEmpty();
    var authorities = authorities(request, store);
    try {
      var kept =
          new CrawlSettings.Sites(
              sites.limits(),
              sites
                  .politeness()
                  .or(() -> delay.map(d -> Politeness.standard().withDelay(Duration.ofMillis(d)))),
              connections.map(Math::toIntExact),
              isHttp1Only,
              authorities,
              readsSitemaps);
      return request.withSettings(request.settings().with(kept));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw damage(e);
    }
  }

  /// Stores the certificates themselves, since their file may be deleted later.
  private static Optional<TlsAuthorities> authorities(CrawlRequest request, CrawlStore store)
      throws IOException {
    var given = request.settings().sites().authorities();
    if (given.isPresent()) {
      store.keepSetting(AUTHORITIES, given.get().pem());
      return given;
    }
    var kept = request.isResumed() ? store.setting(AUTHORITIES) : Optional.<String>empty();
    return kept.isEmpty() ? Optional.empty() : Optional.of(TlsAuthorities.ofPem(kept.get()));
  }

  private static Optional<Long> setting(
      String name, Optional<Long> given, CrawlRequest request, CrawlStore store)
      throws IOException {
    if (given.isPresent()) {
      store.keepSetting(name, String.valueOf(given.get()));
      return given;
    }
    var kept = request.isResumed() ? store.setting(name) : Optional.<String>empty();
    try {
      return kept.map(Long::parseLong);
    } catch (NumberFormatException e) {
      throw damage(e);
    }
  }

  private static IOException damage(RuntimeException cause) {
    return new IOException(
        "The store of the crawl is damaged; crawl again into another directory.", cause);
  }
}
