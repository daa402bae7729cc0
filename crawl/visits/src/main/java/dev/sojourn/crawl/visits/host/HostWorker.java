package dev.sojourn.crawl.visits.host;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.crawl.core.Command;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.SiteCommands;
import dev.sojourn.crawl.core.VisitTask;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RouteCheck;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.VisitListener;
import dev.sojourn.crawl.visits.audit.StayCheck;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.Destinations;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/// The worker for visits at hosts: it sends agents, collects the parcels of their visits, fetches
/// the agents home, and has hosts delete them. Each method blocks its (virtual) thread until its
/// event is recorded.
///
/// Each host has two clients: one with automatic retries, and one without.
public final class HostWorker {
  private static final System.Logger LOG = System.getLogger(HostWorker.class.getName());

  private final Map<Way, HostClient> patient = new ConcurrentHashMap<>();
  private final Map<Way, HostClient> impatient = new ConcurrentHashMap<>();
  private final CrawlShell shell;
  private final HostTerms terms;
  private final PassportFactory passports;
  private final AtpClient client;
  private final Reach reach;
  private final RouteCheck routes;
  private final InstantSource machine;
  private final RandomGenerator random;
  private final AgentRetrieval retrieval;
  private final ParcelCollector collector;

  /// Creates a worker.
  ///
  /// @param shell stores the results
  /// @param terms for sending agents
  /// @param passports makes the packages
  /// @param client the connections to hosts
  /// @param reach the hosts that agents can be sent to
  /// @param routes checks a route again before an agent is sent
  /// @param stayReports of staying agents
  /// @param listener receives the progress of visits
  /// @param machine the machine's clock, for times that hosts see
  /// @param steady a steady clock that measures durations
  /// @param random makes request ids
  public HostWorker(
      CrawlShell shell,
      HostTerms terms,
      PassportFactory passports,
      AtpClient client,
      Reach reach,
      RouteCheck routes,
      StayReports stayReports,
      VisitListener listener,
      InstantSource machine,
      InstantSource steady,
      RandomGenerator random) {
    this.shell = shell;
    this.terms = terms;
    this.passports = passports;
    this.client = client;
    this.reach = reach;
    this.routes = routes;
    this.machine = machine;
    this.random = random;
    var statements = new StayCheck(shell, terms.hostKeys());
    this.retrieval = new AgentRetrieval(shell, statements, terms.publicKey(), listener);
    this.collector =
        new ParcelCollector(shell, statements, stayReports, retrieval, terms, listener, steady);
  }

  /// The key of a client. Two sites may name one host, but with different limits on its address.
  private record Way(AtpAddress host, Destinations destinations) {}

  private HostClient patient(SiteView site, AtpAddress host, String agentId) {
    var policy =
        new RetryPolicy(3, Duration.ofMillis(200), Duration.ofSeconds(5), terms.patience());
    return patient
        .computeIfAbsent(new Way(host, site.destinations()), way -> client(way, policy))
        .onJourney(site.journey(agentId));
  }

  private HostClient impatient(SiteView site, AtpAddress host, String agentId) {
    return impatient
        .computeIfAbsent(new Way(host, site.destinations()), way -> client(way, RetryPolicy.NEVER))
        .onJourney(site.journey(agentId));
  }

  private HostClient client(Way way, RetryPolicy retry) {
    return new HostClient(client, way.host(), terms.owner(), retry, machine, random)
        .following(reach::allows)
        .connecting(way.destinations());
  }

  /// Sends an agent to a host.
  ///
  /// @param site of the visit
  /// @param task of the visit
  /// @param host the URL of the host
  /// @param attempt the number of the attempt, from 1
  /// @throws IOException if the event cannot be stored
  /// @throws InterruptedException if the thread was interrupted
  public void dispatch(SiteView site, VisitTask task, String host, int attempt)
      throws IOException, InterruptedException {
    var agentId = task.agentId();
    var rules = site.rules().forDispatch();
    var objection = routes.objection(task, host, rules, site.destinations());
    if (objection.isPresent()) {
      boolean mayBeAtHost = shell.sentPackage(agentId).isPresent();
      shell.record(site, new Event.Withdrawn(agentId, objection.get(), mayBeAtHost));
      return;
    }
    var address = address(host);
    AgentPackage agent;
    try {
      var allowed = task.withStarts(routes.allowedStarts(task, rules));
      agent =
          passports.make(
              allowed,
              routes.allowedScope(allowed, rules.robots()),
              site.state().terms().rules(),
              address);
    } catch (IllegalArgumentException e) {
      var reason = "No passport can be made for " + host + ": " + e.getMessage() + ".";
      shell.record(site, new Event.Refused(task.agentId(), reason));
      return;
    }
    var outcome = patient(site, address, agentId).dispatch(agent, true);
    shell.count(task.agentId(), outcome.wireBytes().total());
    shell.record(site, dispatched(agentId, host, attempt, outcome));
  }

  private Event dispatched(String agentId, String host, int attempt, DispatchOutcome outcome) {
    return switch (outcome) {
      case DispatchOutcome.Accepted accepted -> {
        // The `agent` commands accept this form, for a user who wants to contact the agent on its
        // journey.
        LOG.log(System.Logger.Level.INFO, "Sent {0}/#{1}", accepted.host(), agentId);
        yield new Event.Accepted(agentId);
      }
      case DispatchOutcome.Refused(var problem, _) ->
          problem.status() == AtpStatus.SERVICE_UNAVAILABLE
              ? new Event.Unreachable(agentId, attempt, refusal(host, problem))
              : new Event.Refused(agentId, refusal(host, problem));
      case DispatchOutcome.Barred(var reason, _) -> new Event.Refused(agentId, reason);
      case DispatchOutcome.Unreachable(var reason, _, _) ->
          new Event.Unreachable(agentId, attempt, host + " cannot be reached: " + sentence(reason));
    };
  }

  /// Collects the parcels of a visit until it is over, as [ParcelCollector] does.
  ///
  /// @param site of the visit
  /// @param task of the visit
  /// @param host the URL of the host
  /// @throws IOException if the event cannot be stored
  /// @throws InterruptedException if the thread was interrupted
  public void follow(SiteView site, VisitTask task, String host)
      throws IOException, InterruptedException {
    var agentId = task.agentId();
    collector.gather(
        site, task, host, impatient(site, address(host), agentId), passports.expires(agentId));
  }

  /// Fetches a finished agent with its state, if it still has to come home.
  ///
  /// @param site of the visit
  /// @param agentId of the visit
  /// @param host the URL of the host
  /// @param attempt the number of the attempt, from 1
  /// @throws IOException if the event cannot be stored
  /// @throws InterruptedException if the thread was interrupted
  public void fetchHome(SiteView site, String agentId, String host, int attempt)
      throws IOException, InterruptedException {
    if (isStillWanted(site, new Command.FetchHome(agentId, host, attempt))) {
      retrieval.fetchHome(site, agentId, host, attempt, patient(site, address(host), agentId));
    }
  }

  /// Whether an agent still has to come home. The agent may already have visited the URLs that
  /// others referred to.
  private boolean isStillWanted(SiteView site, Command.FetchHome command) throws IOException {
    var territory = site.state().current(command.agentId());
    var asked =
        territory.isPresent() && territory.get().unsentSeeds() > 0
            ? VisitedStarts.of(territory.get(), shell)
            : List.<String>of();
    if (asked.isEmpty()) {
      return true;
    }
    shell.record(site, new Event.Visited(command.agentId(), asked));
    return SiteCommands.of(site.state()).contains(command);
  }

  /// Fetches an agent whose host could not be reached for its deletion.
  ///
  /// @param site of the visit
  /// @param agentId of the visit
  /// @param host of the agent
  /// @return the reason of a failure, one sentence; empty if the agent is stored here
  /// @throws IOException if the agent cannot be stored
  /// @throws InterruptedException if the thread was interrupted
  public Optional<String> bringHome(SiteView site, String agentId, String host)
      throws IOException, InterruptedException {
    return retrieval.bringHome(agentId, host, patient(site, address(host), agentId));
  }

  /// Has a host delete an agent.
  ///
  /// @param site of the visit
  /// @param agentId of the visit
  /// @param host the URL of the host
  /// @param isStateKept whether the agent's state is fetched first
  /// @throws IOException if the event cannot be stored
  /// @throws InterruptedException if the thread was interrupted
  public void dispose(SiteView site, String agentId, String host, boolean isStateKept)
      throws IOException, InterruptedException {
    retrieval.dispose(site, agentId, host, isStateKept, impatient(site, address(host), agentId));
  }

  private static AtpAddress address(String host) {
    return AtpAddress.parse(host)
        .orElseThrow(() -> new IllegalStateException(host + " was planned and is no address"));
  }

  private String refusal(String host, Problem problem) {
    return HostRefusals.sentence(host, problem, terms.publicKey());
  }

  private static String sentence(String text) {
    return HostRefusals.sentence(text);
  }
}
