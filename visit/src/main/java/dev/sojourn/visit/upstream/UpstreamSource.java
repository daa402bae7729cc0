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

/// The pages of a site as its own web server gives them. The server is asked over HTTP, at one
/// address beside this program, for the site's name.
///
/// A page that the server does not give, whether it fails or is down, is missing for a reason; the
/// visit goes on. Redirects are answers, and no request follows one by itself. One that stays on
/// the site is handed on; one to the server's own address counts as one to the site.
public final class UpstreamSource implements ContentSource, SitemapServer {
  /// The field User-Agent of requests to the web server.
  public static final String USER_AGENT = "sojourn-host";

  // One for all sites: agents can ask for the same page again and again.
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

  /// Makes a source; nothing is asked yet, and nothing has to be closed.
  ///
  /// @param settings how the server is asked
  /// @return the source
  public static UpstreamSource of(UpstreamSettings settings) {
    return new UpstreamSource(settings);
  }

  /// {@return why the server cannot be asked now, one clause; empty if its address is known} Looks
  /// the name up again if it is not. Does not wait.
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

  /// Asks for a sitemap. It is not kept among the pages, and is refused like a page.
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

  /// {@return whether a URL is given to agents, if there is a page}
  ///
  /// @param url of the site
  public boolean isGiven(PageUrl url) {
    return settings.urls().refusal(url).isEmpty();
  }

  /// A server's words about itself are not the agent's business.
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

  /// A server that does not know how visitors reach it redirects to its own address, or to the
  /// site's name at its own port.
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
