package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.FoundVisit;
import dev.sojourn.atp.client.RetractedAgent;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The search for the host that has an agent now. A host that the agent left reports the next host.
/// If a host does not answer or has forgotten the agent, the search asks the other hosts of the
/// itinerary. The journal of `agent send`, or the signed passport in the copy at the first host,
/// lists them.
///
/// @param remote asks hosts
/// @param retry how often and how long each host is asked
record AgentSearch(RemoteOptions remote, RetryPolicy retry) {

  /// An agent that was found.
  ///
  /// @param agent the agent at its host
  /// @param status the status of its visit there
  record Found(AgentUri agent, VisitStatus status) {}

  /// {@return the agent at its present host}
  ///
  /// @param agent the agent at its host, or at an earlier host
  /// @throws dev.sojourn.base.cli.CommandException if no host returned the status of the agent
  Found find(AgentUri agent) throws IOException, InterruptedException {
    var asked = ask(agent.host(), agent);
    if (asked.answer() instanceof Answer.Given<VisitStatus>(var status, _)) {
      return found(agent, asked.host(), status);
    }
    if (isLost(asked.answer())) {
      for (var host : others(agent, asked.host())) {
        var next = ask(host, agent);
        if (next.answer() instanceof Answer.Given<VisitStatus>(var status, _)) {
          return found(agent, next.host(), status);
        }
      }
    }
    // The message names the host that had the agent last, as the other hosts report it.
    var last = new AgentUri(asked.host(), agent.agentId());
    return new Found(last, Refusals.given(asked.answer(), last, remote.key()));
  }

  private static Found found(AgentUri agent, AtpAddress host, VisitStatus status) {
    return new Found(new AgentUri(host, agent.agentId()), status);
  }

  private FoundVisit ask(AtpAddress host, AgentUri agent) throws IOException, InterruptedException {
    return remote.ask(host, retry, client -> client.find(agent.agentId()));
  }

  /// Whether the agent may be at another host: this host does not answer, or does not know the
  /// agent.
  static boolean isLost(Answer<?> answer) {
    return switch (answer) {
      case Answer.Given<?> _ -> false;
      case Answer.Unreachable<?> _ -> true;
      case Answer.Refused<?> refused -> refused.problem().code().equals("agent-unknown");
    };
  }

  /// Whether the agent may have an itinerary. An agent that is not in the journal may have one.
  boolean mayBeElsewhere(AgentUri agent) {
    return SentAgents.beside(remote.key()).hosts(agent.agentId()).size() != 1;
  }

  /// The hosts of the itinerary that were not asked yet. The hosts after `gone` come first.
  private List<AtpAddress> others(AgentUri agent, AtpAddress gone)
      throws IOException, InterruptedException {
    var way = SentAgents.beside(remote.key()).hosts(agent.agentId());
    if (way.isEmpty() && !gone.equals(agent.host())) {
      way = hostsOfCopy(agent);
    }
    int at = way.indexOf(gone) + 1;
    var all = new LinkedHashSet<AtpAddress>();
    Stream.concat(way.stream().skip(at), way.stream().limit(at))
        .filter(host -> !host.equals(gone) && !host.equals(agent.host()))
        .filter(remote::reaches)
        .forEach(all::add);
    return List.copyOf(all);
  }

  /// The hosts of the itinerary, from the signed passport in the copy that the first host keeps.
  private List<AtpAddress> hostsOfCopy(AgentUri agent) throws IOException, InterruptedException {
    var copy = remote.ask(agent.host(), retry, client -> client.copy(agent.agentId()));
    return copy instanceof Answer.Given<RetractedAgent>(var home, _)
        ? hosts(home).orElseGet(List::of)
        : List.of();
  }

  private static Optional<List<AtpAddress>> hosts(RetractedAgent home) {
    try {
      var passport = Passport.read(home.agent().passport().payload());
      var stops = passport.legs().stream().flatMap(leg -> leg.stops().stream());
      return Optional.of(
          Stream.concat(Stream.of(passport.audience()), stops.map(stop -> stop.host())).toList());
    } catch (JsonException _) {
      return Optional.empty();
    }
  }
}
