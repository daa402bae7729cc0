package dev.sojourn.lab.load;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// One agent that moves to and fro between two hosts by way of its owner. Each hop is a DISPATCH
/// with the agent's last state, COLLECTs until its visit is over, and a RETRACT for the new state.
/// Each visit runs in a worker, and the host flushes its disk before each of these answers.
///
/// @param owner of the agent
/// @param code the agent
/// @param carriesLog whether the signed statements of all earlier stays travel along, so that hosts
///   know the agent's route; otherwise the owner keeps them
record Relay(SigningKey owner, AgentCode code, boolean carriesLog) {
  private static final Duration WAIT = Duration.ofSeconds(20);

  /// The agent that returned from its last stay.
  private record Home(Optional<Bytes> state, List<Envelope> log) {}

  /// Sends the agent to one host after the other, until all hops are made or the time is up.
  ///
  /// @param name the end of the line's name; the number of hops precedes it
  LoadRow run(String name, List<LoadHost> hosts, int hops, Duration longest)
      throws IOException, InterruptedException {
    var latencies = new Latencies(hops);
    var before = uses(hosts);
    long begun = System.nanoTime();
    long bytes = 0;
    int made = 0;
    var agentId = LoadRequests.id();
    var digest = code.digest();
    var home = new Home(Optional.empty(), List.of());
    try (var client = AtpClient.open(ClientSettings.DEFAULT)) {
      var clients = new ArrayList<HostClient>();
      for (var host : hosts) {
        clients.add(
            new HostClient(
                client,
                host.address(),
                owner,
                RetryPolicy.NEVER,
                InstantSource.system(),
                new Random(1)));
      }
      while (made < hops && System.nanoTime() - begun < longest.toNanos()) {
        long started = System.nanoTime();
        var stay = new Stay(clients.get(made % clients.size()), agentId, digest);
        home = stay.make(home, made);
        bytes += stay.bytes;
        latencies.record(System.nanoTime() - started);
        made++;
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return row(name, made, seconds, bytes, latencies, before, uses(hosts), hosts);
  }

  private static List<ProcessUse> uses(List<LoadHost> hosts) {
    return hosts.stream().map(host -> ProcessUse.now(host.pid())).toList();
  }

  private LoadRow row(
      String name,
      int hops,
      double seconds,
      long bytes,
      Latencies latencies,
      List<ProcessUse> before,
      List<ProcessUse> after,
      List<LoadHost> hosts) {
    long hostNanos = 0;
    long workerNanos = 0;
    for (int i = 0; i < hosts.size(); i++) {
      hostNanos += nanos(after.get(i).host()) - nanos(before.get(i).host());
      workerNanos += nanos(after.get(i).workers()) - nanos(before.get(i).workers());
    }
    long loadNanos = after.getFirst().load().minus(before.getFirst().load()).toNanos();
    return new LoadRow(
        "%,d hops of one agent, %s".formatted(hops, name),
        hops / seconds,
        LoadBench.millis(latencies.within(0.5)),
        LoadBench.millis(latencies.within(0.99)),
        LoadBench.millis(latencies.within(0.999)),
        hops,
        0,
        "",
        bytes / hops,
        Optional.of(hostNanos / 1_000 / hops),
        Optional.of(Math.max(0, workerNanos) / 1_000 / hops),
        loadNanos / 1_000 / hops,
        ProcessUse.residentMiB(hosts.getFirst().pid()));
  }

  private static long nanos(Optional<Duration> time) {
    return time.orElse(Duration.ZERO).toNanos();
  }

  /// One stay at one host.
  private final class Stay {
    private final HostClient host;
    private final String agentId;
    private final Digest codeDigest;
    private long bytes;

    Stay(HostClient host, String agentId, Digest codeDigest) {
      this.host = host;
      this.agentId = agentId;
      this.codeDigest = codeDigest;
    }

    Home make(Home before, int hop) throws IOException, InterruptedException {
      var sent = AgentPackage.sign(passport(before, hop), owner, code.jar()).withHops(before.log());
      var dispatched = host.dispatch(before.state().map(sent::withState).orElse(sent), hop > 1);
      bytes += dispatched.wireBytes().total();
      if (!(dispatched instanceof DispatchOutcome.Accepted)) {
        throw new IOException("hop " + hop + ": " + dispatched);
      }
      collect();
      var home = given(host.retract(agentId));
      if (!home.state().equals(Optional.of(VisitState.FINISHED))) {
        throw new IOException("the visit ended otherwise: " + home.state());
      }
      return new Home(home.agent().state(), carriesLog ? home.agent().hops() : List.of());
    }

    /// Fetches the agent's parcels until its visit is over. An agent that sees the same page again
    /// has no parcels.
    private void collect() throws IOException, InterruptedException {
      long acknowledged = 0;
      Delivery delivery;
      do {
        delivery = given(host.collect(agentId, acknowledged, WAIT));
        acknowledged += delivery.parcels().size();
      } while (!delivery.isLast());
    }

    private <T> T given(Answer<T> answer) throws IOException {
      bytes += answer.wireBytes().total();
      if (answer instanceof Answer.Given<T> given) {
        return given.value();
      }
      throw new IOException("no answer: " + answer);
    }

    private Passport passport(Home before, int hop) {
      var now = Instant.now();
      AtpAddress audience = host.host();
      return new Passport(
          new Passport.Identity(
              agentId, LoadRequests.id(), owner.id(), Optional.empty(), "Sojourn"),
          new Passport.Grant(
              codeDigest,
              code.entryClass(),
              new PassportScope(LoadSite.ORIGIN, List.of("/"), List.of()),
              List.of(LoadSite.ORIGIN + "/"),
              new PassportLimits(Duration.ofHours(1), 100_000, 1L << 32, 100_000)),
          new Passport.Journey(
              hop,
              before.log().isEmpty()
                  ? Optional.empty()
                  : Optional.of(before.log().getLast().digest()),
              before.state().map(Digest::of)),
          new Passport.Validity(
              audience, now.minusSeconds(60), now.plus(Duration.ofHours(1)), LoadRequests.id()));
    }
  }
}
