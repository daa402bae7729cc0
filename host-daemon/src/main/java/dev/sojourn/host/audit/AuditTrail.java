package dev.sojourn.host.audit;

import dev.sojourn.atp.Problem;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Records the events of a host in its audit log. Thread-safe.
///
/// Texts from outside are shortened, and their control characters become spaces. Events that others
/// can cause at any rate are counted instead of written individually.
public final class AuditTrail implements AutoCloseable {
  private static final int MAX_TEXT_CHARS = 300;
  private static final int REFUSALS_A_MINUTE = 10;
  private static final int MAX_REPEATS = 1_000;

  private final AuditLog log;
  private final InstantSource clock;
  private final AuditSums refusals = new AuditSums(AuditEvent.REFUSALS, REFUSALS_A_MINUTE);
  private final AuditSums answers = new AuditSums(AuditEvent.ANSWERS, 0);
  private final Map<AuditVisit, Digest> lastOnes = new HashMap<>();
  private final Map<AuditVisit, UnwrittenPages> unwritten = new LinkedHashMap<>();

  /// Creates the trail.
  ///
  /// @param log the log, closed together with the trail
  /// @param clock the time
  public AuditTrail(AuditLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  /// Records an admitted agent.
  ///
  /// @param visit its visit
  /// @param passport its verified passport
  /// @param bytes size of the agent as it arrived
  /// @param from the address of its sender
  public void arrived(AuditVisit visit, Passport passport, long bytes, String from) {
    var scope = passport.scope();
    log.add(
        new AuditEntry(
            AuditEvent.ARRIVED,
            line -> {
              visit.putInto(line);
              line.put("code", passport.codeDigest().hex())
                  .put("class", plain(passport.entryClass()))
                  .put("token", plain(passport.productToken()))
                  .put("site", plain(scope.origin()))
                  .put("scope", plain(scope.includes().toString()))
                  .put("without", plain(scope.excludes().toString()))
                  .put("passport", plain(passport.dispatchId()))
                  .put("bytes", bytes)
                  .put("from", plain(from));
            }));
  }

  /// Records a refused request of an unknown sender; after ten in a minute, only counts it.
  ///
  /// @param method of the request
  /// @param problem its answer
  /// @param from the address of its sender
  public void refused(String method, Problem problem, String from) {
    refuse(problem, line -> refused(line, method, problem, from));
  }

  /// Records a refused request with a verified signature; after ten refusals in a minute, only
  /// counts it.
  ///
  /// @param visit the visit that the request is about, with its signer
  /// @param method of the request
  /// @param problem its answer
  /// @param from the address of its sender
  public void refused(AuditVisit visit, String method, Problem problem, String from) {
    refuse(
        problem,
        line -> {
          visit.putInto(line);
          refused(line, method, problem, from);
        });
  }

  private void refuse(Problem problem, Consumer<JsonWriter> members) {
    synchronized (this) {
      if (!refusals.mayHaveLine(problem.code(), 0, clock.instant())) {
        return;
      }
    }
    log.add(new AuditEntry(AuditEvent.REFUSED, members));
  }

  private static void refused(JsonWriter line, String method, Problem problem, String from) {
    line.put("method", method)
        .put("code", plain(problem.code()))
        .put("reason", plain(problem.detail()))
        .put("from", plain(from));
  }

  /// Counts a page request of an agent. See [#writePages()].
  ///
  /// @param visit its visit
  public synchronized void asked(AuditVisit visit) {
    unwritten(visit).ask();
  }

  /// Records a page before it is sent to an agent's worker. See [#writePages()].
  ///
  /// @param visit its visit
  /// @param url of the page
  /// @param bytes of its body
  public synchronized void handsOver(AuditVisit visit, String url, long bytes) {
    var pages = unwritten(visit);
    pages.handOver(url, bytes);
    if (pages.isFull(log.config().urls())) {
      write(visit, pages);
    }
  }

  /// Records that no reader could read the elements of a page. See [#writePages()].
  ///
  /// @param visit of the agent
  /// @param url of the page
  /// @param reason one clause
  public synchronized void unparsed(AuditVisit visit, String url, String reason) {
    unwritten(visit).unparsed(url, reason);
  }

  private UnwrittenPages unwritten(AuditVisit visit) {
    return unwritten.computeIfAbsent(visit, _ -> new UnwrittenPages());
  }

  private void write(AuditVisit visit, UnwrittenPages pages) {
    unwritten.remove(visit);
    log.add(pages.entry(visit, log.config().urls()));
  }

  /// Writes a line for the unwritten pages of a visit. Later lines about these pages come after it.
  ///
  /// @param visit the visit
  public synchronized void writePages(AuditVisit visit) {
    var pages = unwritten.get(visit);
    if (pages != null) {
      write(visit, pages);
    }
  }

  /// Writes the unwritten pages of all visits. Call this every second: a line names many pages, and
  /// no page must wait long for its line.
  public synchronized void writePages() {
    for (var visit : List.copyOf(unwritten.keySet())) {
      writePages(visit);
    }
  }

  /// Records the end of a visit.
  ///
  /// @param visit the visit
  /// @param status its final status
  public void ended(AuditVisit visit, VisitStatus status) {
    writePages(visit);
    log.add(
        new AuditEntry(
            AuditEvent.ENDED,
            line -> {
              visit.putInto(line);
              line.put("state", status.state().word())
                  .put("reason", plain(status.reason()))
                  .put("next", status.next().size())
                  .put("pages", status.pages())
                  .put("bytes", status.pageBytes())
                  .put("findings", status.findings())
                  .put("parcels", status.lastParcel());
            }));
  }

  /// Records bytes before they leave. The line is on disk when this returns. The same bytes again
  /// for the same visit are only counted.
  ///
  /// @param visit the visit that caused them
  /// @param code digest of its agent's code; empty if the visit has just been deleted
  /// @param method of the answered request
  /// @param body the bytes
  /// @param parcels numbers of the first and the last parcel in the bytes; empty without parcels
  /// @throws IOException if the line is not on disk; the bytes must not leave then
  public void left(
      AuditVisit visit, Optional<String> code, String method, Bytes body, Optional<String> parcels)
      throws IOException {
    var digest = Digest.of(body);
    if (isRepeated(visit, digest)) {
      answered(method, body.size());
      return;
    }
    log.addNow(
        new AuditEntry(
            AuditEvent.LEFT,
            line -> {
              visit.putInto(line);
              line.putIfPresent("code", code)
                  .put("method", method)
                  .putIfPresent("parcels", parcels)
                  .put("bytes", body.size())
                  .put("digest", digest.hex());
            }));
    remember(visit, digest);
  }

  private synchronized boolean isRepeated(AuditVisit visit, Digest digest) {
    return digest.equals(lastOnes.get(visit));
  }

  private synchronized void remember(AuditVisit visit, Digest digest) {
    if (lastOnes.size() >= MAX_REPEATS) {
      lastOnes.clear();
    }
    lastOnes.put(visit, digest);
  }

  /// Counts an answer without data from pages.
  ///
  /// @param method of the request
  /// @param bytes size of its body
  public synchronized void answered(String method, long bytes) {
    var _ = answers.mayHaveLine(method, bytes, clock.instant());
  }

  /// Records that an owner disposed of an agent.
  ///
  /// @param visit the agent's visit
  public void disposed(AuditVisit visit) {
    log.add(new AuditEntry(AuditEvent.DISPOSED, visit::putInto));
  }

  /// Records an operator's decision about the findings of a visit. The line is on disk when this
  /// returns.
  ///
  /// @param visit the visit
  /// @param isReleased whether the findings may leave; otherwise they are dropped
  /// @param digest of the findings
  /// @throws IOException if the line is not on disk; the decision must not apply then
  public void decided(AuditVisit visit, boolean isReleased, String digest) throws IOException {
    log.addNow(
        new AuditEntry(
            isReleased ? AuditEvent.RELEASED : AuditEvent.DROPPED,
            line -> {
              visit.putInto(line);
              line.put("digest", digest);
            }));
  }

  /// Writes the counts of past minutes.
  public void sum() {
    sum(false);
  }

  private synchronized void sum(boolean isLast) {
    refusals.ended(clock.instant(), isLast).ifPresent(log::add);
    answers.ended(clock.instant(), isLast).ifPresent(log::add);
  }

  private static String plain(String text) {
    return ForeignText.of(text).line(MAX_TEXT_CHARS);
  }

  /// Writes all pages and counts, and closes the log.
  @Override
  public void close() throws IOException {
    writePages();
    sum(true);
    log.close();
  }
}
