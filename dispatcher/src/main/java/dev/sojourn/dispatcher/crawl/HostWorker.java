package dev.sojourn.dispatcher.crawl;

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
import dev.sojourn.dispatcher.combine.LastVisit;
import dev.sojourn.dispatcher.crawl.report.LiveCounts;
import dev.sojourn.dispatcher.follow.HostRefusals;
import dev.sojourn.dispatcher.follow.VisitedStarts;
import dev.sojourn.dispatcher.identity.StayCheck;
import dev.sojourn.dispatcher.store.CrawlStore;
import dev.sojourn.dispatcher.store.StoredLines;
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

/// The worker for visits at hosts: it sends agents, has their visits gathered, fetches them home,
/// and disposes of them. Each method blocks its (virtual) thread until its event is recorded.
///
/// Each host has two clients: one that tries again by itself, and one that does not.
final class HostWorker {
  private static final System.Logger LOG = System.getLogger(HostWorker.class.getName());

  private final Map<Way, HostClient> patient = new ConcurrentHashMap<>();
  private final Map<Way, HostClient> impatient = new ConcurrentHashMap<>();
  private final CrawlLoop loop;
  private final CrawlStore store;
  private final CrawlRequest request;
  private final PassportFactory passports;
  private final AtpClient client;
  private final Reach reach;
  private final RouteCheck routes;
  private final InstantSource machine;
  private final RandomGenerator random;
  private final String publicKey;
  private final LiveCounts counts;
  private final AgentRetrieval returns;
  private final ParcelCollector gathering;

  HostWorker(
      CrawlLoop loop,
      CrawlStore store,
      CrawlRequest request,
      PassportFactory passports,
      AtpClient client,
      Reach reach,
      RouteCheck routes,
      StayReports stayReports,
      LiveCounts counts,
      Progress progress,
      Crawl.Clocks clocks,
      RandomGenerator random) {
    this.loop = loop;
    this.store = store;
    this.request = request;
    this.passports = passports;
    this.client = client;
    this.reach = reach;
    this.routes = routes;
    this.counts = counts;
    this.machine = clocks.machine();
    this.random = random;
    this.publicKey = request.publicKey();
    var statements = new StayCheck(store, request.identity().hosts());
    this.returns = new AgentRetrieval(loop, store, statements, publicKey, progress, this::count);
    this.gathering =
        new ParcelCollector(
            loop,
            store,
            statements,
            stayReports,
            returns,
            request.settings(),
            publicKey,
            counts,
            progress,
            this::count,
            clocks.steady());
  }

  /// The key of a client: two sites may name one host, and only one of them may name hosts at any
  /// address.
  private record Way(AtpAddress host, Destinations destinations) {}

  private HostClient patient(SiteContext site, AtpAddress host, String agentId) {
    var policy =
        new RetryPolicy(
            3,
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            request.settings().retries().patience());
    return patient
        .computeIfAbsent(new Way(host, site.destinations()), way -> client(way, policy))
        .onJourney(site.journey(agentId));
  }

  private HostClient impatient(SiteContext site, AtpAddress host, String agentId) {
    return impatient
        .computeIfAbsent(new Way(host, site.destinations()), way -> client(way, RetryPolicy.NEVER))
        .onJourney(site.journey(agentId));
  }

  private HostClient client(Way way, RetryPolicy retry) {
    return new HostClient(client, way.host(), request.owner(), retry, machine, random)
        .following(reach::allows)
        .connecting(way.destinations());
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
      agent = passports.make(allowed, routes.allowedScope(allowed, rules.robots()), address);
    } catch (IllegalArgumentException e) {
      var reason = "No passport can be made for " + host + ": " + e.getMessage() + ".";
      loop.record(site, new Event.Refused(task.agentId(), reason));
      return;
    }
    var outcome = patient(site, address, agentId).dispatch(agent, true);
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

  /// Gathers the parcels of a visit until it is over, as [ParcelCollector] does.
  void follow(SiteContext site, VisitTask task, String host)
      throws IOException, InterruptedException {
    var agentId = task.agentId();
    gathering.gather(
        site, task, host, impatient(site, address(host), agentId), passports.expires(agentId));
  }

  void fetchHome(SiteContext site, String agentId, String host, int attempt)
      throws IOException, InterruptedException {
    if (isStillWanted(site, new Command.FetchHome(agentId, host, attempt))) {
      returns.fetchHome(site, agentId, host, attempt, patient(site, address(host), agentId));
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
            ? VisitedStarts.of(territory.get(), new StoredLines(store))
            : List.<String>of();
    if (asked.isEmpty()) {
      return true;
    }
    loop.record(site, new Event.Visited(command.agentId(), asked));
    return SiteCommands.of(site.state()).contains(command);
  }

  /// Fetches an agent whose host could not be reached when it was to be disposed of; gives why not.
  Optional<String> bringHome(SiteContext site, LastVisit visit, String host)
      throws IOException, InterruptedException {
    var agentId = visit.agentId();
    return returns.bringHome(agentId, host, patient(site, address(host), agentId));
  }

  void dispose(SiteContext site, String agentId, String host, boolean isStateKept)
      throws IOException, InterruptedException {
    returns.dispose(site, agentId, host, isStateKept, impatient(site, address(host), agentId));
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
