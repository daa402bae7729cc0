package dev.sojourn.host.daemon;

import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlPath;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.control.ConfigReload;
import dev.sojourn.host.control.ControlCommands;
import dev.sojourn.host.control.ControlServer;
import dev.sojourn.host.control.LogTail;
import dev.sojourn.host.control.PageStoreCommands;
import dev.sojourn.host.control.ReleaseCommands;
import dev.sojourn.host.control.SignerChanges;
import dev.sojourn.host.control.TrustChanges;
import dev.sojourn.host.control.VisitShow;
import dev.sojourn.host.control.VisitStops;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.page.PageStore;
import dev.sojourn.host.release.Releases;
import dev.sojourn.host.request.RefusedSigners;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.store.Store;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/// The control of a running daemon: the parts that carry out commands, and the control socket.
final class DaemonControl implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DaemonControl.class.getName());

  private final HostConfig config;
  private final Visits visits;
  private final VisitShow shown;
  private final VisitStops stops;
  private final ReleaseCommands releases;
  private final SignerChanges signers;
  private final RefusedSigners strangers;
  private final PageStoreCommands pages;
  private Optional<ControlServer> server = Optional.empty();

  DaemonControl(
      HostConfig config,
      Visits visits,
      Store store,
      CurrentRules rules,
      TrustChanges trust,
      Releases releases,
      AuditTrail trail,
      RefusedSigners strangers,
      PageStore pages,
      InstantSource clock) {
    this.config = config;
    this.visits = visits;
    this.shown = new VisitShow(visits, store, rules);
    this.stops = new VisitStops(visits, store, rules);
    this.releases = new ReleaseCommands(store, rules, releases, trail, clock);
    this.signers = new SignerChanges(trust, rules, strangers, clock);
    this.strangers = strangers;
    this.pages = new PageStoreCommands(pages, rules);
  }

  /// Opens the socket. If this fails, for example on a full disk, the log reports it, and the
  /// daemon still serves the owners of agents.
  void open(ConfigReload reload, LogTail log) {
    var objection = ControlPath.objection(config.data());
    if (objection.isPresent()) {
      sayThereIsNone(objection.get());
      return;
    }
    var commands =
        new ControlCommands(visits, shown, stops, releases, signers, strangers, pages, reload, log);
    try {
      server = Optional.of(ControlServer.open(config.data(), config.control().group(), commands));
    } catch (IOException e) {
      sayThereIsNone(Messages.clause(e));
    }
  }

  private static void sayThereIsNone(String why) {
    LOG.log(System.Logger.Level.WARNING, "This daemon has no control socket: {0}", why);
  }

  /// Closes the socket, and saves the refused signers.
  @Override
  public void close() throws IOException {
    if (server.isPresent()) {
      server.get().close();
    }
    strangers.save();
  }
}
