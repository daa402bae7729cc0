package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.Gateway;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditTrail;
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
import dev.sojourn.host.request.HeldDispatch;
import dev.sojourn.host.request.MessageHandler;
import dev.sojourn.host.request.RefusedSigners;
import dev.sojourn.host.request.ReleaseCheck;
import dev.sojourn.host.request.RetractHandler;
import dev.sojourn.host.request.StatusHandler;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.HostNames;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.store.Store;
import dev.sojourn.identity.directory.KeyDirectoryCache;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.session.ProcessSandbox;
import dev.sojourn.visit.VisitRunner;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A running daemon. May be closed from any thread.
///
/// ```
///  ATP ──> AgentService ──> DispatchHandler ──> Store, and when the agent is on disk:
///                    │            └──> Visits ──> VisitShell ──> VisitRunner ──> Sandbox
///                    └──> a handler for each other method       └── VisitGate, DocumentRoot
/// ```
public final class HostDaemon implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HostDaemon.class.getName());
  private static final Duration TIDY_EVERY = Duration.ofMinutes(10);
  private static final Duration SUM_EVERY = Duration.ofMinutes(1);
  // Strangers must not decide how often something is written.
  private static final Duration SAVE_EVERY = Duration.ofSeconds(10);
  private static final Duration HOLD_EVERY = Duration.ofMillis(500);
  private static final Duration CACHE_AFTER = Duration.ofMinutes(1);
  private static final int MAX_VISITS_PER_WORKER = 16;

  private final Store store;
  private final AuditTrail trail;
  private final Sandbox sandbox;
  private final Visits visits;
  private final RecordedChanges changes;
  private final AtpServer server;
  private final AtpClient forwarder;
  private final AtpAddress address;
  private final RuleReloading reloading;
  private final Readiness readiness;
  private final Optional<MetricsServer> metrics;
  private final DaemonControl control;
  private final List<Thread> besides;

  private HostDaemon(
      Store store,
      AuditTrail trail,
      Sandbox sandbox,
      Visits visits,
      RecordedChanges changes,
      AtpServer server,
      AtpClient forwarder,
      AtpAddress address,
      RuleReloading reloading,
      Readiness readiness,
      Optional<MetricsServer> metrics,
      DaemonControl control,
      List<Thread> besides) {
    this.store = store;
    this.trail = trail;
    this.sandbox = sandbox;
    this.visits = visits;
    this.changes = changes;
    this.server = server;
    this.forwarder = forwarder;
    this.address = address;
    this.reloading = reloading;
    this.readiness = readiness;
    this.metrics = metrics;
    this.control = control;
    this.besides = List.copyOf(besides);
  }

  /// Opens the store and the sites, resumes unfinished visits and listens.
  ///
  /// @param config how it runs
  /// @param clock the time
  /// @return the daemon, which takes agents in from now on
  /// @throws IOException if the store, a site or the address cannot be had; nothing runs then
  public static HostDaemon start(HostConfig config, InstantSource clock) throws IOException {
    return start(config, clock, Optional.empty());
  }

  /// The same on a socket that another process listens on already, where there is one.
  ///
  /// @param config how it runs
  /// @param clock the time
  /// @param handedOver takes the place of `listen`
  /// @return the daemon, which takes agents in from now on
  /// @throws IOException if the store, a site or the address cannot be had; nothing runs then
  // The socket is passed on as the system gave it.
  public static HostDaemon start(
      HostConfig config, InstantSource clock, Optional<ServerSocketChannel> handedOver)
      throws IOException {
    var opened = new CloseStack();
    try {
      var store = opened.add(Store.open(config.data(), config.policy().noncesPerKey()));
      var directories = PartSettings.directories(config, clock);
      var decisions = TrustDecisions.read(config.data());
      var rules =
          new CurrentRules(CurrentRules.Rules.of(config, directories, clock, decisions), clock);
      var sandbox =
          opened.add(ProcessSandbox.open(sandboxSettings(config).withSocketsIn(config.data())));
      var key = HostKey.open(config.data());
      store.keepHostKey(key.id());
      var trail =
          opened.add(
              new AuditTrail(
                  AuditLog.open(
                      AuditLog.directory(config.data()),
                      config.audit(),
                      key,
                      store::releaseReserve,
                      clock),
                  clock));
      var faults = new RateLimitedLog(LOG);
      var server =
          opened.add(
              AtpServer.listen(PartSettings.server(config), handedOver, faults::fault, clock));
      // So late, since the sandbox tries the namespaces meanwhile.
      KeptConfinement.keep(config, namespaces(sandbox));
      return start(config, clock, store, trail, rules, directories, sandbox, key, server, opened);
    } catch (IOException | RuntimeException e) {
      opened.closeAll(e);
      throw e;
    }
  }

  private static HostDaemon start(
      HostConfig config,
      InstantSource clock,
      Store store,
      AuditTrail trail,
      CurrentRules rules,
      KeyDirectoryCache directories,
      Sandbox sandbox,
      SigningKey key,
      AtpServer server,
      CloseStack opened)
      throws IOException {
    var known = HostNames.of(config, server.address());
    rules.replace(rules.now().knownAs(known.all()));
    var statements = new Statements(store, rules, key);
    var signers = new PackageVerifier(PartSettings.verifier(config, rules, Set.of()), clock);
    var runner = new VisitRunner(sandbox, clock);
    var log = ChangeLog.open(config.data());
    var changes = opened.add(new RecordedChanges(log, rules, new StayStore(store), clock));
    var visits =
        opened.add(new Visits(store, trail, rules, signers, statements, runner, changes, clock));
    var strangers = RefusedSigners.open(config.data(), clock);
    var releases = Releases.open(config.data(), config.policy().isWithholding());
    var releaseCheck = new ReleaseCheck(store, releases);
    var service =
        service(
            config,
            clock,
            store,
            releaseCheck,
            new Departures(trail, store, releaseCheck, clock),
            rules,
            statements,
            visits,
            strangers);
    changes.start(visits.parked());
    visits.resume();
    var forwarder = opened.add(AtpClient.open(PartSettings.forwarding(config)));
    var figures =
        new HostMetrics(store, config.data(), sandbox::workers, service.counts(), visits.counts());
    var readiness = new Readiness(store, sandbox, server, visits::isDrained);
    var metrics = metrics(config, figures, readiness, opened);
    server.open(gateway(config, known, service, forwarder));
    var reloading = new RuleReloading(rules, directories, visits, changes::look, clock);
    return new HostDaemon(
        store,
        trail,
        sandbox,
        visits,
        changes,
        server,
        forwarder,
        known.listening(),
        reloading,
        readiness,
        metrics,
        new DaemonControl(
            config, visits, store, rules, reloading, releases, trail, strangers, clock),
        background(config, clock, store, trail, sandbox, reloading, visits, strangers));
  }

  private static Optional<MetricsServer> metrics(
      HostConfig config, HostMetrics figures, Readiness readiness, CloseStack opened)
      throws IOException {
    var listen = config.metrics().listen();
    return listen.isPresent()
        ? Optional.of(opened.add(MetricsServer.start(listen.get(), figures, readiness::obstacle)))
        : Optional.empty();
  }

  private static AgentService service(
      HostConfig config,
      InstantSource clock,
      Store store,
      ReleaseCheck releases,
      Departures departures,
      CurrentRules rules,
      Statements statements,
      Visits visits,
      RefusedSigners strangers) {
    var names = rules.now().names();
    var requests =
        new RequestVerifier(
            StoredOwnerKeys.of(rules.owners(), store),
            names,
            new StoredNonces(store, clock),
            clock,
            PartSettings.signatureTimes(config));
    var agents = new AgentReturn(store, statements);
    var dispatch =
        new DispatchHandler(
            new PackageReader(config.wire().packages()),
            new PackageVerifier(PartSettings.verifier(config, rules, names), clock),
            rules,
            store,
            visits,
            new HeldDispatch(store, agents, requests),
            departures,
            strangers,
            clock);
    var mail = config.wire().mail();
    var handlers =
        new AgentService.Handlers(
            dispatch,
            new FetchHandler(store),
            new StatusHandler(store, statements),
            new CollectHandler(store, visits, statements, releases, clock),
            new RetractHandler(visits, agents),
            new MessageHandler(store, visits, releases, mail.maxChars(), mail.time()),
            new DisposeHandler(store, visits));
    return new AgentService(handlers, requests, departures);
  }

  private static Namespaces namespaces(Sandbox sandbox) throws IOException {
    try {
      return sandbox.namespaces();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(e.getMessage());
    }
  }

  /// The threads of a daemon that end with it.
  private static List<Thread> background(
      HostConfig config,
      InstantSource clock,
      Store store,
      AuditTrail trail,
      Sandbox sandbox,
      RuleReloading reloading,
      Visits visits,
      RefusedSigners strangers) {
    sayWhetherAnybodyIsTrusted(config);
    var keepEnded = config.limits().keepEnded();
    Thread.ofVirtual().name("walls").start(() -> sayWhatIsMissing(sandbox));
    return List.of(
        Thread.ofVirtual().name("tidier").start(() -> tidy(store, clock, keepEnded)),
        Thread.ofVirtual().name("audit-sums").start(() -> sum(trail)),
        Thread.ofVirtual().name("start-cache").start(() -> makeStartCache(sandbox)),
        Thread.ofVirtual().name("key-files").start(reloading::watchKeyFiles),
        Thread.ofPlatform().name("heap").daemon().start(HeapCollection::watch),
        every("refused-signers", SAVE_EVERY, strangers::save),
        every("tighter-limits", HOLD_EVERY, visits::holdToLimits));
  }

  private static void sum(AuditTrail trail) {
    try {
      while (true) {
        Thread.sleep(SUM_EVERY);
        trail.sum();
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  private static void sayWhetherAnybodyIsTrusted(HostConfig config) {
    if (config.trust().isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "No [[trust]] is configured, so every agent will be refused");
    }
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
                PartSettings.nameAsGateway(config, known.listening())));
  }

  /// To find that out takes a moment, for which the start need not wait.
  private static void sayWhatIsMissing(Sandbox sandbox) {
    try {
      var missing = sandbox.missing();
      if (!missing.isEmpty()) {
        LOG.log(System.Logger.Level.WARNING, "Agents run in processes that have {0}", missing);
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  /// A program that starts a daemon for a moment only has no use for it, nor for two busy
  /// processors.
  private static void makeStartCache(Sandbox sandbox) {
    try {
      Thread.sleep(CACHE_AFTER);
      sandbox.makeStartCache();
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  /// {@return how a daemon starts its workers}
  ///
  /// @param config of the daemon
  public static SandboxSettings sandboxSettings(HostConfig config) {
    return sandboxSettings(config.limits())
        .withConfinement(config.policy().confinement())
        .withStartCache(config.data().resolve("start-cache"))
        .withWaitingMessages(config.wire().mail().waiting());
  }

  /// {@return how a daemon starts its workers whose configuration says nothing else of them}
  ///
  /// @param limits of the daemon
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
            .withMemory(limits.workerMemoryMiB()));
  }

  /// Does something from time to time, until the daemon closes.
  private static Thread every(String name, Duration pause, Runnable work) {
    return Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try {
                while (true) {
                  Thread.sleep(pause);
                  work.run();
                }
              } catch (InterruptedException _) {
                // The daemon closes.
              }
            });
  }

  private static void tidy(Store store, InstantSource clock, Duration keepEnded) {
    try {
      store.setReserveAside();
      while (!Thread.interrupted()) {
        try {
          int forgotten = store.tidy(clock.instant(), keepEnded);
          if (forgotten > 0) {
            LOG.log(System.Logger.Level.INFO, "{0} old visits are forgotten", forgotten);
          }
        } catch (IOException e) {
          LOG.log(System.Logger.Level.WARNING, "Tidying failed: {0}", e.getMessage());
        }
        Thread.sleep(TIDY_EVERY);
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  /// Takes over the trust, the sites and the limits of visits of a configuration. Visits of signers
  /// who are trusted no more end within two seconds; the others go on.
  ///
  /// @param config that was checked
  /// @return the names of the keys that have changed and that only the next start takes over
  /// @throws IOException if a site cannot be opened; all stays as it was then
  public List<String> reload(HostConfig config) throws IOException {
    return reloading.reload(config);
  }

  /// Opens the control socket in the data directory. Where it cannot be made, the log says so, and
  /// the daemon goes on without.
  ///
  /// @param reload reads the configuration again
  /// @param log the last lines of the daemon's log
  public void control(ConfigReload reload, LogTail log) {
    control.open(reload, log);
  }

  /// {@return where it listens}
  public AtpAddress address() {
    return address;
  }

  /// {@return where the page of metrics listens; empty where there is none}
  public Optional<InetSocketAddress> metricsAddress() {
    return metrics.map(MetricsServer::address);
  }

  /// {@return whether connections are served and writes carried out}
  ///
  /// @param within the longest time to find that out
  public boolean answers(Duration within) {
    return readiness.answers(within);
  }

  /// Stops taking requests, pauses all visits at their last checkpoints, ends the workers, and
  /// closes the store. Unfinished visits go on after the next start.
  ///
  /// @throws IOException if the store could not be closed
  @Override
  public void close() throws IOException {
    readiness.leave("the daemon ends");
    besides.forEach(Thread::interrupt);
    control.close();
    server.close();
    forwarder.close();
    visits.close();
    sandbox.close();
    changes.close();
    metrics.ifPresent(MetricsServer::close);
    try {
      trail.close();
    } finally {
      store.close();
    }
  }
}
