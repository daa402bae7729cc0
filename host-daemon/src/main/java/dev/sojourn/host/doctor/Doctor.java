package dev.sojourn.host.doctor;

import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;

/// Examines a machine: tries all attacks of a corpus, several at once, and checks the decoys.
///
/// Each attack that ends its worker gets a separate worker. The other attacks share a few workers,
/// as agents of one signer do.
public final class Doctor {
  /// The number of attacks of one kind that are tried at once, chosen for two processors.
  private static final int AT_ONCE = 3;

  private static final int SHARED_SIGNERS = 2;
  private static final int NEIGHBOUR_EVERY = 7;
  private static final int TIMED_VISITS = 9;
  private static final int MOST_TIMED = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration LAST_BREATH = Duration.ofSeconds(10);

  private final SandboxSettings settings;
  private final Corpus corpus;
  private final IntConsumer progress;
  private final InstantSource clock;

  /// Creates a doctor.
  ///
  /// @param settings the settings with which the daemon would start its workers
  /// @param corpus the attacks to try
  /// @param progress receives the number of finished attempts, from several threads
  /// @param clock the time
  public Doctor(
      SandboxSettings settings, Corpus corpus, IntConsumer progress, InstantSource clock) {
    this.settings = settings;
    this.corpus = corpus;
    this.progress = progress;
    this.clock = clock;
  }

  /// Tries all attacks.
  ///
  /// @param packages whether attacks with forged agent packages are also tried
  /// @return the result
  /// @throws IOException if the decoys cannot be laid or no worker can be started
  /// @throws InterruptedException if the calling thread is interrupted
  public DoctorReport examine(boolean packages) throws IOException, InterruptedException {
    var began = clock.instant();
    try (var decoys = Decoys.lay(settings.places().directory())) {
      var trials = new Trials(decoys, settings.heapMiB(), clock);
      var results = new ConcurrentLinkedQueue<AttackResult>();
      var neighbours = new Neighbours();
      var scripts = new ScriptTrials(corpus, trials, decoys.folder(), settings);
      List<dev.sojourn.sandbox.SandboxWalls.Wall> walls;
      // The doctor creates its own start cache, as a daemon does, because it starts hundreds of
      // workers.
      var cached = settings.withStartCache(decoys.folder().resolve("start-cache"));
      try (var sandbox = ProcessSandbox.open(cached);
          var readers = new ReaderTrials(corpus, trials, settings)) {
        sandbox.makeStartCache();
        walls = sandbox.walls().walls();
        var before = time(sandbox, trials, Duration.ofDays(1));
        var small = Footprint.now();
        var ways = new Ways(trials, scripts, readers);
        tryAll(sandbox, ways, results, neighbours);
        tryCrowdedAgain(cached, ways, results);
        neighbours.timed(before, time(sandbox, trials, before.multipliedBy(2)));
        neighbours.grown(small, settled(small));
      }
      if (packages) {
        results.addAll(IdentityTrials.all(decoys.folder(), clock.instant()));
      }
      progress.accept(results.size());
      var tripped = new ArrayList<>(decoys.tripped());
      awaitNoProcesses(decoys).forEach(p -> tripped.add("a process is left behind: " + p));
      return new DoctorReport(
          List.copyOf(results),
          walls,
          neighbours,
          tripped,
          Duration.between(began, clock.instant()));
    }
  }

  /// The ways in which attacks are tried.
  private record Ways(Trials trials, ScriptTrials scripts, ReaderTrials readers) {
    AttackResult attempt(Sandbox sandbox, String signer, Attack attack)
        throws IOException, InterruptedException {
      return switch (attack.kind()) {
        case SCRIPT -> scripts.attempt(sandbox.reader(), attack);
        case PAGE -> readers.attempt(sandbox, signer, attack);
        case VIEW, TREE -> trials.forged(sandbox, signer, attack);
        case CODE, STATE, HONEST -> trials.attempt(sandbox, signer, attack);
      };
    }
  }

  private void tryAll(
      Sandbox sandbox,
      Ways ways,
      ConcurrentLinkedQueue<AttackResult> results,
      Neighbours neighbours)
      throws IOException, InterruptedException {
    var quiet = new Semaphore(AT_ONCE);
    var lethal = new Semaphore(AT_ONCE);
    var scripted = new Semaphore(AT_ONCE);
    var under = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      int number = 0;
      for (var attack : corpus.attacks()) {
        int n = number++;
        Callable<AttackResult> attempt;
        Semaphore places;
        if (attack.kind() == Attack.Kind.SCRIPT || attack.kind() == Attack.Kind.PAGE) {
          attempt = () -> ways.attempt(sandbox, "shared-0", attack);
          places = scripted;
        } else if (attack.expected().outcome().equals("killed") || fillsTheHeap(attack)) {
          var signer = "lethal-" + n;
          attempt = attempt(sandbox, ways, n, signer, "shared-0", attack, neighbours);
          places = lethal;
        } else {
          var signer = "shared-" + n % SHARED_SIGNERS;
          attempt = attempt(sandbox, ways, n, signer, signer, attack, neighbours);
          places = quiet;
        }
        under.add(threads.submit(() -> inTurn(places, attempt, results)));
      }
      for (var one : under) {
        await(one);
      }
    }
  }

  /// Returns an attempt of an attack. Every seventh attack runs together with honest visits.
  ///
  /// @param number the number of the attack
  /// @param honest the signer of the honest visit
  private Callable<AttackResult> attempt(
      Sandbox sandbox,
      Ways ways,
      int number,
      String signer,
      String honest,
      Attack attack,
      Neighbours neighbours) {
    return number % NEIGHBOUR_EVERY == 0
        ? () -> besideHonest(sandbox, ways, signer, honest, attack, neighbours)
        : () -> ways.attempt(sandbox, signer, attack);
  }

  private boolean inTurn(
      Semaphore places, Callable<AttackResult> attempt, ConcurrentLinkedQueue<AttackResult> results)
      throws Exception {
    places.acquire();
    try {
      results.add(attempt.call());
      progress.accept(results.size());
    } finally {
      places.release();
    }
    return true;
  }

  /// Whether an attack fills the heap. In a shared worker, such an attack and its neighbours would
  /// end each other.
  private static boolean fillsTheHeap(Attack attack) {
    return attack.family().equals("collector");
  }

  /// Repeats each attack that other attacks at the same time may have disturbed. An attack that
  /// runs alone shows whether the walls failed. Its longer deadline gives a busy machine time to
  /// check thousands of classes.
  private void tryCrowdedAgain(
      SandboxSettings cached, Ways ways, ConcurrentLinkedQueue<AttackResult> results)
      throws IOException, InterruptedException {
    var again = results.stream().filter(AttackResult::isCrowded).toList();
    if (again.isEmpty()) {
      return;
    }
    var usual = cached.deadlines();
    try (var sandbox =
        ProcessSandbox.open(cached.withDeadlines(usual.start(), PATIENCE, usual.grace()))) {
      for (var crowded : again) {
        for (var attack : corpus.attacks()) {
          if (attack.title().equals(crowded.title())) {
            results.remove(crowded);
            results.add(ways.attempt(sandbox, "again", attack));
          }
        }
      }
    }
  }

  /// Tries an attack while honest agents of two signers make visits. If the attack does not end its
  /// worker, one of these agents has the same signer. An attack that ends its worker has a separate
  /// signer.
  private AttackResult besideHonest(
      Sandbox sandbox,
      Ways ways,
      String signer,
      String neighbour,
      Attack attack,
      Neighbours neighbours)
      throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tried = threads.submit(() -> ways.attempt(sandbox, signer, attack));
      for (var other : List.of(neighbour, "neighbour")) {
        neighbours.add(ways.attempt(sandbox, other, corpus.honest()));
      }
      return tried.get();
    }
  }

  /// Returns the resources still in use at the end. Waits for them to shrink, because killed
  /// workers may end with a delay.
  private Footprint settled(Footprint before) throws IOException, InterruptedException {
    var until = clock.instant().plus(LAST_BREATH);
    var now = Footprint.now();
    while (!before.grownTo(now).isEmpty() && clock.instant().isBefore(until)) {
      Thread.sleep(200);
      now = Footprint.now();
    }
    return now;
  }

  /// Measures the shortest time of several honest visits, because the first visit may wait for its
  /// worker. Afterwards each signer with a lasting worker has that worker.
  ///
  /// @param enough more visits are made while all take longer than this. Other processes slow the
  ///   machine only for a while; a successful attack slows it permanently
  private Duration time(Sandbox sandbox, Trials trials, Duration enough)
      throws IOException, InterruptedException {
    for (var signer : List.of("neighbour", "shared-1")) {
      trials.attempt(sandbox, signer, corpus.honest());
    }
    var best = Duration.ofDays(1);
    for (int i = 0; i < TIMED_VISITS || (i < MOST_TIMED && best.compareTo(enough) > 0); i++) {
      var began = System.nanoTime();
      trials.attempt(sandbox, "shared-0", corpus.honest());
      var took = Duration.ofNanos(System.nanoTime() - began);
      best = took.compareTo(best) < 0 ? took : best;
    }
    return best;
  }

  private static void await(Future<?> future) throws IOException, InterruptedException {
    try {
      future.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException fault -> throw fault;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  /// Waits until no process is left, because workers end shortly after their sandbox.
  private List<String> awaitNoProcesses(Decoys decoys) throws InterruptedException {
    var until = clock.instant().plus(LAST_BREATH);
    while (!decoys.newProcesses().isEmpty() && clock.instant().isBefore(until)) {
      Thread.sleep(50);
    }
    return decoys.newProcesses();
  }
}
