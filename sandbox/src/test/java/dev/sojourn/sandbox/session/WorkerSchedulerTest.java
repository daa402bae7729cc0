package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.PoolSettings;
import dev.sojourn.sandbox.session.WorkerScheduler.WorkerKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The pool's decisions, with numbers for workers and a clock that is moved by hand.
class WorkerSchedulerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int HEAP_MIB = 64;
  private static final int WORKER_MIB = HEAP_MIB + 192;

  private long now = 5 * SECOND;
  private int born;

  private WorkerScheduler<Integer> scheduler(PoolSettings settings) {
    return new WorkerScheduler<>(settings, HEAP_MIB, now);
  }

  private static PoolSettings settings(int workers, int visits, int spares) {
    return PoolSettings.defaults().withBounds(workers, visits).withSpares(spares);
  }

  private static WorkerKey of(String signer) {
    return new WorkerKey(signer, 0);
  }

  /// Lets all starts that are wanted succeed at once.
  private int startAll(WorkerScheduler<Integer> scheduler) {
    int starts = scheduler.startsWanted(now);
    for (int i = 0; i < starts; i++) {
      scheduler.started(++born);
    }
    return starts;
  }

  /// A visit that waits, and enters if it can.
  private Optional<Integer> visit(WorkerScheduler<Integer> scheduler, WorkerKey key) {
    scheduler.arrive(key);
    var lease = scheduler.enter(key, now);
    if (lease.isEmpty()) {
      startAll(scheduler);
      lease = scheduler.enter(key, now);
    }
    scheduler.depart(key);
    return lease;
  }

  @Test
  void keepsSparesReadyAndReplacesTheOneThatIsHandedOver() {
    var scheduler = scheduler(settings(4, 1, 2));
    assertThat(startAll(scheduler)).isEqualTo(2);
    assertThat(startAll(scheduler)).isZero();
    assertThat(visit(scheduler, of("a")).orElseThrow()).isEqualTo(1);
    assertThat(startAll(scheduler)).as("not while the visit begins").isZero();
    assertThat(scheduler.nextLook(now)).isEqualTo(now + SECOND / 10);
    now += SECOND / 10;
    assertThat(startAll(scheduler)).isEqualTo(1);
  }

  @Test
  void startsOneForEachWhoWaitsWhereThereAreNoSpares() {
    var scheduler = scheduler(settings(2, 1, 0));
    assertThat(scheduler.startsWanted(now)).isZero();
    for (var signer : List.of("a", "b", "c")) {
      scheduler.arrive(of(signer));
    }
    assertThat(scheduler.startsWanted(now)).as("there may be two").isEqualTo(2);
    scheduler.started(1);
    assertThat(scheduler.enter(of("b"), now)).as("a came before").isEmpty();
    assertThat(scheduler.enter(of("a"), now)).isPresent();
  }

  @Test
  void keepsAWorkerForItsSignerOnly() {
    var scheduler = scheduler(settings(2, 2, 0));
    var first = visit(scheduler, of("a")).orElseThrow();
    scheduler.leave(of("a"), first, now);
    assertThat(visit(scheduler, of("b")).orElseThrow()).isEqualTo(2);
    assertThat(visit(scheduler, of("a")).orElseThrow()).isEqualTo(1);
    assertThat(visit(scheduler, of("a")).orElseThrow()).isEqualTo(1);
    assertThat(visit(scheduler, of("a"))).as("two visits at a time").isEmpty();
  }

  @Test
  void givesALonelyVisitAWorkerThatNobodyElseWasOrWillBeIn() {
    var scheduler = scheduler(settings(3, 4, 0));
    var shared = visit(scheduler, of("a")).orElseThrow();
    var alone = new WorkerKey("a", 7);
    var lonely = visit(scheduler, alone).orElseThrow();
    assertThat(lonely).isNotEqualTo(shared);
    scheduler.leave(alone, lonely, now);
    assertThat(scheduler.takeReleased()).containsExactly(lonely);
  }

  @Test
  void givesUpWhatWasIdleTooLong() {
    var scheduler = scheduler(settings(2, 1, 0).withIdle(Duration.ofSeconds(60)));
    var lease = visit(scheduler, of("a")).orElseThrow();
    now += 100 * SECOND;
    scheduler.retireIdle(now);
    assertThat(scheduler.takeReleased()).as("it has a visit").isEmpty();
    scheduler.leave(of("a"), lease, now);
    assertThat(scheduler.nextLook(now)).isEqualTo(now + 60 * SECOND);
    now += 60 * SECOND;
    scheduler.retireIdle(now);
    assertThat(scheduler.takeReleased()).containsExactly(1);
  }

  @Test
  void replacesAWorkerThatHasMadeManyVisits() {
    var scheduler = scheduler(settings(1, 2, 0));
    Integer lease = visit(scheduler, of("a")).orElseThrow();
    for (int i = 1; i < WorkerScheduler.MAX_VISITS_PER_LIFE; i++) {
      scheduler.leave(of("a"), lease, now);
      assertThat(scheduler.takeReleased()).isEmpty();
      lease = visit(scheduler, of("a")).orElseThrow();
      assertThat(lease).isEqualTo(1);
    }
    assertThat(visit(scheduler, of("a"))).as("no more come in").isEmpty();
    scheduler.leave(of("a"), lease, now);
    assertThat(scheduler.takeReleased()).containsExactly(1);
    assertThat(visit(scheduler, of("a")).orElseThrow()).isEqualTo(2);
  }

  @Test
  void makesRoomFromSparesThenFromTheLongestIdleAndNeverFromTheBusy() {
    // Room for two workers with a signer and one without.
    var scheduler =
        scheduler(settings(8, 1, 3).withMemory(2 * WORKER_MIB + PoolSettings.SPARE_MIB));
    assertThat(startAll(scheduler)).isEqualTo(3);
    var a = visit(scheduler, of("a")).orElseThrow();
    var b = visit(scheduler, of("b")).orElseThrow();
    assertThat(scheduler.takeReleased()).as("a spare too many").hasSize(0);
    assertThat(scheduler.memoryMiB()).isEqualTo(2 * WORKER_MIB + PoolSettings.SPARE_MIB);
    assertThat(visit(scheduler, of("c"))).as("both are busy").isEmpty();
    assertThat(scheduler.takeReleased()).isEmpty();
    scheduler.leave(of("b"), b, now);
    scheduler.leave(of("a"), a, now + 1);
    assertThat(visit(scheduler, of("c"))).isPresent();
    assertThat(scheduler.takeReleased()).containsExactly(b);
  }

  @Test
  void pausesLongerAfterEachFailureAndThenTriesOneAtATime() {
    var scheduler = scheduler(settings(4, 1, 3));
    assertThat(scheduler.startsWanted(now)).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      scheduler.startFailed("no memory", now);
    }
    var pauses = new ArrayList<Long>();
    for (int i = 0; i < 5; i++) {
      long since = now;
      assertThat(scheduler.startsWanted(now)).isZero();
      now = scheduler.nextLook(now);
      assertThat(scheduler.startsWanted(now)).isEqualTo(1);
      scheduler.startFailed("no memory", now);
      pauses.add((now - since) / SECOND);
    }
    assertThat(pauses).containsExactly(4L, 8L, 16L, 30L, 30L);
    now = scheduler.nextLook(now);
    assertThat(startAll(scheduler)).isEqualTo(1);
    assertThat(visit(scheduler, of("a"))).as("a worker that works").isPresent();
    now += SECOND;
    assertThat(startAll(scheduler)).as("all of them again").isEqualTo(3);
  }

  @Test
  void doesNotSpinWhereSparesDieAsSoonAsTheyAreReady() {
    var scheduler = scheduler(settings(4, 1, 1));
    int starts = 0;
    for (long end = now + 300 * SECOND; now < end; now = scheduler.nextLook(now)) {
      int wanted = startAll(scheduler);
      starts += wanted;
      if (wanted > 0) {
        assertThat(scheduler.died(born, now)).contains("a spare");
      }
    }
    assertThat(starts).isBetween(10, 20);
  }

  @Test
  void reportsOnlyThoseOfAFailedStartWhoCouldHaveHadTheWorker() {
    var scheduler = scheduler(settings(1, 1, 1));
    startAll(scheduler);
    var a = visit(scheduler, of("a")).orElseThrow();
    scheduler.arrive(of("b"));
    now += SECOND;
    assertThat(scheduler.startsWanted(now)).isEqualTo(1);
    scheduler.startFailed("no memory", now);
    assertThat(scheduler.refusal(of("b"))).as("waits for a, not for a start").isEmpty();
    scheduler.leave(of("a"), a, now);
    now = scheduler.nextLook(now);
    assertThat(scheduler.startsWanted(now)).isEqualTo(1);
    scheduler.startFailed("no memory", now);
    assertThat(scheduler.refusal(of("b"))).contains("no memory");
    scheduler.depart(of("b"));
    assertThat(scheduler.refusal(of("b"))).isEmpty();
  }

  @Test
  void forgetsAWorkerThatDiesWithVisitsInIt() {
    var scheduler = scheduler(settings(1, 2, 0));
    var lease = visit(scheduler, of("a")).orElseThrow();
    assertThat(scheduler.died(lease, now)).contains("with a signer");
    assertThat(visit(scheduler, of("a")).orElseThrow()).isEqualTo(2);
    scheduler.leave(of("a"), lease, now);
    assertThat(scheduler.takeReleased()).isEmpty();
    assertThat(scheduler.died(lease, now)).isEmpty();
    assertThat(scheduler.workers()).containsExactly(2);
  }

  /// Any events in any order.
  @Test
  void neverGivesAWorkerToTwoSignersNorTakesABusyOneNorMoreThanItMay() {
    for (int seed = 0; seed < 300; seed++) {
      new Story(seed).announce();
    }
  }

  /// Random events, with what must hold after each.
  private final class Story {
    private final Random random;
    private final PoolSettings settings;
    private final WorkerScheduler<Integer> scheduler;
    private final Map<Integer, String> signerOf = new HashMap<>();
    private final Set<Integer> gone = new HashSet<>();
    private final List<Stay> stays = new ArrayList<>();
    private int starting;

    private record Stay(WorkerKey key, Integer worker) {}

    Story(int seed) {
      random = new Random(seed);
      settings =
          settings(1 + random.nextInt(4), 1 + random.nextInt(3), random.nextInt(4))
              .withMemory(WORKER_MIB * (1L + random.nextInt(4)) + 64L * random.nextInt(3));
      scheduler = scheduler(settings);
    }

    void announce() {
      for (int i = 0; i < 400; i++) {
        now += random.nextLong(SECOND);
        switch (random.nextInt(7)) {
          case 0, 1 -> enter();
          case 2 -> leave();
          case 3 -> {
            if (starting > 0) {
              starting--;
              scheduler.started(++born);
            }
          }
          case 4 -> {
            if (starting > 0) {
              starting--;
              scheduler.startFailed("no", now);
            }
          }
          case 5 -> die();
          default -> scheduler.retireIdle(now);
        }
        starting += scheduler.startsWanted(now);
        check();
      }
    }

    private void enter() {
      var key =
          new WorkerKey(
              "signer " + random.nextInt(5), random.nextInt(4) == 0 ? random.nextInt(9) : 0);
      scheduler.arrive(key);
      starting += scheduler.startsWanted(now);
      var lease = scheduler.enter(key, now);
      scheduler.depart(key);
      lease.ifPresent(
          taken -> {
            assertThat(gone).doesNotContain(taken);
            assertThat(signerOf.merge(taken, key.toString(), (was, is) -> was))
                .isEqualTo(key.toString());
            stays.add(new Stay(key, taken));
          });
    }

    private void leave() {
      if (!stays.isEmpty()) {
        var stay = stays.remove(random.nextInt(stays.size()));
        scheduler.leave(stay.key, stay.worker, now);
      }
    }

    private void die() {
      var alive = scheduler.workers();
      if (!alive.isEmpty()) {
        var one = alive.get(random.nextInt(alive.size()));
        scheduler.died(one, now);
        gone.add(one);
      }
    }

    private void check() {
      for (var released : scheduler.takeReleased()) {
        assertThat(gone.add(released)).isTrue();
        assertThat(stays).noneMatch(stay -> stay.worker.equals(released));
      }
      assertThat(scheduler.workers()).noneMatch(gone::contains);
      assertThat(scheduler.memoryMiB()).isLessThanOrEqualTo(settings.memoryMiB());
      assertThat(scheduler.starting()).isEqualTo(starting);
      assertThat(scheduler.workers().stream().filter(signerOf::containsKey).count())
          .isLessThanOrEqualTo(settings.workers());
      assertThat(scheduler.nextLook(now)).isGreaterThan(now);
    }
  }
}
