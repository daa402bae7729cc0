package dev.sojourn.host.daemon;

import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.Gateway;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.atp.tls.CertificateDates;
import dev.sojourn.host.change.ChangeLog;
import dev.sojourn.host.change.RecordedChanges;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.host.control.ConfigReload;
import dev.sojourn.host.control.LogTail;
import dev.sojourn.host.lifecycle.Statements;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.metrics.HostMetrics;
import dev.sojourn.host.metrics.MetricsServer;
import dev.sojourn.host.release.Releases;
import dev.sojourn.host.request.AgentReturn;
import dev.sojourn.host.request.AgentService;
import dev.sojourn.host.request.CollectHandler;
import dev.sojourn.host.request.Departures;
import dev.sojourn.host.request.DispatchHandler;
import dev.sojourn.host.request.DisposeHandler;
import dev.sojourn.host.request.FetchHandler;
import dev.sojourn.host.request.MessageHandler;
import dev.sojourn.host.request.RefusedPeers;
import dev.sojourn.host.request.RefusedSigners;
import dev.sojourn.host.request.ReleaseCheck;
import dev.sojourn.host.request.RetractHandler;
import dev.sojourn.host.request.StatusHandler;
import dev.sojourn.host.rules.HostNames;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.visit.VisitRunner;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A running daemon. May be closed from any thread.
///
/// ```
///  ATP ──> AgentService ──> DispatchHandler ──> Store, and when the agent is on disk:
///                    │            └──> Visits ──> VisitShell ──> VisitRunner ──> Sandbox
///                    └──> a handler for each other method       └── VisitGate, DocumentRoot
/// ```
public final class HostDaemon implements AutoCloseable {
  private static final int MAX_VISITS_PER_WORKER = 16;

  private final DaemonFoundation foundation;
  private final Visits visits;
  private final RecordedChanges changes;
  private final AtpClient forwarder;
  private final List<AtpAddress> addresses;
  private final RuleChanges reloading;
  private final Readiness readiness;
  private final Optional<MetricsServer> metrics;
  private final DaemonControl control;
  private final AwaySites away;
  private final List<Thread> besides;

  private HostDaemon(
      DaemonFoundation foundation,
      Visits visits,
      RecordedChanges changes,
      AtpClient forwarder,
      List<AtpAddress> addresses,
      RuleChanges reloading,
      Readiness readiness,
      Optional<MetricsServer> metrics,
      DaemonControl control,
      AwaySites away,
      List<Thread> besides) {
    this.foundation = foundation;
    this.visits = visits;
    this.changes = changes;
    this.forwarder = forwarder;
    this.addresses = List.copyOf(addresses);
    this.reloading = reloading;
    this.readiness = readiness;
    this.metrics = metrics;
    this.control = control;
    this.away = away;
    this.besides = List.copyOf(besides);
  }

  /// Opens the store and the sites, resumes unfinished visits and listens.
  ///
  /// @param config the configuration of the daemon
  /// @param clock the time
  /// @param handedOver a listening socket from another process, used instead of `listen`
  /// @return the daemon, which now accepts agents
  /// @throws IOException if the store, a site or the address cannot be opened; the daemon does not
  ///   run then
  public static HostDaemon start(
      HostConfig config, InstantSource clock, Optional<ServerSocketChannel> handedOver)
      throws IOException {
    var opened = new CloseStack();
    try {
      return start(DaemonFoundation.open(config, clock, handedOver, opened), opened);
    } catch (IOException | RuntimeException e) {
      opened.closeAll(e);
      throw e;
    }
  }

  private static HostDaemon start(DaemonFoundation base, CloseStack opened) throws IOException {
    var config = base.config();
    var known = HostNames.of(config, base.server().addresses());
    base.rules().replace(base.rules().now().knownAs(known.all()));
    var statements = new Statements(base.store(), base.rules(), base.key());
    var changes = opened.add(changes(base));
    var visits = opened.add(visits(base, statements, changes));
    var strangers = RefusedSigners.open(config.data(), base.clock());
    var releases = Releases.open(config.data(), config.policy().isWithholding());
    var peers = new RefusedPeers(base.server()::takeMalformedBySender);
    var check = new ReleaseCheck(base.store(), releases);
    var service = service(base, check, statements, visits, strangers, peers);
    changes.start(visits.parked());
    visits.resume();
    var forwarder = opened.add(AtpClient.open(DaemonSettings.forwarding(config)));
    var away = new AwaySites(base.rules()::sites);
    away.look();
    var reloading = reloading(base, visits, changes);
    var connections = new ConnectionWatch(() -> base.server().counts().connections());
    var readiness = new Readiness(base, connections, away, reloading, visits::isDrained);
    var metrics = metrics(base, service, visits, away, reloading, readiness, opened);
    base.server().open(gateway(config, known, service, forwarder));
    return new HostDaemon(
        base,
        visits,
        changes,
        forwarder,
        known.listening(),
        reloading,
        readiness,
        metrics,
        control(base, visits, reloading, releases, strangers),
        away,
        BackgroundThreads.start(base, reloading, visits, strangers, peers, connections, away));
  }

  private static RuleChanges reloading(
      DaemonFoundation base, Visits visits, RecordedChanges changes) {
    return new RuleChanges(
        base.rules(),
        base.directories(),
        visits,
        () -> {
          base.pages().serve(base.rules().sites().marks());
          changes.look();
        },
        base.clock(),
        base.store()::releaseReserve);
  }

  private static RecordedChanges changes(DaemonFoundation base) throws IOException {
    return new RecordedChanges(
        ChangeLog.open(base.config().data()),
        base.rules(),
        new StayStore(base.store()),
        base.clock());
  }

  private static Visits visits(
      DaemonFoundation base, Statements statements, RecordedChanges changes) {
    var signers =
        new PackageVerifier(
            DaemonSettings.verifier(base.config(), base.rules(), Set.of()), base.clock());
    return new Visits(
        base.store(),
        base.trail(),
        base.rules(),
        signers,
        statements,
        new VisitRunner(base.sandbox(), base.clock()),
        base.pages(),
        changes,
        base.clock());
  }

  private static DaemonControl control(
      DaemonFoundation base,
      Visits visits,
      RuleChanges reloading,
      Releases releases,
      RefusedSigners strangers) {
    return new DaemonControl(
        base.config(),
        visits,
        base.store(),
        base.rules(),
        reloading,
        releases,
        base.trail(),
        strangers,
        base.pages(),
        base.clock());
  }

  private static Optional<MetricsServer> metrics(
      DaemonFoundation base,
      AgentService service,
      Visits visits,
      AwaySites away,
      RuleChanges reloading,
      Readiness readiness,
      CloseStack opened)
      throws IOException {
    var figures =
        new HostMetrics(
            base.store(),
            base.config().data(),
            base.server()::counts,
            () -> base.server().certificate().map(CertificateDates::until),
            away::isAway,
            reloading::isRefused,
            base.sandbox()::workers,
            base.pages()::counts,
            service.counts(),
            visits.counts());
    var listen = base.config().metrics().listen();
    return listen.isPresent()
        ? Optional.of(
            opened.add(MetricsServer.start(listen.get(), names(base), figures, readiness::health)))
        : Optional.empty();
  }

  private static Set<String> names(DaemonFoundation base) {
    return base.config().policy().names().stream()
        .map(AtpAddress::host)
        .collect(Collectors.toSet());
  }

  private static AgentService service(
      DaemonFoundation base,
      ReleaseCheck releases,
      Statements statements,
      Visits visits,
      RefusedSigners strangers,
      RefusedPeers peers) {
    var store = base.store();
    var departures = new Departures(base.trail(), store, releases, base.clock());
    var requests = requests(base);
    var agents = new AgentReturn(store, statements);
    var dispatch =
        new DispatchHandler(
            new PackageReader(base.config().wire().packages()),
            packages(base),
            base.rules(),
            store,
            visits,
            strangers,
            base.clock());
    var mail = base.config().wire().mail();
    var handlers =
        new AgentService.Handlers(
            dispatch,
            new FetchHandler(store),
            new StatusHandler(store, statements),
            new CollectHandler(store, visits, statements, releases, base.clock()),
            new RetractHandler(visits, agents),
            new MessageHandler(store, visits, releases, mail.maxChars(), mail.time()),
            new DisposeHandler(store, visits));
    return new AgentService(handlers, requests, departures, peers);
  }

  private static RequestVerifier requests(DaemonFoundation base) {
    return new RequestVerifier(
        StoredOwnerKeys.of(base.rules().owners(), base.store()),
        base.rules().now().names(),
        new StoredNonces(base.store(), base.clock()),
        base.clock(),
        DaemonSettings.signatureTimes(base.config()));
  }

  private static PackageVerifier packages(DaemonFoundation base) {
    var names = base.rules().now().names();
    return new PackageVerifier(
        DaemonSettings.verifier(base.config(), base.rules(), names), base.clock());
  }

  private static Gateway gateway(
      HostConfig config, HostNames known, AtpHandler service, AtpClient forwarder) {
    var proxy = config.wire().proxy();
    var targets = Set.copyOf(proxy.targets());
    return targets.isEmpty()
        ? Gateway.closed(known.all(), service)
        : Gateway.forwarding(
            known.all(),
            service,
            new Gateway.Forwarding(
                targets,
                proxy.atOnce(),
                proxy.maxGateways(),
                forwarder,
                DaemonSettings.nameAsGateway(config, known.listening().getFirst())));
  }

  /// {@return the settings with which a daemon starts its workers}
  ///
  /// @param config the configuration of the daemon
  public static SandboxSettings sandboxSettings(HostConfig config) {
    return sandboxSettings(config.limits())
        .withConfinement(config.policy().confinement())
        .withStartCache(config.data().resolve("start-cache"))
        .withWaitingMessages(config.wire().mail().waiting());
  }

  /// {@return the default settings with which a daemon starts its workers}
  ///
  /// @param limits the limits of the daemon
  public static SandboxSettings sandboxSettings(LimitsConfig limits) {
    var all =
        SandboxSettings.defaults()
            .withBounds(
                limits.workers(),
                Math.min(MAX_VISITS_PER_WORKER, limits.visitsAtOnce()),
                limits.heapMiB());
    return all.withPool(
        all.pool()
            .withSpares(limits.spareWorkers())
            .withIdle(limits.workerIdle())
            .withMemory(limits.workerMemoryMiB())
            .withReaders(limits.pageLimits().readers()));
  }

  /// Applies the trust, the sites and the limits of visits of a configuration. Visits of signers
  /// who are no longer trusted end within two seconds; other visits continue.
  ///
  /// @param config a valid configuration
  /// @return the names of changed keys that take effect only after the next start
  public List<String> reload(HostConfig config) {
    var later = reloading.reload(config);
    away.look();
    return later;
  }

  /// Records that a configuration was refused, for the reports about the daemon.
  ///
  /// @param why the reason, one clause
  public void refuseReload(String why) {
    reloading.refuse(why);
  }

  /// Opens the control socket in the data directory. If this fails, the log reports it, and the
  /// daemon runs without a control socket.
  ///
  /// @param reload reads the configuration again
  /// @param log the last lines of the daemon's log
  public void control(ConfigReload reload, LogTail log) {
    control.open(reload, log);
  }

  /// {@return the first address at which the daemon listens}
  public AtpAddress address() {
    return addresses.getFirst();
  }

  /// {@return all addresses at which the daemon listens}
  public List<AtpAddress> addresses() {
    return addresses;
  }

  /// {@return the address of the page of metrics; empty if there is none}
  public Optional<InetSocketAddress> metricsAddress() {
    return metrics.map(MetricsServer::address);
  }

  /// {@return whether the daemon serves connections and the store writes}
  ///
  /// @param within the longest time for this check
  public boolean answers(Duration within) {
    return readiness.answers(within);
  }

  /// Stops taking requests, pauses all visits at their last checkpoints, ends the workers, and
  /// closes the store. Unfinished visits continue after the next start.
  ///
  /// @throws IOException if the store could not be closed
  @Override
  public void close() throws IOException {
    readiness.leave("the daemon ends");
    besides.forEach(Thread::interrupt);
    control.close();
    foundation.server().close();
    forwarder.close();
    visits.close();
    foundation.sandbox().close();
    changes.close();
    foundation.pages().close();
    metrics.ifPresent(MetricsServer::close);
    try {
      foundation.trail().close();
    } finally {
      foundation.store().close();
    }
  }
}
