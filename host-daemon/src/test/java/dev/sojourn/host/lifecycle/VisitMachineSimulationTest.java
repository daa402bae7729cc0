package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.VisitState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Lives of visits at small random hosts, with `-Drounds=4` thousands of them. Crashes come between
/// any two steps. A failing one is named by its seed.
class VisitMachineSimulationTest {
  private static final int RUNS = 750 * Integer.getInteger("rounds", 1);
  private static final int MAX_STEPS = 20_000;
  private static final int AGENTS = 4;

  /// An owner who sends each agent until a host acknowledges it, and some of them again when their
  /// visit is over.
  private static final class World {
    final SplittableRandom random;
    final SimulatedHost host;
    final Map<String, Integer> sending = new HashMap<>();
    final Set<String> acknowledged = new HashSet<>();
    final int rounds;

    World(int seed, double trouble) {
      random = new SplittableRandom(seed);
      host = new SimulatedHost(random, trouble);
      rounds = 1 + seed % 2;
      for (int i = 0; i < AGENTS; i++) {
        sending.put("agent-" + i, 0);
      }
    }

    void act(double trouble, double impatience) {
      var agent = "agent-" + random.nextInt(AGENTS);
      int round = sending.getOrDefault(agent, 0);
      var transfer = agent + "/" + round;
      if (!acknowledged.contains(transfer)) {
        int pages = 1 + Math.floorMod(transfer.hashCode(), 6);
        host.dispatch(agent, transfer, pages, 1 + pages % 4, () -> acknowledged.add(transfer));
      } else if (host.isFinal(agent) && round + 1 < rounds) {
        sending.put(agent, round + 1);
      } else if (random.nextDouble() < impatience) {
        host.kill(agent);
      } else if (host.isParked(agent)) {
        host.wake(agent);
      }
      double fate = random.nextDouble();
      if (fate < trouble / 10) {
        host.crash();
      } else if (fate < trouble / 8) {
        host.close();
      }
    }

    boolean isDone() {
      return acknowledged.size() == AGENTS * rounds
          && host.isIdle()
          && sending.keySet().stream().allMatch(host::isFinal);
    }
  }

  @Test
  void losesNothingAndDoesNothingTwiceWhateverGoesWrong() {
    int crashes = 0;
    int resumed = 0;
    int parkings = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var world = live(seed, 1.0, 0.0);
      for (var row : world.host.disk.values()) {
        assertThat(row.state)
            .as("seed %d", seed)
            .isIn(VisitState.FINISHED, VisitState.STOPPED, VisitState.FAILED);
        checkEnd(seed, row);
      }
      world.host.replaced.forEach(row -> checkEnd(world.rounds, row));
      crashes += world.host.crashes;
      resumed += world.host.resumed;
      parkings += world.host.parkings;
    }
    assertThat(parkings).isGreaterThan(RUNS);
    assertThat(crashes).isGreaterThan(RUNS);
    assertThat(resumed).isGreaterThan(RUNS);
  }

  @Test
  void everyVisitComesToItsOwnEndWhenNothingGoesWrong() {
    for (int seed = 0; seed < RUNS / 4; seed++) {
      var world = live(seed, 0.0, 0.0);
      assertThat(world.host.resumed).isZero();
      for (var row : world.host.disk.values()) {
        assertThat(row.state)
            .as("seed %d", seed)
            .isEqualTo(row.pages <= row.limit ? VisitState.FINISHED : VisitState.STOPPED);
        checkEnd(seed, row);
      }
    }
  }

  /// An agent that its owner calls back ends by that, or had come to its own end before.
  @Test
  void onlyWhatWasCalledBackIsKilled() {
    int killed = 0;
    for (int seed = 0; seed < RUNS / 2; seed++) {
      var world = live(seed, seed % 2, 0.3);
      for (var row : world.host.disk.entrySet()) {
        if (row.getValue().state == VisitState.KILLED) {
          killed++;
          assertThat(world.host.killsAsked).as("seed %d", seed).containsKey(row.getKey());
        } else {
          checkEnd(seed, row.getValue());
        }
      }
    }
    assertThat(killed).isGreaterThan(RUNS / 10);
  }

  private static void checkEnd(int seed, SimulatedHost.Row row) {
    if (row.state == VisitState.FINISHED) {
      assertThat(row.findings).as("seed %d", seed).hasSize(row.pages);
    } else if (row.state == VisitState.STOPPED) {
      assertThat(row.findings).as("seed %d", seed).hasSize(row.limit);
    }
  }

  private static World live(int seed, double trouble, double impatience) {
    var world = new World(seed, trouble);
    int steps = 0;
    while (!world.isDone()) {
      assertThat(steps++).as("steps of seed %d", seed).isLessThan(MAX_STEPS);
      // The disk works again at last.
      double now = steps < MAX_STEPS / 10 ? trouble : 0;
      if (world.random.nextInt(4) == 0) {
        world.act(now, impatience);
      }
      world.host.step();
      assertThat(world.host.transfers.keySet())
          .as("seed %d: an acknowledged agent is found again", seed)
          .containsAll(world.acknowledged);
    }
    return world;
  }
}
