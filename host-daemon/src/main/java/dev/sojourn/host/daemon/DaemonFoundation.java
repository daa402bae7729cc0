package dev.sojourn.host.daemon;

import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.fetch.directory.KeyDirectoryCache;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.page.PageStore;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.host.store.Store;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ServerSocketChannel;
import java.time.InstantSource;
import java.util.Optional;

/// The parts of a daemon that its other parts use.
///
/// @param config the configuration of the daemon
/// @param clock the time
/// @param store stores the agents
/// @param trail records all events in the audit log
/// @param rules the current rules
/// @param pages stores the views of pages
/// @param directories looks up the keys of signers that are named by a URL
/// @param sandbox runs the agents
/// @param key the key of this host
/// @param server the server, which listens but does not answer yet
record DaemonFoundation(
    HostConfig config,
    InstantSource clock,
    Store store,
    AuditTrail trail,
    CurrentRules rules,
    PageStore pages,
    KeyDirectoryCache directories,
    Sandbox sandbox,
    SigningKey key,
    AtpServer server) {

  /// Opens the parts.
  ///
  /// @param handedOver a listening socket, used instead of `listen`
  /// @param opened receives the resources to close
  static DaemonFoundation open(
      HostConfig config,
      InstantSource clock,
      Optional<ServerSocketChannel> handedOver,
      CloseStack opened)
      throws IOException {
    var store = opened.add(Store.open(config.data(), config.policy().noncesPerKey()));
    var directories = DaemonSettings.directories(config, clock);
    var decisions = TrustDecisions.read(config.data());
    var rules =
        new CurrentRules(CurrentRules.Rules.of(config, directories, clock, decisions), clock);
    var pages = opened.add(pages(config, rules, clock));
    var settings = HostDaemon.sandboxSettings(config).withSocketsIn(config.data());
    var sandbox = opened.add(ProcessSandbox.open(settings));
    var key = HostKey.open(config.data());
    store.keepHostKey(key.id());
    var trail = opened.add(trail(config, store, key, clock));
    var faults = new RateLimitedLog(System.getLogger(HostDaemon.class.getName()));
    var server =
        opened.add(
            AtpServer.listen(DaemonSettings.server(config), handedOver, faults::fault, clock));
    // The sandbox tests the namespaces in the background, so this step comes last.
    LastConfinement.keep(config, namespaces(sandbox));
    return new DaemonFoundation(
        config, clock, store, trail, rules, pages, directories, sandbox, key, server);
  }

  /// The lock of the store also keeps other processes from the page store.
  private static PageStore pages(HostConfig config, CurrentRules rules, InstantSource clock) {
    var limits = config.limits().pageLimits();
    var pages = PageStore.open(config.data(), limits.storeBytes(), clock);
    pages.serve(rules.sites().marks());
    return pages;
  }

  private static AuditTrail trail(
      HostConfig config, Store store, SigningKey key, InstantSource clock) throws IOException {
    var directory = AuditLog.directory(config.data());
    return new AuditTrail(
        AuditLog.open(directory, config.audit(), key, store::releaseReserve, clock), clock);
  }

  private static Namespaces namespaces(Sandbox sandbox) throws IOException {
    try {
      return sandbox.namespaces();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
