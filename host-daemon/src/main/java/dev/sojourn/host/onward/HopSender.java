package dev.sojourn.host.onward;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.Destinations;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// Sends agents to other hosts, one attempt at a time. The first attempt opens its connections, and
/// they are opened again after a change of the trusted authorities. The operator names the hosts,
/// but the owner of a name chooses its addresses. Link-local addresses and metadata services are
/// therefore never used. Safe for use by many threads.
final class HopSender implements AutoCloseable {
  private static final String METHOD = "DISPATCH";

  /// The limit for one host, so that a silent host does not delay agents for others.
  private static final int MOST_TO_HOST = 8;

  private final SigningKey key;
  private final AuditTrail trail;
  private final InstantSource clock;
  private final Supplier<TlsAuthorities> authorities;
  private final Map<AtpAddress, Integer> underWay = new HashMap<>();
  private Optional<Open> open = Optional.empty();
  private boolean isClosed;

  /// A client, and the authorities that it trusts.
  private record Open(TlsAuthorities believed, AtpClient client) {}

  HopSender(
      SigningKey key, AuditTrail trail, InstantSource clock, Supplier<TlsAuthorities> authorities) {
    this.key = key;
    this.trail = trail;
    this.clock = clock;
    this.authorities = authorities;
  }

  /// Sends an agent after its line of the audit log is on disk. A redirection to another host
  /// counts as a refusal, because only the owner decides where an agent goes.
  ///
  /// @param code the digest of the agent's code, in hexadecimal
  /// @return the outcome; empty if nothing was sent because too many agents are already being sent
  ///   to that host
  Optional<DispatchOutcome> send(AgentPackage agent, AtpAddress to, AuditVisit visit, String code)
      throws IOException, InterruptedException {
    if (!begin(to)) {
      return Optional.empty();
    }
    try {
      return Optional.of(sendNow(agent, to, visit, code));
    } finally {
      end(to);
    }
  }

  private synchronized boolean begin(AtpAddress to) {
    boolean hasRoom = underWay.getOrDefault(to, 0) < MOST_TO_HOST;
    if (hasRoom) {
      underWay.merge(to, 1, Integer::sum);
    }
    return hasRoom;
  }

  private synchronized void end(AtpAddress to) {
    underWay.computeIfPresent(to, (_, many) -> many == 1 ? null : many - 1);
  }

  private DispatchOutcome sendNow(AgentPackage agent, AtpAddress to, AuditVisit visit, String code)
      throws IOException, InterruptedException {
    trail.left(visit, Optional.of(code), METHOD, agent.withoutCode().encode(), Optional.empty());
    return new HostClient(client(), to, key, RetryPolicy.NEVER, clock, new SplittableRandom())
        .following(_ -> false)
        .connecting(Destinations.INSIDE)
        .dispatch(agent, true);
  }

  /// Returns a client for the trusted authorities. Old connections must not be used after a change
  /// of the authorities.
  private synchronized AtpClient client() throws IOException {
    if (isClosed) {
      throw new IOException("The daemon closes.");
    }
    var believed = authorities.get();
    if (open.filter(now -> now.believed().equals(believed)).isEmpty()) {
      open.ifPresent(before -> before.client().close());
      var settings = ClientSettings.DEFAULT.withAuthorities(believed);
      open = Optional.of(new Open(believed, AtpClient.open(settings)));
    }
    return open.orElseThrow().client();
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    open.ifPresent(now -> now.client().close());
  }
}
