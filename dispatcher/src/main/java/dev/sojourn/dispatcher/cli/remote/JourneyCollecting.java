package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.OnwardStatement;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.signature.Envelope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The collection of an agent's findings from all hosts of its journey, each into a file of its
/// own. Only hosts of the itinerary that the owner signed are asked. Confined to one thread.
final class JourneyCollecting implements AutoCloseable {
  private final RemoteOptions remote;
  private final RetryPolicy retry;
  private final Passport sent;
  private final Path out;
  private final List<Stop> stops = new ArrayList<>();

  /// @param sent the passport with the itinerary
  /// @param out the file of the package, beside which the findings are
  JourneyCollecting(RemoteOptions remote, RetryPolicy retry, Passport sent, Path out) {
    this.remote = remote;
    this.retry = retry;
    this.sent = sent;
    this.out = out;
  }

  /// All that came from one host.
  private record Stop(AtpAddress host, CollectedFile file, VisitStatus status) {
    /// Empty where none came, and it is not known that there were none: somebody else may have
    /// them.
    Optional<ParcelChain> chain() {
      boolean isNone = status.lastParcel() == 0 && status.statement().isPresent();
      return file.chain().filter(_ -> file.parcel() > 0 || isNone);
    }
  }

  /// Collects from a host, and from those to which the agent went on from there.
  void from(HostClient host, AgentUri agent) throws IOException, InterruptedException {
    var file = CollectedFile.open(beside(out, stops.size()), agent);
    var before = stops.size();
    try {
      var status = new Collecting(host, agent, remote.key(), sent.limits()).into(file);
      stops.add(new Stop(agent.host(), file, status));
    } finally {
      if (stops.size() == before) {
        file.close();
      }
    }
    var next = stops.getLast().status().movedTo();
    boolean isSigned =
        next.isPresent()
            && stops.size() <= sent.legs().size()
            && sent.legs().stream()
                .flatMap(leg -> leg.stops().stream())
                .anyMatch(stop -> stop.host().equals(next.get()));
    if (isSigned) {
      var there = new AgentUri(next.get(), agent.agentId());
      remote.ask(
          there.host(),
          retry,
          client -> {
            from(client, there);
            return there;
          });
    }
  }

  /// {@return the file for the findings of a host}
  ///
  /// @param stop its number on the way, from 0
  static Path beside(Path out, int stop) {
    return CollectedFile.beside(
        stop == 0 ? out : out.resolveSibling(out.getFileName() + ".stop" + (stop + 1)));
  }

  /// How many findings came.
  long findings() {
    return stops.stream().mapToLong(stop -> stop.file().findings()).sum();
  }

  /// The files, in the order of the journey.
  String files() {
    return String.join(", ", stops.stream().map(stop -> stop.file().toString()).toList());
  }

  /// The verdict on all of it: that on the last host, unless an earlier one signed something else
  /// than it delivered.
  HomeVerdict verdict(AgentPackage home, Optional<KeySet> known) {
    for (int i = 0; i < stops.size() - 1; i++) {
      if (!isAsSigned(i, home)) {
        return new HomeVerdict.Broken(
            "a host of its journey signed something else than came in %s."
                .formatted(stops.get(i).file()));
      }
    }
    if (!isWhereItWasSent(home)) {
      return new HomeVerdict.Broken(
          "a host of its journey signed that the agent goes elsewhere than it went.");
    }
    var last = stops.getLast();
    return HomeVerdict.of(home, sent, last.status(), last.chain(), known);
  }

  /// Whether the statements of the hosts lead to those that have its findings.
  private boolean isWhereItWasSent(AgentPackage home) {
    var sentTo =
        home.hops().stream()
            .skip(sent.hop())
            .filter(hop -> hop.payloadType().equals(OnwardStatement.PAYLOAD_TYPE))
            .toList();
    for (int i = 1; i < stops.size(); i++) {
      if (i > sentTo.size() || !leadsTo(sentTo.get(i - 1), stops.get(i).host())) {
        return false;
      }
    }
    return true;
  }

  private boolean leadsTo(Envelope statement, AtpAddress host) {
    try {
      return OnwardStatement.read(statement.payload())
          .to()
          .flatMap(number -> number.of(sent))
          .filter(stop -> stop.host().equals(host))
          .isPresent();
    } catch (JsonException _) {
      return false;
    }
  }

  /// Whether the parcels of a stay are those of its statement in the hop log.
  private boolean isAsSigned(int stop, AgentPackage home) {
    var chain = stops.get(stop).chain();
    if (chain.isEmpty()) {
      return true;
    }
    var stays =
        home.hops().stream()
            .skip(sent.hop())
            .filter(hop -> hop.payloadType().equals(HopStatement.PAYLOAD_TYPE))
            .toList();
    try {
      return stop < stays.size()
          && HopStatement.read(stays.get(stop).payload()).findings().equals(chain.get().head());
    } catch (JsonException _) {
      return false;
    }
  }

  /// Says that all is there.
  void complete() throws IOException {
    for (var stop : stops) {
      stop.file().complete();
    }
  }

  @Override
  public void close() throws IOException {
    for (var stop : stops) {
      stop.file().close();
    }
  }
}
