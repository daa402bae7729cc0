package dev.sojourn.sandbox;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// A desk that serves pages from a function and keeps all that it hears. It answers for parts of
/// the last page if [ReadPage] made it.
public final class RecordingServices implements VisitServices {
  final List<String> pages = Collections.synchronizedList(new ArrayList<>());
  final List<PageRequest> requests = Collections.synchronizedList(new ArrayList<>());
  final List<String> noindex = Collections.synchronizedList(new ArrayList<>());
  final List<String> shortened = Collections.synchronizedList(new ArrayList<>());
  final List<String> findings = Collections.synchronizedList(new ArrayList<>());
  final List<Long> dropped = Collections.synchronizedList(new ArrayList<>());
  final List<FrontierCounts> counted = Collections.synchronizedList(new ArrayList<>());
  final List<String> referrals = Collections.synchronizedList(new ArrayList<>());
  final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  final List<byte[]> states = Collections.synchronizedList(new ArrayList<>());
  final List<String> details = Collections.synchronizedList(new ArrayList<>());
  private final Function<PageUrl, PageReply> site;
  private PageReply last = new PageReply.Missing(0, "no page yet");
  private volatile boolean isKept = true;

  RecordingServices(Function<PageUrl, PageReply> site) {
    this.site = site;
  }

  /// A desk of a site on which no page exists.
  public static RecordingServices ofNothing() {
    return new RecordingServices(_ -> new PageReply.Missing(404, "not found"));
  }

  /// The same, but each answer takes a moment: a visit that asks without end takes hardly any
  /// processor time.
  static RecordingServices ofNothingSlowly() {
    var never = new CountDownLatch(1);
    return new RecordingServices(
        _ -> {
          try {
            var _ = never.await(20, TimeUnit.MILLISECONDS);
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
          return new PageReply.Missing(404, "not found");
        });
  }

  /// A desk that serves the same HTML at every URL.
  static RecordingServices ofHtml(String html) {
    return new RecordingServices(url -> html(url, html));
  }

  static PageReply html(PageUrl url, String html) {
    return ReadPage.of(url, Map.of("Content-Type", List.of("text/html; charset=utf-8")), html);
  }

  @Override
  public PageReply page(PageRequest request) {
    requests.add(request);
    pages.add(request.url().toString());
    last = site.apply(request.url());
    return last;
  }

  @Override
  public Optional<byte[]> detail(PageDetail detail) {
    details.add(pages.getLast() + " " + detail);
    return last instanceof PageReply.Content page && isKept
        ? Optional.of(ReadPage.detail(page, detail))
        : Optional.empty();
  }

  /// From now on, each page changes as soon as its answer is sent.
  void forgetPages() {
    isKept = false;
  }

  /// Every page may be searched, and has one licence.
  @Override
  public PageUsage usage(PageUrl url) {
    return new PageUsage(Map.of("search", true), Map.of(), List.of(url.origin() + "/licence"));
  }

  @Override
  public void noindex() {
    noindex.add(pages.getLast());
  }

  @Override
  public void shortened(Set<PagePart> views) {
    shortened.add(pages.getLast() + " " + views);
  }

  @Override
  public void finding(byte[] json) {
    findings.add(new String(json, StandardCharsets.UTF_8));
  }

  @Override
  public void refer(PageUrl url) {
    referrals.add(url.toString());
  }

  @Override
  public void dropped(long count) {
    dropped.add(count);
  }

  @Override
  public void counted(FrontierCounts counts) {
    counted.add(counts);
  }

  @Override
  public void log(String line) {
    lines.add(line);
  }

  @Override
  public void checkpoint(byte[] state, VisitSpending spent) {
    states.add(state);
  }
}
