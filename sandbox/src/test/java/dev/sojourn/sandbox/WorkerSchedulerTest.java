package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.WorkerScheduler.WorkerKey;
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

  private WorkerScheduler<Integer> roster(PoolSettings settings) {
    return new WorkerScheduler<>(settings, HEAP_MIB, now);
  }

  private static PoolSettings settings(int workers, int visits, int spares) {
    return PoolSettings.defaults().withBounds(workers, visits).withSpares(spares);
  }

  private static WorkerKey of(String signer) {
    return new WorkerKey(signer, 0);
  }

  /// Lets all starts that are wanted succeed at once.
  private int startAll(WorkerScheduler<Integer> roster) {
    int starts = roster.startsWanted(now);
    for (int i = 0; i < starts; i++) {
      roster.started(++born);
    }
    return starts;
  }

  /// A visit that waits, and enters where it can.
  private Optional<WorkerScheduler.WorkerLease<Integer>> visit(
      WorkerScheduler<Integer> roster, WorkerKey berth) {
    roster.arrive(berth);
    var seat = roster.enter(berth, now);
    if (seat.isEmpty()) {
      startAll(roster);
      seat = roster.enter(berth, now);
    }
    roster.depart(berth);
    return seat;
  }

  @Test
  void keepsSparesReadyAndReplacesTheOneThatIsHandedOver() {
    var roster = roster(settings(4, 1, 2));
    assertThat(startAll(roster)).isEqualTo(2);
    assertThat(startAll(roster)).isZero();
    assertThat(visit(roster, of("a")).orElseThrow().worker()).isEqualTo(1);
    assertThat(startAll(roster)).as("not while the visit begins").isZero();
    assertThat(roster.nextLook(now)).isEqualTo(now + SECOND / 10);
    now += SECOND / 10;
    assertThat(startAll(roster)).isEqualTo(1);
  }

  @Test
  void startsOneForEachWhoWaitsWhereThereAreNoSpares() {
    var roster = roster(settings(2, 1, 0));
    assertThat(roster.startsWanted(now)).isZero();
    for (var signer : List.of("a", "b", "c")) {
      roster.arrive(of(signer));
    }
    assertThat(roster.startsWanted(now)).as("there may be two").isEqualTo(2);
    roster.started(1);
    assertThat(roster.enter(of("b"), now)).as("a came before").isEmpty();
    assertThat(roster.enter(of("a"), now)).isPresent();
  }

  @Test
  void keepsAWorkerForItsSignerOnly() {
    var roster = roster(settings(2, 2, 0));
    var first = visit(roster, of("a")).orElseThrow();
    roster.leave(of("a"), first, now);
    assertThat(visit(roster, of("b")).orElseThrow().worker()).isEqualTo(2);
    assertThat(visit(roster, of("a")).orElseThrow().worker()).isEqualTo(1);
    assertThat(visit(roster, of("a")).orElseThrow().worker()).isEqualTo(1);
    assertThat(visit(roster, of("a"))).as("two visits at a time").isEmpty();
  }

  @Test
  void givesALonelyVisitAWorkerThatNobodyElseWasOrWillBeIn() {
    var roster = roster(settings(3, 4, 0));
    var shared = visit(roster, of("a")).orElseThrow();
    var alone = new WorkerKey("a", 7);
    var lonely = visit(roster, alone).orElseThrow();
    assertThat(lonely.worker()).isNotEqualTo(shared.worker());
    roster.leave(alone, lonely, now);
    assertThat(roster.takeReleased()).containsExactly(lonely.worker());
  }

  @Test
  void givesUpWhatWasIdleTooLong() {
    var roster = roster(settings(2, 1, 0).withIdle(Duration.ofSeconds(60)));
    var seat = visit(roster, of("a")).orElseThrow();
    now += 100 * SECOND;
    roster.retireIdle(now);
    assertThat(roster.takeReleased()).as("it has a visit").isEmpty();
    roster.leave(of("a"), seat, now);
    assertThat(roster.nextLook(now)).isEqualTo(now + 60 * SECOND);
    now += 60 * SECOND;
    roster.retireIdle(now);
    assertThat(roster.takeReleased()).containsExactly(1);
  }

  @Test
  void replacesAWorkerThatHasMadeManyVisits() {
    var roster = roster(settings(1, 2, 0));
    WorkerScheduler.WorkerLease<Integer> seat = visit(roster, of("a")).orElseThrow();
    for (int i = 1; i < WorkerScheduler.MAX_VISITS_PER_LIFE; i++) {
      roster.leave(of("a"), seat, now);
      assertThat(roster.takeReleased()).isEmpty();
      seat = visit(roster, of("a")).orElseThrow();
      assertThat(seat.worker()).isEqualTo(1);
    }
    assertThat(visit(roster, of("a"))).as("no more come in").isEmpty();
    roster.leave(of("a"), seat, now);
    assertThat(roster.takeReleased()).containsExactly(1);
    assertThat(visit(roster, of("a")).orElseThrow().worker()).isEqualTo(2);
  }

  @Test
  void makesRoomFromSparesThenFromTheLongestIdleAndNeverFromTheBusy() {
    // Room for two workers with a signer and one without.
    var roster = roster(settings(8, 1, 3).withMemory(2 * WORKER_MIB + PoolSettings.SPARE_MIB));
    assertThat(startAll(roster)).isEqualTo(3);
    var a = visit(roster, of("a")).orElseThrow();
    var b = visit(roster, of("b")).orElseThrow();
    assertThat(roster.takeReleased()).as("a spare too many").hasSize(0);
    assertThat(roster.memoryMiB()).isEqualTo(2 * WORKER_MIB + PoolSettings.SPARE_MIB);
    assertThat(visit(roster, of("c"))).as("both are busy").isEmpty();
    assertThat(roster.takeReleased()).isEmpty();
    roster.leave(of("b"), b, now);
    roster.leave(of("a"), a, now + 1);
    assertThat(visit(roster, of("c"))).isPresent();
    assertThat(roster.takeReleased()).containsExactly(b.worker());
  }

  @Test
  void pausesLongerAfterEachFailureAndThenTriesOneAtATime() {
    var roster = roster(settings(4, 1, 3));
    assertThat(roster.startsWanted(now)).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      roster.startFailed("no memory", now);
    }
    var pauses = new ArrayList<Long>();
    for (int i = 0; i < 5; i++) {
      long since = now;
      assertThat(roster.startsWanted(now)).isZero();
      now = roster.nextLook(now);
      assertThat(roster.startsWanted(now)).isEqualTo(1);
      roster.startFailed("no memory", now);
      pauses.add((now - since) / SECOND);
    }
    assertThat(pauses).containsExactly(4L, 8L, 16L, 30L, 30L);
    now = roster.nextLook(now);
    assertThat(startAll(roster)).isEqualTo(1);
    assertThat(visit(roster, of("a"))).as("a worker that works").isPresent();
    now += SECOND;
    assertThat(startAll(roster)).as("all of them again").isEqualTo(3);
  }

  @Test
  void doesNotSpinWhereSparesDieAsSoonAsTheyAreReady() {
    var roster = roster(settings(4, 1, 1));
    int starts = 0;
    for (long end = now + 300 * SECOND; now < end; now = roster.nextLook(now)) {
      int wanted = startAll(roster);
      starts += wanted;
      if (wanted > 0) {
        assertThat(roster.died(born, now)).contains("a spare");
      }
    }
    assertThat(starts).isBetween(10, 20);
  }

  @Test
  void tellsOnlyThoseOfAFailedStartWhoCouldHaveHadTheWorker() {
    var roster = roster(settings(1, 1, 1));
    startAll(roster);
    var a = visit(roster, of("a")).orElseThrow();
    roster.arrive(of("b"));
    now += SECOND;
    assertThat(roster.startsWanted(now)).isEqualTo(1);
    roster.startFailed("no memory", now);
    assertThat(roster.refusal(of("b"))).as("waits for a, not for a start").isEmpty();
    roster.leave(of("a"), a, now);
    now = roster.nextLook(now);
    assertThat(roster.startsWanted(now)).isEqualTo(1);
    roster.startFailed("no memory", now);
    assertThat(roster.refusal(of("b"))).contains("no memory");
    roster.depart(of("b"));
    assertThat(roster.refusal(of("b"))).isEmpty();
  }

  @Test
  void forgetsAWorkerThatDiesWithVisitsInIt() {
    var roster = roster(settings(1, 2, 0));
    var seat = visit(roster, of("a")).orElseThrow();
    assertThat(roster.died(seat.worker(), now)).contains("with a signer");
    assertThat(visit(roster, of("a")).orElseThrow().worker()).isEqualTo(2);
    roster.leave(of("a"), seat, now);
    assertThat(roster.takeReleased()).isEmpty();
    assertThat(roster.died(seat.worker(), now)).isEmpty();
    assertThat(roster.workers()).containsExactly(2);
  }

  /// Whatever happens in whatever order.
  @Test
  void neverGivesAWorkerToTwoSignersNorTakesABusyOneNorMoreThanItMay() {
    for (int seed = 0; seed < 300; seed++) {
      new Story(seed).tell();
    }
  }

  /// Random events, with what must hold after each.
  private final class Story {
    private final Random random;
    private final PoolSettings settings;
    private final WorkerScheduler<Integer> roster;
    private final Map<Integer, String> signerOf = new HashMap<>();
    private final Set<Integer> gone = new HashSet<>();
    private final List<Stay> stays = new ArrayList<>();
    private int starting;

    private record Stay(WorkerKey berth, WorkerScheduler.WorkerLease<Integer> seat) {}

    Story(int seed) {
      random = new Random(seed);
      settings =
          settings(1 + random.nextInt(4), 1 + random.nextInt(3), random.nextInt(4))
              .withMemory(WORKER_MIB * (1L + random.nextInt(4)) + 64L * random.nextInt(3));
      roster = roster(settings);
    }

    void tell() {
      for (int i = 0; i < 400; i++) {
        now += random.nextLong(SECOND);
        switch (random.nextInt(7)) {
          case 0, 1 -> enter();
          case 2 -> leave();
          case 3 -> {
            if (starting > 0) {
              starting--;
              roster.started(++born);
            }
          }
          case 4 -> {
            if (starting > 0) {
              starting--;
              roster.startFailed("no", now);
            }
          }
          case 5 -> die();
          default -> roster.retireIdle(now);
        }
        starting += roster.startsWanted(now);
        check();
      }
    }

    private void enter() {
      var berth =
          new WorkerKey(
              "signer " + random.nextInt(5), random.nextInt(4) == 0 ? random.nextInt(9) : 0);
      roster.arrive(berth);
      starting += roster.startsWanted(now);
      var seat = roster.enter(berth, now);
      roster.depart(berth);
      seat.ifPresent(
          taken -> {
            assertThat(gone).doesNotContain(taken.worker());
            assertThat(signerOf.merge(taken.worker(), berth.toString(), (was, is) -> was))
                .isEqualTo(berth.toString());
            stays.add(new Stay(berth, taken));
          });
    }

    private void leave() {
      if (!stays.isEmpty()) {
        var stay = stays.remove(random.nextInt(stays.size()));
        roster.leave(stay.berth, stay.seat, now);
      }
    }

    private void die() {
      var alive = roster.workers();
      if (!alive.isEmpty()) {
        var one = alive.get(random.nextInt(alive.size()));
        roster.died(one, now);
        gone.add(one);
      }
    }

    private void check() {
      for (var released : roster.takeReleased()) {
        assertThat(gone.add(released)).isTrue();
        assertThat(stays).noneMatch(stay -> stay.seat.worker().equals(released));
      }
      assertThat(roster.workers()).noneMatch(gone::contains);
      assertThat(roster.memoryMiB()).isLessThanOrEqualTo(settings.memoryMiB());
      assertThat(roster.starting()).isEqualTo(starting);
      assertThat(roster.workers().stream().filter(signerOf::containsKey).count())
          .isLessThanOrEqualTo(settings.workers());
      assertThat(roster.nextLook(now)).isGreaterThan(now);
    }
  }
}
