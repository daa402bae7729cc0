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

/// The events of a host, as they go into its audit log. Safe for use by many threads.
///
/// Texts of others are cut and made plain. Events that others can cause at will are counted, not
/// written one by one.
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
  /// @param log that it closes
  /// @param clock the time
  public AuditTrail(AuditLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  /// Records an agent that was taken in.
  ///
  /// @param visit its visit
  /// @param passport that was verified
  /// @param bytes of the agent as it came
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

  /// Records a refused request of an unknown sender; if there are very many, only their number.
  ///
  /// @param method of the request
  /// @param problem its answer
  /// @param from the address of its sender
  public void refused(String method, Problem problem, String from) {
    refuse(problem, line -> refused(line, method, problem, from));
  }

  /// Records a refused request whose signature was verified; if there are very many, only their
  /// number.
  ///
  /// @param visit that it is about, with its signer
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

  /// Counts a page that an agent asks for. See [#writePages()].
  ///
  /// @param visit its visit
  public synchronized void asked(AuditVisit visit) {
    unwritten(visit).ask();
  }

  /// Records a page that is about to go to an agent's worker. See [#writePages()].
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

  private UnwrittenPages unwritten(AuditVisit visit) {
    return unwritten.computeIfAbsent(visit, _ -> new UnwrittenPages());
  }

  private void write(AuditVisit visit, UnwrittenPages pages) {
    unwritten.remove(visit);
    log.add(pages.entry(visit, log.config().urls()));
  }

  /// Writes a line about the pages of a visit that no line names yet. Lines about what became of
  /// these pages come behind it.
  ///
  /// @param visit which
  public synchronized void writePages(AuditVisit visit) {
    var pages = unwritten.get(visit);
    if (pages != null) {
      write(visit, pages);
    }
  }

  /// Does the same for all visits. To be called every second: a line names many pages, and none
  /// must wait long for it.
  public synchronized void writePages() {
    for (var visit : List.copyOf(unwritten.keySet())) {
      writePages(visit);
    }
  }

  /// Records the end of a visit.
  ///
  /// @param visit which
  /// @param status a final one
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

  /// Records bytes that are about to leave. When this returns, the line is on disk. The same bytes
  /// for the same visit once more are only counted.
  ///
  /// @param visit that caused them
  /// @param code the digest of its agent's code; empty if the visit has just gone
  /// @param method of the request that they answer
  /// @param body the bytes
  /// @param parcels the numbers of the first and the last parcel in them; empty if there is none
  /// @throws IOException if it is not on disk: the bytes must not leave then
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

  /// Counts an answer that carries nothing of pages.
  ///
  /// @param method of the request
  /// @param bytes of its body
  public synchronized void answered(String method, long bytes) {
    var _ = answers.mayHaveLine(method, bytes, clock.instant());
  }

  /// Records that an owner gave an agent up.
  ///
  /// @param visit of the agent
  public void disposed(AuditVisit visit) {
    log.add(new AuditEntry(AuditEvent.DISPOSED, visit::putInto));
  }

  /// Records what an operator decides about the findings of a visit. When this returns, the line is
  /// on disk.
  ///
  /// @param visit which
  /// @param isReleased whether they may leave; else they are dropped
  /// @param digest of what the operator decides about
  /// @throws IOException if it is not on disk: the decision must not count then
  public void decided(AuditVisit visit, boolean isReleased, String digest) throws IOException {
    log.addNow(
        new AuditEntry(
            isReleased ? AuditEvent.RELEASED : AuditEvent.DROPPED,
            line -> {
              visit.putInto(line);
              line.put("digest", digest);
            }));
  }

  /// Writes the counts of the minutes that are over.
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
