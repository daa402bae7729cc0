package dev.sojourn.sandbox.session;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.base.json.JsonSyntax;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.PipeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Counts a worker's messages about one visit. It throws if an honest worker would have stopped.
/// Only the visit's thread may use it.
///
/// Inside an honest worker, [dev.sojourn.sandbox.worker.meter.VisitMeter] and a watchdog stop the
/// visit. A worker under an attacker's control evades both, so this class checks its messages, and
/// the pool checks its processor time.
final class LimitCheck {
  /// The largest count in a message. No visit has as many links, and sums of such counts do not
  /// overflow.
  private static final long MAX_COUNT = 1L << 40;

  private final VisitLimits limits;
  private final int readAhead;
  private long pages;
  private long pageBytes;
  private long findings;
  private long outputBytes;
  private long unkeptBytes;
  private long referrals;
  private long logLines;
  private long checkpoints;
  private long drops;
  private long announcements;
  private long messages;
  private long reports;
  private long usages;
  private long shortenings;
  private final Set<PageDetail> unasked = EnumSet.noneOf(PageDetail.class);
  private boolean mayBeNoindex;
  private boolean hasAskedForChanges;

  /// @param limits the limits of the visit
  /// @param readAhead the number of upcoming pages that the worker may name with each request
  LimitCheck(VisitLimits limits, int readAhead) {
    this.limits = limits;
    this.readAhead = readAhead;
  }

  /// Counts a page and the size of its record.
  PageRequest page(FromWorker.PageWanted wanted) throws PipeException {
    pages = count("pages", pages, 1, limits.pages());
    output(VisitLimits.pageRecordBytes(wanted.url(), wanted.foundOn()));
    if (wanted.depth() < -1 || wanted.depth() > FromWorker.PageWanted.MAX_DEPTH) {
      throw new PipeException("a page at depth " + wanted.depth());
    }
    var foundOn = wanted.foundOn();
    mayBeNoindex = true;
    unasked.clear();
    return new PageRequest(
        url(wanted.url()),
        foundOn.isEmpty() ? Optional.empty() : Optional.of(url(foundOn)),
        wanted.depth() < 0 ? OptionalInt.empty() : OptionalInt.of(wanted.depth()),
        next(wanted),
        wanted.known());
  }

  private PageRequest.NextPages next(FromWorker.PageWanted wanted) throws PipeException {
    var texts = wanted.next();
    if (texts.size() > readAhead) {
      throw new PipeException(texts.size() + " pages ahead (allowed: " + readAhead + ")");
    }
    if (readAhead == 0) {
      return PageRequest.NextPages.NONE;
    }
    var urls = new ArrayList<PageUrl>(texts.size());
    for (var text : texts) {
      urls.add(url(text));
    }
    return new PageRequest.NextPages(
        urls, held(urls, wanted.held()), limits.pages() - pages, limits.pageBytes() - pageBytes);
  }

  private static Map<PageUrl, PageValidators> held(
      List<PageUrl> urls, List<PageValidators> validators) {
    var held = new HashMap<PageUrl, PageValidators>();
    for (int i = 0; i < validators.size(); i++) {
      if (!validators.get(i).equals(PageValidators.NONE)) {
        held.put(urls.get(i), validators.get(i));
      }
    }
    return held;
  }

  /// Checks the agent's wish for the time after the visit.
  static void requireUrls(Next next) throws PipeException {
    if (next instanceof Next.Onward(var urls)) {
      for (var url : urls) {
        var _ = url(url);
      }
    }
  }

  /// Checks a request for changes, which a visit may send once.
  void changes() throws PipeException {
    if (hasAskedForChanges) {
      throw new PipeException("a visit that asks twice for changes");
    }
    hasAskedForChanges = true;
  }

  /// Checks a request for uses, which a visit may send once for each page.
  PageUrl usage(String url) throws PipeException {
    usages = count("usages", usages, 1, pages);
    return url(url);
  }

  /// Checks a request for a part of the last page, which a visit may send once for each part.
  PageDetail detail(PageDetail detail) throws PipeException {
    if (!unasked.remove(detail)) {
      throw new PipeException("no page whose " + detail + " could be asked for");
    }
    return detail;
  }

  /// Checks a report that a page asks not to be indexed, allowed once for each page.
  void noindex() throws PipeException {
    if (!mayBeNoindex) {
      throw new PipeException("no page that could ask not to be indexed");
    }
    mayBeNoindex = false;
  }

  /// Counts a report of shortened views, at most one for each view of each page.
  Set<PagePart> shortened(Set<PagePart> views) throws PipeException {
    shortenings = count("shortenings", shortenings, 1, pages * PagePart.values().length);
    return views;
  }

  /// Counts the body of a page. Returns false if the visit may not read so much.
  boolean body(int bytes) {
    if (bytes > limits.pageBytes() - pageBytes) {
      return false;
    }
    pageBytes += bytes;
    return true;
  }

  /// Records that the visit gets a page, whose parts may now be asked for.
  void sent() {
    unasked.addAll(EnumSet.allOf(PageDetail.class));
  }

  void finding(byte[] json) throws PipeException {
    if (json.length > limits.findingBytes()) {
      throw new PipeException(
          "a finding of " + json.length + " bytes (allowed: " + limits.findingBytes() + ")");
    }
    findings = count("findings", findings, 1, limits.findings());
    output(json.length);
    if (!JsonSyntax.isObject(json)) {
      throw new PipeException("a finding that is no JSON object on one line");
    }
  }

  PageUrl referral(String url) throws PipeException {
    referrals = count("referrals", referrals, 1, limits.referrals());
    output(url.length());
    return url(url);
  }

  /// Counts a message about dropped referrals: at most one with each checkpoint, and one with the
  /// end.
  long dropped(long count) throws PipeException {
    drops = count("drops", drops, 1, limits.checkpoints() + 1);
    if (count <= 0) {
      throw new PipeException("a drop of " + count + " referrals");
    }
    return Math.min(count, MAX_COUNT);
  }

  /// Checks the counters of a frontier: at most one message with each checkpoint, and one with the
  /// end.
  FrontierCounts links(FrontierCounts counts) throws PipeException {
    announcements = count("tellings", announcements, 1, limits.checkpoints() + 1);
    for (long each : counts.all()) {
      if (each < 0 || each > MAX_COUNT) {
        throw new PipeException("a frontier that counted " + each + " links");
      }
    }
    return counts;
  }

  void logLine(String line) throws PipeException {
    logLines = count("logLines", logLines, 1, limits.logLines());
    output(line.getBytes(StandardCharsets.UTF_8).length);
  }

  void reply(String text) throws PipeException {
    messages = count("messages", messages, 1, limits.messages());
    output(text.getBytes(StandardCharsets.UTF_8).length);
  }

  void checkpoint(byte[] state) throws PipeException {
    checkpoints = count("checkpoints", checkpoints, 1, limits.checkpoints());
    state(state);
    unkeptBytes = 0;
  }

  /// Counts a message without a limit of its own.
  void report() throws PipeException {
    reports = count("reports", reports, 1, limits.reports());
  }

  VisitSpending.Said said() {
    return new VisitSpending.Said(outputBytes, referrals, logLines, messages);
  }

  void state(byte[] state) throws PipeException {
    if (state.length > limits.stateBytes()) {
      throw new PipeException(
          "a state of " + state.length + " bytes (allowed: " + limits.stateBytes() + ")");
    }
  }

  private void output(int bytes) throws PipeException {
    outputBytes = count("outputBytes", outputBytes, bytes, limits.outputBytes());
    unkeptBytes = count("unkeptBytes", unkeptBytes, bytes, VisitLimits.MAX_UNKEPT_BYTES);
  }

  private static long count(String limit, long had, long more, long most) throws PipeException {
    if (more > most - had) {
      throw new PipeException(limit + ": more than " + most);
    }
    return had + more;
  }

  static PageUrl url(String text) throws PipeException {
    var url = PageUrl.parse(text);
    if (url.isEmpty() || !url.get().toString().equals(text)) {
      throw new PipeException("a URL that is not normalised");
    }
    return url.get();
  }
}
