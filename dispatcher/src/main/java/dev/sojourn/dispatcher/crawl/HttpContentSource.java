package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.site.HttpReply;
import dev.sojourn.fetch.site.PoliteSite;
import dev.sojourn.robots.fetch.Validators;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.HttpAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;

/// The pages of a site, fetched over HTTP for a visit at home.
///
/// It returns every media type, and the agent decides how to use it. A page over the size limit
/// counts as missing; it is not cut. Several threads may use it.
public final class HttpContentSource implements ContentSource {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private static final int NOT_MODIFIED = 304;

  private final PoliteSite site;
  private final WireTally tally;

  /// Creates a source.
  ///
  /// @param site the site and its pace; shared by all sources of one site
  /// @param tally the tally of the bytes on the wire
  public HttpContentSource(PoliteSite site, WireTally tally) {
    this.site = site;
    this.tally = tally;
  }

  /// {@inheritDoc}
  ///
  /// If no readable answer came, the page is missing with status 0, so that a time-out never counts
  /// as a 404.
  ///
  /// @throws UncheckedIOException if the site has stopped answering. This ends the visit, which can
  ///   continue later from its last checkpoint; pages that count as missing would be lost
  /// @throws IllegalArgumentException if the URL is of another site
  @Override
  public Content read(PageUrl url) throws InterruptedException {
    return read(url, PageValidators.NONE);
  }

  /// {@inheritDoc}
  ///
  /// It fails as [#read(PageUrl)] does.
  @Override
  public Content read(PageUrl url, PageValidators held) throws InterruptedException {
    if (!url.origin().equals(site.origin())) {
      throw new IllegalArgumentException(
          "url: " + url + " (expected: a page of " + site.origin() + ")");
    }
    boolean isConditional = !held.equals(PageValidators.NONE);
    return switch (site.get(url, new Validators(held.etag(), held.lastModified()), tally)) {
      case HttpReply.Answer answer when isConditional && answer.status() == NOT_MODIFIED ->
          new Content.NotModified(answer.headers());
      case HttpReply.Answer answer -> content(url, answer);
      case HttpReply.Failure failure -> {
        if (site.gone().isPresent()) {
          var cause = new IOException(failure.reason());
          throw new UncheckedIOException(
              site.origin() + " stopped answering: " + failure.reason(), cause);
        }
        yield new Content.Missing(0, sentence(failure), outcome(failure.kind()));
      }
    };
  }

  private static String sentence(HttpReply.Failure failure) {
    var what =
        switch (failure.kind()) {
          case UNREACHABLE -> "The site could not be reached: ";
          case TIMEOUT -> "The site did not answer in time: ";
          case BROKEN, BROKEN_ENCODING -> "The site's answer could not be read: ";
        };
    return what + failure.reason() + ".";
  }

  private static PageOutcome outcome(HttpReply.Kind kind) {
    return switch (kind) {
      case UNREACHABLE -> PageOutcome.NO_CONNECTION;
      case TIMEOUT -> PageOutcome.TIMED_OUT;
      case BROKEN -> PageOutcome.BROKEN_ANSWER;
      case BROKEN_ENCODING -> PageOutcome.BROKEN_ENCODING;
    };
  }

  private static Content content(PageUrl url, HttpReply.Answer answer) {
    int status = answer.status();
    if (AnswerHead.isPage(status)) {
      return answer.truncated()
          ? new Content.Missing(
              413, "The page is larger than this crawler reads.", PageOutcome.TOO_LARGE)
          : new Content.Found(url, status, answer.headers(), answer.body());
    }
    if (REDIRECTS.contains(status)) {
      return answer
          .header("location")
          .flatMap(location -> Content.Redirect.read(url, location))
          .orElseGet(() -> new Content.Missing(status, "The site redirects to no page."));
    }
    return new Content.Missing(status, HttpAnswer.missing(status));
  }
}
