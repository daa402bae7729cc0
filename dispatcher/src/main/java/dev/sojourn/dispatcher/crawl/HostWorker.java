package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.dispatcher.combine.LastVisit;
import dev.sojourn.dispatcher.core.Command;
import dev.sojourn.dispatcher.core.Event;
import dev.sojourn.dispatcher.core.VisitTask;
import dev.sojourn.dispatcher.crawl.report.LiveCounts;
import dev.sojourn.dispatcher.follow.AskedStarts;
import dev.sojourn.dispatcher.follow.HostRefusals;
import dev.sojourn.dispatcher.identity.StayCheck;
import dev.sojourn.dispatcher.plan.RouteCheck;
import dev.sojourn.dispatcher.store.CrawlStore;
import dev.sojourn.dispatcher.store.StoredLines;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The worker for visits at hosts: it sends agents, has their visits gathered, fetches them home,
/// and disposes of them. Each method blocks its (virtual) thread until its event is recorded.
final class HostWorker {
  private static final System.Logger LOG = System.getLogger(HostWorker.class.getName());

  private final CrawlLoop loop;
  private final CrawlStore store;
  private final PassportFactory passports;
  private final HostClients hosts;
  private final RouteCheck routes;
  private final String publicKey;
  private final LiveCounts counts;
  private final HostReturns returns;
  private final HostGathering gathering;

  HostWorker(
      CrawlLoop loop,
      CrawlStore store,
      PassportFactory passports,
      HostClients hosts,
      StayCheck statements,
      Stays stays,
      RouteCheck routes,
      CrawlSettings settings,
      String publicKey,
      LiveCounts counts,
      Progress progress,
      InstantSource clock) {
    this.loop = loop;
    this.store = store;
    this.passports = passports;
    this.hosts = hosts;
    this.routes = routes;
    this.publicKey = publicKey;
    this.counts = counts;
    this.returns = new HostReturns(loop, store, statements, publicKey, progress, this::count);
    this.gathering =
        new HostGathering(
            loop,
            store,
            statements,
            stays,
            returns,
            settings,
            publicKey,
            counts,
            progress,
            this::count,
            clock);
  }

  void dispatch(SiteContext site, VisitTask task, String host, int attempt)
      throws IOException, InterruptedException {
    var agentId = task.agentId();
    var rules = site.rules().forDispatch();
    var objection = routes.objection(task, host, rules, site.destinations());
    if (objection.isPresent()) {
      boolean mayBeAtHost = store.sentPackage(agentId).isPresent();
      loop.record(site, new Event.Withdrawn(agentId, objection.get(), mayBeAtHost));
      return;
    }
    var address = address(host);
    AgentPackage agent;
    try {
      var allowed = task.withStarts(routes.allowedStarts(task, rules));
      agent = passports.make(allowed, site.scope(allowed, rules.robots()), address);
    } catch (IllegalArgumentException e) {
      var reason = "No passport can be made for " + host + ": " + e.getMessage() + ".";
      loop.record(site, new Event.Refused(task.agentId(), reason));
      return;
    }
    var outcome =
        hosts
            .patient(address, site.destinations())
            .onJourney(site.journey(task.agentId()))
            .dispatch(agent, true);
    count(task.agentId(), outcome.wireBytes().total());
    loop.record(site, dispatched(agentId, host, attempt, outcome));
  }

  private Event dispatched(String agentId, String host, int attempt, DispatchOutcome outcome) {
    return switch (outcome) {
      case DispatchOutcome.Accepted accepted -> {
        // As the commands of `agent` take it, for a user who wants to speak to it on its way.
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

  /// Gathers the parcels of a visit until it is over, as [HostGathering] does.
  void follow(SiteContext site, VisitTask task, String host)
      throws IOException, InterruptedException {
    var agentId = task.agentId();
    var client =
        hosts.impatient(address(host), site.destinations()).onJourney(site.journey(agentId));
    gathering.gather(site, task, host, client, passports.expires(agentId));
  }

  void fetchHome(SiteContext site, String agentId, String host, int attempt)
      throws IOException, InterruptedException {
    if (isStillWanted(site, new Command.FetchHome(agentId, host, attempt))) {
      var client =
          hosts.patient(address(host), site.destinations()).onJourney(site.journey(agentId));
      returns.fetchHome(site, agentId, host, attempt, client);
    }
  }

  /// Whether an agent has to come home: others may have referred to what it found by itself.
  private boolean isStillWanted(SiteContext site, Command.FetchHome command) throws IOException {
    var territory =
        site.state().territories().stream()
            .filter(t -> t.visit().filter(v -> v.agentId().equals(command.agentId())).isPresent())
            .findFirst();
    var asked =
        territory.isPresent() && territory.get().unsentSeeds() > 0
            ? AskedStarts.of(territory.get(), new StoredLines(store))
            : List.<String>of();
    if (asked.isEmpty()) {
      return true;
    }
    loop.record(site, new Event.Visited(command.agentId(), asked));
    return site.state().commands().contains(command);
  }

  /// Fetches an agent whose host could not be reached when it was to be disposed of; gives why not.
  Optional<String> bringHome(SiteContext site, LastVisit visit, String host)
      throws IOException, InterruptedException {
    var client =
        hosts.patient(address(host), site.destinations()).onJourney(site.journey(visit.agentId()));
    return returns.bringHome(visit.agentId(), host, client);
  }

  void dispose(SiteContext site, String agentId, String host, boolean isStateKept)
      throws IOException, InterruptedException {
    var client =
        hosts.impatient(address(host), site.destinations()).onJourney(site.journey(agentId));
    returns.dispose(site, agentId, host, isStateKept, client);
  }

  private void count(String agentId, long bytes) throws IOException {
    counts.addWire(agentId, bytes);
    store.addWireBytes(agentId, bytes);
  }

  private static AtpAddress address(String host) {
    return AtpAddress.parse(host)
        .orElseThrow(() -> new IllegalStateException(host + " was planned and is no address"));
  }

  private String refusal(String host, Problem problem) {
    return HostRefusals.sentence(host, problem, publicKey);
  }

  private static String sentence(String text) {
    return HostRefusals.sentence(text);
  }
}
