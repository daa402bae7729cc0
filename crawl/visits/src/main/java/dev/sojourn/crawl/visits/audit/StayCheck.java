package dev.sojourn.crawl.visits.audit;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.signature.Envelope;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Checks hosts' statements about visits against the owner's data: the agent, code and state that
/// were sent, and the parcels that arrived.
public final class StayCheck {
  private final CrawlShell shell;
  private final Optional<KeySet> hosts;

  /// Creates a check.
  ///
  /// @param shell has the agents that were sent, and the parcels that arrived
  /// @param hosts the keys of trusted hosts; if empty, nothing is checked
  public StayCheck(CrawlShell shell, Optional<KeySet> hosts) {
    this.shell = shell;
    this.hosts = hosts;
  }

  /// {@return the fault of a host's statement about a finished visit; empty if there is none}
  ///
  /// @param agentId of the visit
  /// @param statement as the host sent it
  /// @throws IOException if the store cannot be read
  public String fault(String agentId, Optional<Envelope> statement) throws IOException {
    if (hosts.isEmpty()) {
      return "";
    }
    if (statement.isEmpty()) {
      return "it signed no statement about the visit, and --host-keys demands one.";
    }
    var said = new StayStatement(statement.get());
    var fault = said.signerFault(hosts.get());
    if (!fault.isEmpty()) {
      return fault;
    }
    return said.fault(passport(agentId), chain(agentId));
  }

  /// {@return the fault of a returned agent's hop log and state; empty if there is none}
  ///
  /// @param agentId of the visit
  /// @param home the package that came home
  /// @throws IOException if the store cannot be read
  public String fault(String agentId, AgentPackage home) throws IOException {
    if (hosts.isEmpty()) {
      return "";
    }
    return home.hops().isEmpty()
        ? "its agent came home without a hop log, and that is asked for."
        : new ReturnedHopLog(home, passport(agentId), hosts).fault(chain(agentId));
  }

  private Passport passport(String agentId) throws IOException {
    try {
      return Passport.read(sent(agentId).passport().payload());
    } catch (JsonException e) {
      throw new IOException("The store has a damaged passport of agent " + agentId + ".", e);
    }
  }

  private AgentPackage sent(String agentId) throws IOException {
    var bytes = shell.sentPackage(agentId);
    if (bytes.isPresent()
        && new PackageReader(PackageLimits.DEFAULT).read(bytes.get())
            instanceof PackageReading.Read(var agent)) {
      return agent;
    }
    throw new IOException("The store has lost the package of agent " + agentId + ".");
  }

  private Digest chain(String agentId) throws IOException {
    var chain = new AtomicReference<>(ParcelChain.EMPTY);
    shell.parcels(agentId, parcel -> chain.set(chain.get().then(parcel)));
    return chain.get().head();
  }
}
