package dev.sojourn.visit.upstream;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.HttpAnswer;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The pages of a site from its own web server. Requests are made over HTTP to one fixed address,
/// with the site's name.
///
/// If the server fails or is down, its pages are missing for that reason, and the visit continues.
/// Redirects are returned and not followed. A redirect to the server's own address is changed to
/// the site's address.
public final class UpstreamSource implements ContentSource, SitemapServer {
  /// The field User-Agent of requests to the web server.
  public static final String USER_AGENT = "sojourn-host";

  // Shared by all sites, because agents can request the same page repeatedly.
  private static final RateLimitedLog LOG =
      new RateLimitedLog(System.getLogger(UpstreamSource.class.getName()));

  private static final int NOT_MODIFIED = 304;
  private static final int TOO_LARGE = 413;
  private static final long KEPT_BYTES = 16 << 20;

  private final UpstreamSettings settings;
  private final Set<String> own;
  private final UpstreamLookup lookup;
  private final UpstreamExchange exchange;
  private final RequestSlots slots;
  private final KeptPages kept = new KeptPages(KEPT_BYTES);

  private UpstreamSource(UpstreamSettings settings) {
    this.settings = settings;
    this.own = ownOrigins(settings);
    this.lookup = new UpstreamLookup(settings.address(), NameService.SYSTEM);
    this.exchange = new UpstreamExchange(settings, lookup);
    this.slots = new RequestSlots(settings.requestsPerSecond(), System::nanoTime);
  }

  /// Creates a source without making requests. The source need not be closed.
  ///
  /// @param settings the settings for requests
  /// @return the source
  public static UpstreamSource of(UpstreamSettings settings) {
    return new UpstreamSource(settings);
  }

  /// {@return the reason why requests are impossible now, one clause; empty if the server's address
  /// is known} Starts to resolve an unknown name again. Does not wait.
  public Optional<String> absence() {
    return lookup.absence();
  }

  @Override
  public Content read(PageUrl url) throws InterruptedException {
    var refusal = settings.urls().refusal(url);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    var held = kept.find(url);
    var validators =
        held.map(page -> new PageValidators(page.header("etag"), page.header("last-modified")));
    return switch (exchange(url, validators.orElse(PageValidators.NONE), settings.maxBodyBytes())) {
      case UpstreamReply.Answer(var http) when http.status() == NOT_MODIFIED && held.isPresent() ->
          held.get();
      case UpstreamReply.Answer(var http) -> content(url, http);
      case UpstreamReply.Failed(var clause, var outcome) -> failed(url, clause, outcome);
    };
  }

  /// Requests a sitemap, which is not cached with the pages. The rules for URLs of pages apply.
  @Override
  public Content ask(PageUrl url, PageValidators held) throws InterruptedException {
    var refusal = settings.urls().refusal(url);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    return switch (exchange(url, held, MAX_SENT_BYTES)) {
      case UpstreamReply.Answer(var http) when http.status() == NOT_MODIFIED ->
          new Content.NotModified(http.fields());
      case UpstreamReply.Answer(var http) when http.truncated() && http.status() / 100 == 2 ->
          new Content.Missing(
              TOO_LARGE,
              "it is larger than %d bytes; split it, or compress it by gzip"
                  .formatted(MAX_SENT_BYTES),
              PageOutcome.TOO_LARGE);
      case UpstreamReply.Answer(var http) -> http.content(url, MAX_SENT_BYTES);
      case UpstreamReply.Failed(var clause, var outcome) -> failed(url, clause, outcome);
    };
  }

  private UpstreamReply exchange(PageUrl url, PageValidators held, int maxBytes)
      throws InterruptedException {
    var wait = slots.take();
    if (wait.isPositive()) {
      Thread.sleep(wait);
    }
    return exchange.ask(url, held, maxBytes);
  }

  private Content failed(PageUrl url, String clause, PageOutcome outcome) {
    LOG.line(
        System.Logger.Level.WARNING,
        "{0} could not be had from {1}: {2}",
        url,
        settings.address().url(),
        clause);
    return new Content.Missing(0, sentence(outcome), outcome);
  }

  @Override
  public Optional<PageUrl> ofSite(String text) {
    return PageUrl.parse(text.startsWith("/") ? settings.origin() + text : text)
        .map(this::ofSite)
        .filter(url -> url.origin().equals(settings.origin()));
  }

  /// {@return whether agents may get a URL, if it has a page}
  ///
  /// @param url a URL of the site
  public boolean isGiven(PageUrl url) {
    return settings.urls().refusal(url).isEmpty();
  }

  /// Returns a general sentence: agents must not see details about the server.
  private static String sentence(PageOutcome outcome) {
    return switch (outcome) {
      case NO_CONNECTION -> "The site's web server cannot be reached by this host now.";
      case TIMED_OUT -> "The site's web server did not answer this host in time.";
      case BROKEN_ENCODING -> "The site's web server sent an encoding that cannot be undone.";
      default -> "The answer of the site's web server cannot be read.";
    };
  }

  private Content content(PageUrl url, HttpAnswer answer) {
    return switch (answer.content(url, settings.maxBodyBytes())) {
      case Content.Redirect(var to, boolean hadUser) -> new Content.Redirect(ofSite(to), hadUser);
      case Content.NotModified same -> same;
      case Content.Missing missing -> missing;
      case Content.Found page -> {
        if (page.status() == 200 && mayBeKept(answer)) {
          kept.keep(page);
        }
        yield page;
      }
    };
  }

  /// Corrects redirects of a server that does not know its public address. It redirects to its own
  /// address, or to the site's name with its own port.
  private PageUrl ofSite(PageUrl to) {
    return own.contains(to.origin()) ? new PageUrl(settings.origin(), to.path(), to.query()) : to;
  }

  private static Set<String> ownOrigins(UpstreamSettings settings) {
    var name = URI.create(settings.origin()).getHost();
    return Stream.of(
            settings.address().origin(), "http://" + name + ":" + settings.address().port())
        .flatMap(origin -> PageUrl.parse(origin + "/").stream())
        .map(PageUrl::origin)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean mayBeKept(HttpAnswer answer) {
    var caching = String.join(",", answer.fields().getOrDefault("cache-control", List.of()));
    boolean isNamed = answer.field("etag").isPresent() || answer.field("last-modified").isPresent();
    return isNamed && !caching.contains("no-store") && !answer.fields().containsKey("vary");
  }
}
