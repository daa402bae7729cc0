package dev.sojourn.crawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.core.SimulatedWorld.Mind;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RouteCheck;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.robots.fetch.SiteRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// A shell around the state machines that goes wrong in every way. It loses, doubles and reorders
/// events, and dies between any two writes, from the first on. Sites cannot be reached for a while;
/// then somebody resumes the crawl.
final class SimulatedCrawl {
  private static final RouteCheck ROUTES =
      new RouteCheck(new Reach(true), SimulatedWorld.PRODUCT_TOKEN);

  private final RandomGenerator random;
  final SimulatedWorld world;
  final CrawlTerms[] terms;

  // Survives a crash
  private final Map<String, List<String>> logs = new LinkedHashMap<>();
  private final Map<String, Mind> minds = new HashMap<>();
  private final Map<String, SimulatedHost.Guest> homeVisits = new HashMap<>();
  final Map<String, Map<Integer, List<String>>> parcels = new LinkedHashMap<>();
  final Map<String, SimulatedHost> hosts = new HashMap<>();

  /// The lines of the logs are parsed once, however often they are read.
  private final Map<String, Event> read = new HashMap<>();

  // Does not
  final Map<String, SiteState> states = new LinkedHashMap<>();
  private final List<Job> jobs = new ArrayList<>();
  private final List<Mail> mail = new ArrayList<>();

  final double trouble;

  /// How likely a hold is over when it is looked at: 0 for never, 1 for at once.
  double impatience = 0.2;

  /// Whether a territory of each site is cut into parts.
  boolean isPartitioned;

  /// How many start URLs waited for an agent that had been there.
  int visited;

  /// The tick after which robots.txt is another, and the crawl reads it.
  int changesAt = Integer.MAX_VALUE;

  /// Whether the hosts read it at the same time.
  boolean doHostsReadToo;

  /// The pages that were fetched by visits that had read the change by then.
  final List<String> fetchedAfterChange = new ArrayList<>();

  /// Agents that were sent after the crawl had read the change, and where to.
  final List<VisitTask> sentAfterChange = new ArrayList<>();

  private final Set<String> packages = new HashSet<>();
  private SiteRules rules = SimulatedWorld.RULES;
  private int ticks;

  int crashes;

  /// How often a host said that an agent waits.
  int stalls;

  static final int MAX_WAIT = 5;
  static final String WAITED = "let the agent wait";

  /// How the start URLs come to their sites.
  enum Beginning {
    /// In one step with the sites themselves.
    IN_ONE_STEP,
    /// One letter a site: before or after the plan, or after the end. One that a crash lost is
    /// written again.
    BY_LETTER
  }

  private record Job(String origin, Command command) {}

  private record Mail(String origin, Event event) {}

  SimulatedCrawl(RandomGenerator random, long pages, double trouble) {
    this.random = random;
    this.trouble = trouble;
    world = new SimulatedWorld(random);
    terms = new CrawlTerms[SimulatedWorld.ORIGINS.size()];
    for (int i = 0; i < terms.length; i++) {
      var origin = SimulatedWorld.ORIGINS.get(i);
      var allowance = new Allowance(pages, 1_000_000, 1_000_000, 60);
      terms[i] =
          new CrawlTerms(
              origin, "crawl" + i, allowance, 1 + random.nextInt(3), 500, 1 + random.nextInt(8));
      logs.put(origin, new ArrayList<>());
    }
    hosts.put("atp://root", new SimulatedHost("atp://root"));
    hosts.put("atp://a", new SimulatedHost("atp://a"));
    host("atp://a").refuses = trouble > 0 && random.nextInt(4) == 0;
    begin(trouble == 0 ? Beginning.IN_ONE_STEP : pick(Beginning.values()));
  }

  private void begin(Beginning beginning) {
    var starts = StartUrls.of(world.starts);
    for (var origin : SimulatedWorld.ORIGINS) {
      var seeded = CoreJson.write(new Event.Seeded(starts.ofSite(origin)));
      if (beginning == Beginning.IN_ONE_STEP) {
        log(origin).add(seeded);
      }
    }
    restart(beginning != Beginning.BY_LETTER);
    if (beginning == Beginning.BY_LETTER) {
      SimulatedWorld.ORIGINS.forEach(
          o -> mail.add(new Mail(o, new Event.Seeded(starts.ofSite(o)))));
    }
  }

  private Beginning pick(Beginning[] all) {
    return all[random.nextInt(all.length)];
  }

  private static SiteMachine machine() {
    return new SiteMachine(
        url -> SimulatedWorld.isAllowed(url.toString()), SimulatedWorld.ORIGINS::contains);
  }

  private boolean chance(double probability) {
    return random.nextDouble() < probability * trouble;
  }

  /// Everything in memory is gone; the logs are read again.
  void restart() {
    restart(true);
  }

  private void restart(boolean isSeeding) {
    crashes++;
    jobs.clear();
    mail.clear();
    for (int i = 0; i < terms.length; i++) {
      var origin = terms[i].origin();
      var state = SiteState.begin(terms[i]);
      for (var line : log(origin)) {
        state = machine().next(state, event(line));
      }
      states.put(origin, state);
    }
    for (var origin : SimulatedWorld.ORIGINS) {
      if (chance(0.02)) {
        return; // It dies again before it has written to all sites, and begins nothing.
      }
      var unseeded = unseeded(origin);
      if (isSeeding && !unseeded.isEmpty()) {
        record(origin, new Event.Seeded(unseeded));
      }
      record(origin, new Event.Resumed());
    }
    jobs.clear();
    for (var origin : SimulatedWorld.ORIGINS) {
      SiteCommands.of(state(origin)).forEach(c -> jobs.add(new Job(origin, c)));
    }
  }

  private List<String> log(String origin) {
    return Optional.ofNullable(logs.get(origin)).orElseThrow();
  }

  private Event event(String line) {
    return read.computeIfAbsent(line, CoreJson::event);
  }

  private SiteState state(String origin) {
    return Optional.ofNullable(states.get(origin)).orElseThrow();
  }

  /// Writes an event down, then begins what follows from it.
  private void record(String origin, Event event) {
    log(origin).add(CoreJson.write(event));
    var before = state(origin);
    var after = machine().next(before, event);
    states.put(origin, after);
    SiteCommands.since(before, after).forEach(c -> jobs.add(new Job(origin, c)));
  }

  /// Somebody resumes the crawl with other limits.
  void raise(long pages) {
    for (var term : terms) {
      var now = term.allowance();
      var raised = new Allowance(pages, now.bytes(), now.findings(), now.seconds());
      record(term.origin(), new Event.Raised(raised, term.attempts()));
    }
    restart();
  }

  /// Whether no command is under way; unread letters come too late.
  boolean isOver() {
    return states.values().stream().allMatch(SiteState::isOver);
  }

  /// Whether somebody who reads the summary resumes the crawl.
  boolean isToBeResumed() {
    return states.values().stream().anyMatch(SiteState::isUnreachable)
        || states.values().stream().anyMatch(s -> !s.sitemaps().isWhole())
        || states.values().stream()
            .flatMap(s -> s.territories().stream())
            .anyMatch(
                t ->
                    t.stage() instanceof Stage.Settled(var result, _)
                        && result == Stage.Result.FAILED)
        || SimulatedWorld.ORIGINS.stream().anyMatch(o -> !unseeded(o).isEmpty());
  }

  private List<String> unseeded(String origin) {
    var given = new HashSet<String>();
    for (var line : log(origin)) {
      if (event(line) instanceof Event.Seeded(var urls)) {
        given.addAll(urls);
      }
    }
    var own = StartUrls.of(world.starts).ofSite(origin);
    return own.stream().filter(url -> !given.contains(url)).toList();
  }

  /// One thing happens.
  void tick() {
    if (ticks++ == changesAt) {
      rules = SimulatedWorld.CHANGED_RULES;
      if (doHostsReadToo) {
        hosts.values().forEach(host -> host.rules = rules);
      }
    }
    if (chance(0.01)) {
      restart();
      return;
    }
    if (chance(0.002)) {
      SimulatedWorld.ORIGINS.forEach(o -> record(o, new Event.Interrupted()));
      restart();
      return;
    }
    if (chance(0.002)) {
      host(random.nextBoolean() ? "atp://root" : "atp://a").isDead = true;
    }
    int choice = random.nextInt(jobs.size() + mail.size() + 1);
    if (choice < jobs.size()) {
      work(jobs.get(choice));
    } else if (choice < jobs.size() + mail.size()) {
      deliver(mail.get(choice - jobs.size()));
    } else if (states.values().stream().allMatch(SiteState::isQuiet)) {
      for (var origin : SimulatedWorld.ORIGINS) {
        if (!state(origin).isConcluded()) {
          record(origin, new Event.Concluded());
          if (chance(0.1)) {
            restart();
            return;
          }
        }
      }
    } else if (jobs.isEmpty() && mail.isEmpty()) {
      restart();
    }
  }

  private void deliver(Mail letter) {
    if (!chance(0.1)) {
      mail.remove(letter);
    }
    if (!chance(0.03)) {
      record(letter.origin(), letter.event());
    }
  }

  private void send(Job job, Event event) {
    jobs.remove(job);
    mail.add(new Mail(job.origin(), event));
  }

  private void work(Job job) {
    switch (job.command()) {
      case Command.ReadRobots(var origin) ->
          send(
              job,
              chance(0.2)
                  ? new Event.SiteUnreachable()
                  : new Event.Planned(
                      isPartitioned
                          ? SimulatedWorld.partitioned(origin)
                          : SimulatedWorld.plan(origin),
                      world.hasSitemaps(origin)));
      case Command.ReadSitemaps(var origin) ->
          send(
              job,
              chance(0.2)
                  ? new Event.SitemapsRead(List.of(), false, List.of("It was away."))
                  : new Event.SitemapsRead(world.listed(origin), true, List.of()));
      case Command.Dispatch(var task, int attempt) -> dispatch(job, task, attempt);
      case Command.Follow(var task, var host) -> follow(job, task, host(host));
      case Command.VisitAtHome(var task) -> visitAtHome(job, task);
      case Command.FetchHome(var agentId, _, _)
          when isPartitioned && reportsVisited(job, agentId) ->
          jobs.remove(job);
      case Command.FetchHome(var agentId, var host, int attempt) -> {
        var guest = host(host).guests.get(agentId);
        if (minds.containsKey(agentId)) {
          send(job, new Event.FetchedHome(agentId));
        } else if (host(host).isDead || guest == null || chance(0.2)) {
          var isFinal = !host(host).isDead && guest == null;
          send(job, new Event.FetchFailed(agentId, attempt, isFinal, "gone"));
        } else {
          minds.put(agentId, guest.mind);
          send(job, new Event.FetchedHome(agentId));
        }
      }
      case Command.Hold(var agentId, _) -> {
        if (random.nextDouble() < impatience) {
          send(job, new Event.HoldOver(agentId));
        }
      }
      case Command.Pause(var agentId, int attempt) ->
          send(job, new Event.RetryDue(agentId, attempt));
      case Command.Dispose(var agentId, var host, boolean isStateKept) -> {
        if (!host(host).isDead) {
          var guest = host(host).guests.remove(agentId);
          if (isStateKept && guest != null) {
            minds.put(agentId, guest.mind);
          }
        }
        send(job, new Event.Disposed(agentId));
      }
      case Command.Forward(int number, var urls) -> {
        var shares = StartUrls.of(urls);
        for (var origin : shares.origins()) {
          record(origin, new Event.Seeded(shares.ofSite(origin)));
          if (chance(0.05)) {
            restart();
            return;
          }
        }
        send(job, new Event.Forwarded(number));
      }
    }
  }

  /// Looks at which of the waiting start URLs the agent was; gives whether it need not be fetched.
  private boolean reportsVisited(Job job, String agentId) {
    var territory =
        state(job.origin()).territories().stream()
            .filter(t -> t.visit().filter(v -> v.agentId().equals(agentId)).isPresent())
            .findFirst();
    if (territory.isEmpty()) {
      return false;
    }
    var asked = new HashSet<String>();
    for (var visit : territory.get().journey()) {
      var stored = parcels.getOrDefault(visit.agentId(), Map.of());
      stored.values().forEach(asked::addAll);
    }
    var all = territory.get().seeds();
    var waiting = all.subList(all.size() - territory.get().unsentSeeds(), all.size());
    asked.retainAll(waiting);
    if (asked.isEmpty() || chance(0.1)) {
      return false;
    }
    visited += asked.size();
    record(job.origin(), new Event.Visited(agentId, List.copyOf(asked)));
    return !SiteCommands.of(state(job.origin())).contains(job.command());
  }

  private SimulatedHost host(String url) {
    return Optional.ofNullable(hosts.get(url)).orElseThrow();
  }

  private Mind mind(VisitTask task) {
    return task.basis().isEmpty()
        ? Mind.fresh()
        : Optional.ofNullable(minds.get(task.basis())).orElseThrow();
  }

  private void dispatch(Job job, VisitTask task, int attempt) {
    assertThat(task.allowance().spent()).isEmpty();
    var url = ((Place.Host) task.place()).url();
    var objection = ROUTES.objection(task, url, rules, Destinations.ANY);
    if (objection.isPresent()) {
      boolean mayBeAtHost = packages.contains(task.agentId());
      send(job, new Event.Withdrawn(task.agentId(), objection.get(), mayBeAtHost));
      return;
    }
    packages.add(task.agentId());
    var host = host(url);
    var away = new Event.Unreachable(task.agentId(), attempt, "no answer");
    if (host.isDead || chance(0.1)) {
      send(job, away);
      return;
    }
    if (host.refuses) {
      send(job, new Event.Refused(task.agentId(), "not trusted"));
      return;
    }
    if (rules.equals(SimulatedWorld.CHANGED_RULES)) {
      sentAfterChange.add(task);
    }
    host.take(task.withStarts(ROUTES.allowedStarts(task, rules)), mind(task));
    send(job, chance(0.1) ? away : new Event.Accepted(task.agentId()));
  }

  private void follow(Job job, VisitTask task, SimulatedHost host) {
    var guest = host.guests.get(task.agentId());
    if (host.isDead || guest == null || chance(0.02)) {
      send(job, new Event.Lost(task.agentId(), "not heard of", Tally.NONE));
      return;
    }
    if (chance(0.02)) {
      guest.outcome = Optional.of(new Ending.Failed("It threw."));
    }
    if (host.stalls && guest.outcome.isEmpty()) {
      stall(job, task);
      return;
    }
    advance(guest, host.rules);
    gather(job, task, guest);
  }

  /// The host says once more that the agent waits. How long it did is read off the state, which a
  /// crash takes no more of than what was not written down yet.
  private void stall(Job job, VisitTask task) {
    stalls++;
    long waited =
        1
            + state(job.origin()).territories().stream()
                .flatMap(t -> t.visits().stream())
                .filter(v -> v.agentId().equals(task.agentId()))
                .mapToLong(SiteVisit::waitedSeconds)
                .findFirst()
                .orElse(0);
    if (waited > MAX_WAIT) {
      send(job, new Event.Lost(task.agentId(), WAITED, Tally.NONE));
    } else {
      record(job.origin(), new Event.Waited(task.agentId(), waited));
      if (chance(0.1)) {
        // Too late or twice, it changes nothing.
        mail.add(new Mail(job.origin(), new Event.Waited(task.agentId(), 1)));
      }
    }
  }

  private void visitAtHome(Job job, VisitTask task) {
    assertThat(task.allowance().spent()).isEmpty();
    var visit =
        homeVisits.computeIfAbsent(
            task.agentId(), _ -> SimulatedHost.Guest.atHome(task, mind(task), () -> rules));
    if (chance(0.02)) {
      // The site does not answer any more; what the visit had at its last checkpoint is kept.
      send(job, new Event.Ended(task.agentId(), new Ending.Failed("site gone"), visit.tally()));
      return;
    }
    visit.goOnWith(task.allowance());
    advance(visit, rules);
    gather(job, task, visit);
  }

  private void advance(SimulatedHost.Guest guest, SiteRules read) {
    int before = guest.parcels.size();
    guest.advance(world, 1 + random.nextInt(4));
    if (read.equals(SimulatedWorld.CHANGED_RULES)) {
      guest.parcels.stream().skip(before).forEach(p -> fetchedAfterChange.addAll(p.fetched()));
    }
  }

  /// Stores the next parcel together with its event; when there is none and the visit is over, says
  /// so. Now and then a parcel that is there already comes again.
  private void gather(Job job, VisitTask task, SimulatedHost.Guest guest) {
    var stored = parcels.computeIfAbsent(task.agentId(), _ -> new LinkedHashMap<>());
    int number = chance(0.1) ? Math.max(0, stored.size() - 1) : stored.size();
    if (number < guest.parcels.size()) {
      var parcel = guest.parcels.get(number);
      if (stored.putIfAbsent(number, parcel.fetched()) == null) {
        record(job.origin(), new Event.Referred(task.agentId(), parcel.referrals()));
      }
    } else if (guest.outcome.isPresent()) {
      if (task.place() instanceof Place.Home) {
        minds.put(task.agentId(), guest.mind);
      }
      send(job, new Event.Ended(task.agentId(), guest.outcome.get(), guest.tally()));
    }
  }
}
