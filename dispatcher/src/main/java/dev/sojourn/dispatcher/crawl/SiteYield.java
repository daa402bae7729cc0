package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.cli.Messages;
import dev.sojourn.base.text.Plain;
import dev.sojourn.dispatcher.crawl.report.TerritorySummary;
import dev.sojourn.dispatcher.http.HttpVersion;
import dev.sojourn.visit.content.Content;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicReference;

/// The yield of a site: the pages that visits from home read there in this run, and the reason
/// where a site gave nothing. May be used by any thread.
final class SiteYield {
  private static final Set<String> HTML = Set.of("text/html", "application/xhtml+xml");
  private static final int MAX_TYPES = 5;
  private static final int MAX_TYPE_CHARS = 60;

  private final Set<String> mediaTypes = new ConcurrentSkipListSet<>();
  private final AtomicReference<String> trouble = new AtomicReference<>("");
  private final Queue<String> leftOut = new ConcurrentLinkedQueue<>();
  private final Set<HttpVersion> versions = new ConcurrentSkipListSet<>();
  private final boolean isFromTheStart;

  /// Begins to watch a site.
  ///
  /// @param isFromTheStart whether no earlier run of the crawl read pages of it
  SiteYield(boolean isFromTheStart) {
    this.isFromTheStart = isFromTheStart;
  }

  /// Takes notice of the outcome of one request.
  Content noticed(PageUrl url, Content content) {
    switch (content) {
      case Content.Found found -> {
        var type = found.mediaType();
        if (HTML.contains(type) || mediaTypes.size() < MAX_TYPES) {
          mediaTypes.add(
              type.length() <= MAX_TYPE_CHARS ? Plain.line(type, MAX_TYPE_CHARS) : "other");
        }
      }
      case Content.NotModified _ -> {}
      case Content.Missing(_, var reason, _) ->
          trouble.compareAndSet("", url + ": " + Messages.withoutStop(reason));
      case Content.Redirect(var to) -> {
        if (!to.origin().equals(url.origin())) {
          trouble.compareAndSet("", url + " redirects to another site, " + to);
        }
      }
    }
    return content;
  }

  /// Takes notice of the versions of HTTP in which the site answered a visit.
  void spoke(List<HttpVersion> spoken) {
    versions.addAll(spoken);
  }

  /// {@return the versions of HTTP in which the site answered, the oldest first}
  List<HttpVersion> versions() {
    return List.copyOf(versions);
  }

  /// Takes notice of a page that was left out.
  ///
  /// @param sentence which, and why
  void leftOut(String sentence) {
    leftOut.add(sentence);
  }

  /// {@return which pages were left out, a sentence each}
  List<String> leftOut() {
    return List.copyOf(leftOut);
  }

  /// {@return the kind of content that was read there: `nothing`, `no html` where that is known,
  /// else `pages`}
  ///
  /// @param territories of the site
  String content(List<TerritorySummary> territories) {
    if (pages(territories) == 0) {
      return "nothing";
    }
    boolean isAllFromHere =
        isFromTheStart
            && territories.stream().allMatch(t -> t.pages() == 0 || t.crawled().equals("classic"));
    return isAllFromHere && !mediaTypes.isEmpty() && mediaTypes.stream().noneMatch(HTML::contains)
        ? "no html"
        : "pages";
  }

  /// {@return why nothing was found at a site that was crawled to its end, and the next step; empty
  /// if something was found, or if a territory says why not}
  ///
  /// @param territories of the site
  Optional<String> remark(String origin, List<TerritorySummary> territories) {
    boolean isWhole =
        territories.stream()
            .allMatch(t -> t.state().equals("complete") || t.state().equals("untouched"));
    if (!isWhole || territories.stream().anyMatch(t -> t.findings() > 0)) {
      return Optional.empty();
    }
    var read = Messages.count(pages(territories), "page") + " read of " + origin;
    return Optional.of(
        switch (content(territories)) {
          case "nothing" ->
              "No page of %s could be read%s; look for the right address in a browser, and crawl again from there."
                  .formatted(origin, trouble.get().isEmpty() ? "" : " (" + trouble.get() + ")");
          case "no html" ->
              "There is no HTML in the %s (%s), so nothing was found; begin at an HTML page, or name an agent for other content with --agent."
                  .formatted(read, String.join(", ", mediaTypes));
          default ->
              "The agent found nothing in the %s; begin at another page, or name another agent with --agent."
                  .formatted(read);
        });
  }

  private static long pages(List<TerritorySummary> territories) {
    return territories.stream().mapToLong(TerritorySummary::pages).sum();
  }
}
