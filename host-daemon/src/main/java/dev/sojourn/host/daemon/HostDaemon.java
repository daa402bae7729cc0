package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.agent.VerifierSettings;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.AtpServerConfig;
import dev.sojourn.atp.server.Gateway;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.host.count.IntakeCounts;
import dev.sojourn.host.lifecycle.Statements;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.metrics.HostMetrics;
import dev.sojourn.host.metrics.MetricsServer;
import dev.sojourn.host.request.AgentReturn;
import dev.sojourn.host.request.AgentService;
import dev.sojourn.host.request.CollectHandler;
import dev.sojourn.host.request.Departures;
import dev.sojourn.host.request.DispatchHandler;
import dev.sojourn.host.request.DisposeHandler;
import dev.sojourn.host.request.FetchHandler;
import dev.sojourn.host.request.HeldDispatch;
import dev.sojourn.host.request.MessageHandler;
import dev.sojourn.host.request.RetractHandler;
import dev.sojourn.host.request.StatusHandler;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.HostNames;
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
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

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
  private static final Duration CACHE_AFTER = Duration.ofMinutes(1);
  private static final int MAX_VISITS_PER_WORKER = 16;

  private final Store store;
  private final AuditTrail trail;
  private final Sandbox sandbox;
  private final Visits visits;
  private final AtpServer server;
  private final AtpClient forwarder;
  private final AtpAddress address;
  private final RuleReloading reloading;
  private final Readiness readiness;
  private final Optional<MetricsServer> metrics;
  private final List<Thread> besides;

  private HostDaemon(
      Store store,
      AuditTrail trail,
      Sandbox sandbox,
      Visits visits,
      AtpServer server,
      AtpClient forwarder,
      AtpAddress address,
      RuleReloading reloading,
      Readiness readiness,
      Optional<MetricsServer> metrics,
      List<Thread> besides) {
    this.store = store;
    this.trail = trail;
    this.sandbox = sandbox;
    this.visits = visits;
    this.server = server;
    this.forwarder = forwarder;
    this.address = address;
    this.reloading = reloading;
    this.readiness = readiness;
    this.metrics = metrics;
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
      var directories = directories(config, clock);
      var rules = new CurrentRules(CurrentRules.Rules.of(config, directories, clock));
      var sandbox =
          opened.add(ProcessSandbox.open(sandboxSettings(config).withSocketsIn(config.data())));
      KeptConfinement.keep(config, namespaces(sandbox));
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
          opened.add(AtpServer.listen(serverConfig(config), handedOver, faults::fault, clock));
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
    var signers = new PackageVerifier(settings(config, rules, Set.of()), clock);
    var runner = new VisitRunner(sandbox, clock);
    var visits = opened.add(new Visits(store, trail, rules, signers, statements, runner, clock));
    var service =
        service(
            config, clock, store, new Departures(trail, store, clock), rules, statements, visits);
    visits.resume();
    var forwarder = opened.add(AtpClient.open(forwarding(config)));
    var intake = new IntakeCounts();
    var figures = new HostMetrics(store, config.data(), sandbox::workers, intake, visits.counts());
    var readiness = new Readiness(store, sandbox, server);
    var metrics = metrics(config, figures, readiness);
    metrics.ifPresent(opened::add);
    server.open(gateway(config, known, intake.around(service), forwarder));
    sayWhetherAnybodyIsTrusted(config);
    var reloading = new RuleReloading(rules, directories, visits, clock);
    return new HostDaemon(
        store,
        trail,
        sandbox,
        visits,
        server,
        forwarder,
        known.listening(),
        reloading,
        readiness,
        metrics,
        background(config, clock, store, trail, sandbox, reloading));
  }

  private static Optional<MetricsServer> metrics(
      HostConfig config, HostMetrics figures, Readiness readiness) throws IOException {
    var listen = config.metrics().listen();
    return listen.isPresent()
        ? Optional.of(MetricsServer.start(listen.get(), figures, readiness::obstacle))
        : Optional.empty();
  }

  private static AgentService service(
      HostConfig config,
      InstantSource clock,
      Store store,
      Departures departures,
      CurrentRules rules,
      Statements statements,
      Visits visits) {
    var names = rules.now().names();
    var requests =
        new RequestVerifier(
            StoredOwnerKeys.of(rules.owners(), store),
            names,
            new StoredNonces(store, clock),
            clock,
            signatureTimes(config));
    var agents = new AgentReturn(store, statements);
    var dispatch =
        new DispatchHandler(
            new PackageReader(config.wire().packages()),
            new PackageVerifier(settings(config, rules, names), clock),
            rules,
            store,
            visits,
            new HeldDispatch(store, agents, requests),
            departures,
            clock);
    var mail = config.wire().mail();
    var handlers =
        new AgentService.Handlers(
            dispatch,
            new FetchHandler(store),
            new StatusHandler(store, statements),
            new CollectHandler(store, visits, statements, clock),
            new RetractHandler(visits, agents),
            new MessageHandler(store, visits, mail.maxChars(), mail.time()),
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
      RuleReloading reloading) {
    var keepEnded = config.limits().keepEnded();
    Thread.ofVirtual().name("walls").start(() -> sayWhatIsMissing(sandbox));
    return List.of(
        Thread.ofVirtual().name("tidier").start(() -> tidy(store, clock, keepEnded)),
        Thread.ofVirtual().name("audit-sums").start(() -> sum(trail)),
        Thread.ofVirtual().name("start-cache").start(() -> makeStartCache(sandbox)),
        Thread.ofVirtual().name("key-files").start(reloading::watchKeyFiles),
        Thread.ofPlatform().name("heap").daemon().start(HeapCollection::watch));
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

  private static KeyDirectoryCache directories(HostConfig config, InstantSource clock)
      throws IOException {
    return new KeyDirectoryCache(
        tls(config),
        config.identity().privateAddresses(),
        config.identity().directories(),
        clock,
        config.data().resolve("directories"));
  }

  private static VerifierSettings settings(
      HostConfig config, CurrentRules rules, Set<AtpAddress> names) {
    var policy = config.policy();
    return new VerifierSettings(
        rules.owners(), rules.hosts(), names, policy.passportValidity(), policy.clockSkew());
  }

  private static RequestVerifier.Times signatureTimes(HostConfig config) {
    return new RequestVerifier.Times(
        config.policy().signatureValidity(), config.policy().clockSkew());
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
                nameAsGateway(config, known.listening())));
  }

  /// A message that this host takes in, it can hand on, in both directions.
  private static ClientSettings forwarding(HostConfig config) {
    return ClientSettings.DEFAULT
        .withLimits(config.wire().messages())
        .withResponse(config.wire().proxy().time())
        .withAuthorities(config.wire().proxy().authorities());
  }

  /// Where it listens is no name of its own: many listen at 0.0.0.0, each of which would take a
  /// request that passed another for its own.
  private static AtpAddress nameAsGateway(HostConfig config, AtpAddress address) {
    var names = config.policy().names();
    return names.isEmpty() ? address : names.getFirst();
  }

  private static SSLContext tls(HostConfig config) throws IOException {
    try {
      var own = config.identity().authorities();
      return own.isPresent() ? own.get() : SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("The Java runtime has no TLS.", e);
    }
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

  private static AtpServerConfig serverConfig(HostConfig config) {
    var wire = config.wire();
    return new AtpServerConfig(
        config.listen(), config.tls(), wire.messages(), wire.timeouts(), wire.capacity());
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
    server.close();
    forwarder.close();
    visits.close();
    sandbox.close();
    metrics.ifPresent(MetricsServer::close);
    try {
      trail.close();
    } finally {
      store.close();
    }
  }
}
