package dev.sojourn.crawl.visits.host;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetractedAgent;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.SavedAgent;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.VisitListener;
import dev.sojourn.crawl.visits.audit.StayCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// Fetches agents home from their hosts with their state, and has hosts delete them. May be used by
/// any thread.
public final class AgentRetrieval {
  private static final System.Logger LOG = System.getLogger(AgentRetrieval.class.getName());

  private final CrawlShell shell;
  private final StayCheck statements;
  private final String publicKey;
  private final VisitListener listener;
  private final AtomicBoolean hasReportedOfStays = new AtomicBoolean();

  /// The hosts that were asked for agents after the end of the crawl.
  private final Set<String> asked = ConcurrentHashMap.newKeySet();

  /// The hosts that did not answer or were busy, with the reason.
  private final Map<String, String> away = new ConcurrentHashMap<>();

  /// Creates a retrieval without any asked host.
  ///
  /// @param shell stores the agents
  /// @param statements checks hosts' statements about agents
  /// @param publicKey the name of the public part of the owner's key
  /// @param listener receives sentences for people
  public AgentRetrieval(
      CrawlShell shell, StayCheck statements, String publicKey, VisitListener listener) {
    this.shell = shell;
    this.statements = statements;
    this.publicKey = publicKey;
    this.listener = listener;
  }

  /// Takes back an agent that would stay at its host, since a crawl does not wait for it. All its
  /// findings have arrived. Afterwards the host reports that the visit is over. Returns why the
  /// host keeps the agent, if it does.
  Optional<String> takeBack(String agentId, String host, VisitStatus status, HostClient client)
      throws IOException, InterruptedException {
    if (hasReportedOfStays.compareAndSet(false, true)) {
      listener.note(
          "Agent %s would stay at %s %s. A crawl waits for no agent that stays: it is taken back, and others too."
              .formatted(agentId, host, status.reason()));
    }
    return switch (retract(agentId, client)) {
      case Answer.Given<RetractedAgent>(var home, _) ->
          keepHome(agentId, host, 0, home.agent()) instanceof Event.FetchFailed failed
              ? Optional.of(failed.reason())
              : Optional.empty();
      case Answer.Refused<RetractedAgent>(var problem, _) ->
          problem.status() == AtpStatus.SERVICE_UNAVAILABLE
              ? Optional.empty()
              : Optional.of(HostRefusals.sentence(host, problem, publicKey));
      case Answer.Unreachable<RetractedAgent> _ -> Optional.empty();
    };
  }

  /// Fetches a finished agent with its state.
  ///
  /// @param client of the host
  void fetchHome(SiteView site, String agentId, String host, int attempt, HostClient client)
      throws IOException, InterruptedException {
    if (shell.saved(agentId).isPresent()) {
      shell.record(site, new Event.FetchedHome(agentId));
      return;
    }
    shell.record(site, fetched(agentId, host, attempt, retract(agentId, client)));
  }

  private Answer<RetractedAgent> retract(String agentId, HostClient client)
      throws IOException, InterruptedException {
    var answer = client.retract(agentId);
    shell.count(agentId, answer.wireBytes().total());
    return answer;
  }

  private Event fetched(String agentId, String host, int attempt, Answer<RetractedAgent> answer)
      throws IOException {
    return switch (answer) {
      case Answer.Given<RetractedAgent>(var home, _) ->
          keepHome(agentId, host, attempt, home.agent());
      case Answer.Refused<RetractedAgent>(var problem, _) ->
          new Event.FetchFailed(
              agentId,
              attempt,
              problem.status() != AtpStatus.SERVICE_UNAVAILABLE,
              HostRefusals.sentence(host, problem, publicKey));
      case Answer.Unreachable<RetractedAgent>(var reason, _) ->
          new Event.FetchFailed(
              agentId,
              attempt,
              false,
              host + " cannot be reached: " + HostRefusals.sentence(reason));
    };
  }

  /// Whether the agent may be fetched later.
  private static boolean isAway(Answer<RetractedAgent> answer) {
    return switch (answer) {
      case Answer.Given<RetractedAgent> _ -> false;
      case Answer.Refused<RetractedAgent>(var problem, _) ->
          problem.status() == AtpStatus.SERVICE_UNAVAILABLE;
      case Answer.Unreachable<RetractedAgent> _ -> true;
    };
  }

  /// Fetches a finished agent with its state after the end of its crawl, and has its host delete
  /// it. A host that does not answer is not asked for other agents, since each attempt would delay
  /// the end of the crawl as long.
  ///
  /// @param agentId of the visit
  /// @param host of the agent
  /// @param client of the host
  /// @return the reason of a failure, one sentence; empty if the agent is stored here
  /// @throws IOException if the agent cannot be stored
  /// @throws InterruptedException if the thread was interrupted
  public Optional<String> bringHome(String agentId, String host, HostClient client)
      throws IOException, InterruptedException {
    var known = Optional.ofNullable(away.get(host));
    if (known.isPresent()) {
      return known;
    }
    if (asked.add(host)) {
      listener.note("Asking %s for agents that did not come home yet.".formatted(host));
    }
    var answer = retract(agentId, client);
    if (fetched(agentId, host, 0, answer) instanceof Event.FetchFailed failed) {
      if (isAway(answer)) {
        away.put(host, failed.reason());
      }
      return Optional.of(failed.reason());
    }
    shell.count(agentId, client.dispose(agentId).wireBytes().total());
    return Optional.empty();
  }

  private Event keepHome(String agentId, String host, int attempt, AgentPackage agent)
      throws IOException {
    if (agent.state().isEmpty()) {
      return new Event.FetchFailed(
          agentId, attempt, true, host + " gave an agent back without its state.");
    }
    var fault = statements.fault(agentId, agent);
    if (!fault.isEmpty()) {
      return new Event.FetchFailed(agentId, attempt, true, host + ": " + fault);
    }
    shell.save(agentId, new SavedAgent(agent.state().get(), Tally.NONE, Duration.ZERO));
    return new Event.FetchedHome(agentId);
  }

  /// Asks the host to delete an agent. A host that does not answer deletes the agent itself after
  /// some time.
  ///
  /// @param site of the visit
  /// @param agentId of the visit
  /// @param host of the agent
  /// @param isStateKept whether the agent's state is fetched first. If this fails, its territory
  ///   continues from the beginning
  /// @param client of the host
  /// @throws IOException if the event cannot be stored
  /// @throws InterruptedException if the thread was interrupted
  public void dispose(
      SiteView site, String agentId, String host, boolean isStateKept, HostClient client)
      throws IOException, InterruptedException {
    if (isStateKept && shell.saved(agentId).isEmpty()) {
      var home = retract(agentId, client);
      if (home instanceof Answer.Given<RetractedAgent>(var given, _)) {
        var _ = keepHome(agentId, host, 0, given.agent());
      } else if (isAway(home)) {
        // The state can still be fetched once the host answers or is less busy.
        shell.record(site, new Event.Disposed(agentId));
        return;
      }
    }
    var answer = client.dispose(agentId);
    shell.count(agentId, answer.wireBytes().total());
    if (answer instanceof Answer.Unreachable<Boolean>(var reason, _)) {
      LOG.log(System.Logger.Level.DEBUG, "{0} still has agent {1}: {2}", host, agentId, reason);
    }
    shell.record(site, new Event.Disposed(agentId));
  }
}
