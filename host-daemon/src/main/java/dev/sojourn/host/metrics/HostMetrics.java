package dev.sojourn.host.metrics;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.server.ConnectionLimit;
import dev.sojourn.atp.server.ServerCounts;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.host.page.PageStoreCounts;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.sandbox.WorkerCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The metrics of a daemon, as listed in `docs/operate.md`.
///
/// @param store the store of visits
/// @param data directory of the store
/// @param wire counts of connections and malformed requests
/// @param certificateEnd expiry of the current certificate; empty without TLS
/// @param sites 1 for each unavailable site, otherwise 0
/// @param isReloadRefused whether the last reload was refused
/// @param workers the current workers
/// @param pages the figures of the page store
/// @param intake requests and refusals since the start
/// @param visits the work of visits since the start
public record HostMetrics(
    Store store,
    Path data,
    Supplier<ServerCounts> wire,
    Supplier<Optional<Instant>> certificateEnd,
    Supplier<Map<String, Long>> sites,
    BooleanSupplier isReloadRefused,
    Supplier<WorkerCounts> workers,
    Supplier<PageStoreCounts> pages,
    IntakeCounts intake,
    VisitCounts visits) {
  private static final double NANOS = 1e9;

  /// {@return the current metrics, in the format of Prometheus}
  ///
  /// @throws StoreException if the disk fails
  String text() throws StoreException {
    var text = new MetricsText();
    text.gauges(
        "sojourn_build_info",
        "Always 1; the label names the version.",
        "version",
        Map.of(ProgramVersion.ofBuild(), 1L));
    text.gauges("sojourn_visits", "Visits on disk by state.", "state", visitsByState());
    text.gauges("sojourn_site_unreadable", "1 if a site is away, else 0.", "site", sites.get());
    text.gauge(
        "sojourn_config_last_reload_successful",
        "0 if the last reload of the configuration was refused, else 1.",
        isReloadRefused.getAsBoolean() ? 0 : 1);
    connections(text);
    intake(text);
    work(text);
    machine(text);
    pageStore(text);
    ProcessMetrics.write(text);
    return text.toString();
  }

  private Map<String, Long> visitsByState() throws StoreException {
    var byState = new TreeMap<String, Long>();
    for (var state : VisitState.values()) {
      byState.put(state.word(), 0L);
    }
    byState.putAll(store.visitsByState());
    return byState;
  }

  private void connections(MetricsText text) {
    var counts = wire.get();
    var now = counts.connections();
    text.gauges(
        "sojourn_connections",
        "Open connections; authenticated if the peer has proven a signature.",
        "state",
        Map.of(
            "authenticated",
            (long) now.authenticated(),
            "unauthenticated",
            (long) now.open() - now.authenticated()));
    text.gauge("sojourn_connections_limit", "The most that may be open.", now.limit());
    text.counter("sojourn_connections_accepted_total", "Connections served.", now.accepted());
    text.counters(
        "sojourn_connections_refused_total",
        "Connections refused, by the limit that was reached.",
        "limit",
        byName(now.refused()));
    text.counters(
        "sojourn_connections_displaced_total",
        "Unauthenticated connections closed for newer ones, by the limit that was reached.",
        "limit",
        byName(now.displaced()));
    text.counter(
        "sojourn_connections_denied_total",
        "Connections closed for the address of their peer.",
        counts.denied());
    text.counters(
        "sojourn_malformed_requests_total",
        "What came in place of a request, by reason (docs/atp.md).",
        "reason",
        counts.malformed());
    text.gauge(
        "sojourn_certificate_expiry_timestamp_seconds",
        "When the certificate in use expires, in seconds since 1970.",
        certificateEnd.get().stream().mapToLong(Instant::getEpochSecond));
  }

  private static Map<String, Long> byName(Map<ConnectionLimit, Long> counts) {
    var byName = new TreeMap<String, Long>();
    for (var limit : ConnectionLimit.values()) {
      byName.put(limit.name().toLowerCase(Locale.ROOT), counts.getOrDefault(limit, 0L));
    }
    return byName;
  }

  private void intake(MetricsText text) {
    text.counters(
        "sojourn_requests_total", "Requests by method.", "method", intake.requests().now());
    text.counter(
        "sojourn_arrivals_total", "Agents that came, also those refused.", intake.arrivals());
    text.counters(
        "sojourn_refusals_total",
        "Agents that were refused, by reason (docs/atp.md).",
        "reason",
        intake.refusals().now());
  }

  private void work(MetricsText text) {
    text.counters("sojourn_visits_ended_total", "Visits that are over.", "state", visits.ended());
    text.counters("sojourn_pages_total", "Pages that visits read.", "signer", visits.pages());
    text.counters("sojourn_page_bytes_total", "Bytes of these.", "signer", visits.pageBytes());
    text.counters("sojourn_findings_total", "Findings reported.", "signer", visits.findings());
    text.counters(
        "sojourn_visit_cpu_seconds_total",
        "Processor time of visits.",
        "signer",
        visits.cpuNanos(),
        NANOS);
  }

  private void machine(MetricsText text) {
    var now = workers.get();
    text.gauges(
        "sojourn_workers",
        "Worker processes: with a signer, spare, being started.",
        "state",
        Map.of(
            "leased", (long) now.leased(),
            "spare", (long) now.spare(),
            "starting", (long) now.starting()));
    text.gauge(
        "sojourn_worker_start_failing",
        "1 if the last worker could not be started.",
        now.isFailing() ? 1 : 0);
    text.gauge("sojourn_store_bytes", "Files of the store.", storeBytes());
    text.gauge(
        "sojourn_store_waiting_writes", "Writes that wait for the disk.", store.waitingWrites());
  }

  private void pageStore(MetricsText text) {
    var now = pages.get();
    text.gauge("sojourn_page_store_bytes", "Files of the page store.", now.bytes());
    text.counter("sojourn_page_store_hits_total", "Views that were found.", now.hits());
    text.counter("sojourn_page_store_misses_total", "Views that were not found.", now.misses());
    text.counter(
        "sojourn_page_store_evicted_total", "Views that made room for others.", now.evicted());
    text.counter("sojourn_page_store_damaged_total", "Views and files made again.", now.damaged());
  }

  private long storeBytes() {
    long bytes = 0;
    for (var name : new String[] {"host.db", "host.db-wal"}) {
      try {
        bytes += Files.size(data.resolve(name));
      } catch (IOException _) {
        // SQLite creates the second file only if needed.
      }
    }
    return bytes;
  }
}
