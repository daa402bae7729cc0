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

/// The collection of an agent's findings from all hosts of its journey, each into a file of its
/// own. Only hosts of the itinerary that the owner signed are asked. Confined to one thread.
final class JourneyCollecting implements AutoCloseable {
  private final RemoteOptions remote;
  private final RetryPolicy retry;
  private final Passport sent;
  private final Path out;
  private final List<Stop> stops = new ArrayList<>();
  private final List<Missed> missed = new ArrayList<>();

  /// @param sent the passport with the itinerary
  /// @param out the file of the package, beside which the findings are
  JourneyCollecting(RemoteOptions remote, RetryPolicy retry, Passport sent, Path out) {
    this.remote = remote;
    this.retry = retry;
    this.sent = sent;
    this.out = out;
  }

  /// All that came from one host.
  ///
  /// @param place its number on the way, from 0
  private record Stop(int place, AtpAddress host, CollectedFile file, VisitStatus status) {
    /// Empty if no parcel came, and another program may have collected some.
    Optional<ParcelChain> chain() {
      boolean isNone = status.lastParcel() == 0 && status.statement().isPresent();
      return file.chain().filter(_ -> file.parcel() > 0 || isNone);
    }
  }

  /// A host of the way that delivered nothing, or not all.
  ///
  /// @param agent there
  /// @param why one sentence
  record Missed(AgentUri agent, String why) {}

  /// Collects from the hosts of a way. The last one has the agent; one before it that is gone is
  /// left out.
  ///
  /// @param way the hosts to which statements of hosts and the owner's passport led the agent
  /// @param first the place on it to begin with
  /// @throws CommandException if the last host does not deliver; the files can be gone on with
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
          // The agent is here. Its host may have signed a further stop that never took it.
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

  /// Whether a host says that it sent the agent to the same next host as it signed.
  private boolean isWhereItWent(Stop stop, AgentPackage home) {
    var way = PassedStop.way(sent, home.hops());
    var said = stop.status().movedTo();
    return said.isPresent()
        && stop.place() + 1 < way.size()
        && way.get(stop.place() + 1).equals(said.get());
  }

  /// Whether the parcels of a stay are those of its statement in the hop log.
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
