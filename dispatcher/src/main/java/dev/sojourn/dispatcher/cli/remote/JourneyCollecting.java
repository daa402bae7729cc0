package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.PassedStop;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects the findings of an agent from all hosts of its journey, one file for each host. It asks
/// only hosts of the itinerary that the owner signed. Confined to one thread.
final class JourneyCollecting implements AutoCloseable {
  private final RemoteOptions remote;
  private final RetryPolicy retry;
  private final Passport sent;
  private final Path out;
  private final List<Stop> stops = new ArrayList<>();
  private final List<Missed> missed = new ArrayList<>();

  /// @param sent the passport with the itinerary
  /// @param out the file of the package; the findings are beside it
  JourneyCollecting(RemoteOptions remote, RetryPolicy retry, Passport sent, Path out) {
    this.remote = remote;
    this.retry = retry;
    this.sent = sent;
    this.out = out;
  }

  /// Everything that came from one host.
  ///
  /// @param place the number of the host on the way, from 0
  private record Stop(int place, AtpAddress host, CollectedFile file, VisitStatus status) {
    /// The chain of its parcels; empty if none came and another program may have collected some.
    Optional<ParcelChain> chain() {
      boolean isNone = status.lastParcel() == 0 && status.statement().isPresent();
      return file.chain().filter(_ -> file.parcel() > 0 || isNone);
    }
  }

  /// A host on the way that delivered nothing, or only a part.
  ///
  /// @param agent the agent at that host
  /// @param why the reason, one sentence
  record Missed(AgentUri agent, String why) {}

  /// Collects from the hosts of a way. The last host has the agent. An earlier host that refuses or
  /// does not answer is recorded as missed.
  ///
  /// @param way the hosts of the journey, by the owner's passport and the statements of the hosts
  /// @param first the place on the way to begin with
  /// @throws CommandException if the last host does not deliver; the files can be continued
  void along(List<AgentUri> way, int first) throws IOException, InterruptedException {
    for (int place = first; place < way.size(); place++) {
      var agent = way.get(place);
      int at = place;
      try {
        remote.ask(
            agent.host(),
            retry,
            client -> {
              from(client, agent, at);
              return agent;
            });
        if (stops.getLast().status().movedTo().isEmpty()) {
          // The agent is here. Even if this host signed a later stop, the agent never got there.
          return;
        }
      } catch (CommandException e) {
        boolean mayBeGone =
            e.exitCode() == ExitCode.UNREACHABLE || e.exitCode() == ExitCode.REFUSED;
        if (place == way.size() - 1 || !mayBeGone) {
          throw e;
        }
        missed.add(new Missed(agent, e.sentence()));
      }
    }
  }

  private void from(HostClient host, AgentUri agent, int place)
      throws IOException, InterruptedException {
    var file = CollectedFile.open(beside(out, place), agent);
    int before = stops.size();
    try {
      var status = new Collecting(host, agent, remote.key(), sent.limits()).into(file);
      stops.add(new Stop(place, agent.host(), file, status));
    } finally {
      if (stops.size() == before) {
        file.close();
      }
    }
  }

  /// The hosts whose findings are missing.
  List<Missed> missed() {
    return List.copyOf(missed);
  }

  /// {@return the file for the findings of a host}
  ///
  /// @param stop the number of the host on the way, from 0
  static Path beside(Path out, int stop) {
    return CollectedFile.beside(
        stop == 0 ? out : out.resolveSibling(out.getFileName() + ".stop" + (stop + 1)));
  }

  /// The number of findings that came.
  long findings() {
    return stops.stream().mapToLong(stop -> stop.file().findings()).sum();
  }

  /// The files, in the order of the journey.
  String files() {
    return String.join(", ", stops.stream().map(stop -> stop.file().toString()).toList());
  }

  /// The verdict on the whole collection. It is the verdict on the last host, unless an earlier
  /// host signed something else than it delivered.
  StatementCheck verdict(AgentPackage home, Optional<KeySet> known) {
    for (var stop : stops.subList(0, stops.size() - 1)) {
      if (!isAsSigned(stop, home)) {
        return new StatementCheck.Broken(
            "a host of its journey signed something else than came in %s.".formatted(stop.file()));
      }
      if (!isWhereItWent(stop, home)) {
        return new StatementCheck.Broken(
            "a host of its journey signed that the agent goes elsewhere than it went.");
      }
    }
    var last = stops.getLast();
    var verdict = StatementCheck.of(home, sent, last.status(), last.chain(), known);
    return verdict instanceof StatementCheck.Holds && !missed.isEmpty()
        ? new StatementCheck.Open("Some hosts of its journey did not deliver theirs.")
        : verdict;
  }

  /// Whether a host reports the same next host as the hop log.
  private boolean isWhereItWent(Stop stop, AgentPackage home) {
    var way = PassedStop.way(sent, home.hops());
    var said = stop.status().movedTo();
    return said.isPresent()
        && stop.place() + 1 < way.size()
        && way.get(stop.place() + 1).equals(said.get());
  }

  /// Whether the parcels of a stay match its statement in the hop log. A stay with an unknown chain
  /// is not checked.
  private boolean isAsSigned(Stop stop, AgentPackage home) {
    var chain = stop.chain();
    if (chain.isEmpty()) {
      return true;
    }
    var stays =
        home.hops().stream()
            .skip(sent.hop())
            .filter(hop -> hop.payloadType().equals(HopStatement.PAYLOAD_TYPE))
            .toList();
    try {
      return stop.place() < stays.size()
          && HopStatement.read(stays.get(stop.place()).payload())
              .findings()
              .equals(chain.get().head());
    } catch (JsonException _) {
      return false;
    }
  }

  /// Records that all files are complete.
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
