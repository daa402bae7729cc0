package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Damaged class files and damaged states in real workers: each visit comes to an end of its own in
/// its time, and the sandbox goes on serving.
///
/// `-Dsojourn.mutations=100000` makes a long run of it; it ends by itself and prints its counts.
@Isolated("it counts the threads of the whole process")
class MutationIT {
  private static final int COUNT = Integer.getInteger("sojourn.mutations", 300);
  private static final int AT_ONCE = 2;
  private static final Duration WALL_CLOCK = Duration.ofSeconds(2);

  /// The deadline of admission, the time of a visit, the grace, and a slow machine's share.
  private static final int MAX_SECONDS = 60;

  private static final List<String> NAMES =
      List.of(
          "java/lang/System",
          "java/lang/Runtime",
          "java/lang/Thread",
          "java/lang/ClassLoader",
          "java/lang/Object",
          "java/util/ArrayList",
          "java/util/stream/Stream",
          "dev/sojourn/sandbox/worker/Polls",
          "dev/sojourn/agent/Frontier",
          "guest/Guest",
          "exit",
          "parallelStream",
          "wait",
          "finalize",
          "clone",
          "<init>",
          "<clinit>",
          "visit",
          "()V",
          "(I)V",
          "()Ljava/lang/Object;",
          "(Ljava/lang/String;)V",
          "Code",
          "StackMapTable",
          "BootstrapMethods",
          "NestHost",
          "Record",
          "PermittedSubclasses");

  private static final String AGENT =
      """
      package guest;
      import dev.sojourn.agent.*;
      import java.util.*;
      public class Guest implements Agent {
        private final Map<String, List<Integer>> seen = new HashMap<>(Map.of("a", List.of(1, 2)));
        private final int[] numbers = {1, 2, 3};
        private String last = "none";
        private final TreeSet<String> words = new TreeSet<>(List.of("x", "y"));
        private Object any = java.time.Instant.EPOCH;
        private final Frontier frontier = new Frontier();
        record Point(int x, double y, Optional<String> name) {}
        enum Kind { ONE, TWO { @Override int f() { return 3; } }; int f() { return 1; } }
        private Point point = new Point(1, 2, Optional.of("p"));
        private Kind kind = Kind.TWO;
        static int tried(Object o) {
          try {
            return switch (o) {
              case Point(int x, double y, var n) when x > 0 -> x;
              case String s -> s.length();
              case Kind k -> k.f();
              default -> throw new IllegalStateException("no " + o);
            };
          } catch (IllegalStateException e) {
            return -1;
          } finally {
            if (o == null) throw new IllegalArgumentException();
          }
        }
        public Next visit(Visit visit) {
          int sum = 0;
          for (int n : numbers) sum += n;
          for (var entry : seen.entrySet()) sum += entry.getValue().size() + tried(entry.getKey());
          for (var word : words) last = word + sum;
          sum += tried(point) + tried(kind) + tried(any);
          Runnable add = () -> frontier.add("http://127.0.0.1:8080/" + last);
          add.run();
          long l = sum; double d = l / 2.0; float f = (float) d; l = l << 3 ^ (long) f;
          int[][] table = new int[2][3]; table[1][2] = (int) l;
          do { sum -= 2; } while (sum > 0);
          visit.report(new Point(sum, d, Optional.empty()));
          visit.checkpoint();
          return Next.done();
        }
      }
      """;

  @Test
  void damagedClassFilesAreRefusedOrEndInTheirTime() throws Exception {
    var classes = AgentSource.compile(AGENT);
    var names = List.copyOf(classes.keySet());
    run(
        "class files",
        (number, _) -> {
          var mutator = new Mutator(number, NAMES);
          var damaged = new TreeMap<>(classes);
          var name = names.get(number % 3 == 0 ? number / 3 % names.size() : 0);
          damaged.put(name, mutator.mutate(Objects.requireNonNull(classes.get(name))));
          return new Agent(AgentSource.jar(damaged), Optional.empty());
        });
  }

  @Test
  void damagedStatesAreRefusedOrEndInTheirTime() throws Exception {
    var jar = AgentSource.jar(AGENT);
    run(
        "states",
        (number, state) ->
            new Agent(jar, Optional.of(new Mutator(number, List.of()).mutate(state))));
  }

  /// An agent's code and state.
  private record Agent(byte[] jar, Optional<byte[]> state) {}

  /// Makes the agent of a number, or damages the state of an undamaged one.
  private interface Damaged {
    Agent of(int number, byte[] state);
  }

  private static void run(String what, Damaged damaged) throws Exception {
    var ends = new ConcurrentSkipListMap<String, AtomicLong>();
    var slowest = new AtomicLong();
    int threadsBefore = Thread.activeCount();
    long began = System.nanoTime();
    try (var sandbox = OpenSandbox.open(OpenSandbox.settings(4, 8));
        var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      var whole = new Agent(AgentSource.jar(AGENT), Optional.empty());
      var state = finished(sandbox, whole).state();
      var lanes = new ArrayList<Future<Boolean>>();
      for (int lane = 0; lane < AT_ONCE; lane++) {
        int first = lane;
        Callable<Boolean> work =
            () -> {
              for (int number = first; number < COUNT; number += AT_ONCE) {
                long start = System.nanoTime();
                var end = visit(sandbox, "lane-" + first, damaged.of(number, state));
                slowest.accumulateAndGet(System.nanoTime() - start, Math::max);
                boolean ofAnother =
                    end instanceof VisitEnd.WorkerEnded killed && killed.bystander();
                assertThat(ofAnother).as("%s, number %d: %s", what, number, end).isFalse();
                ends.computeIfAbsent(name(end), _ -> new AtomicLong()).incrementAndGet();
              }
              return true;
            };
        lanes.add(threads.submit(work));
      }
      for (var lane : lanes) {
        assertThat(lane.get(COUNT / 2 + 300, TimeUnit.SECONDS)).isTrue();
      }
      finished(sandbox, whole);
    }
    assertThat(Duration.ofNanos(slowest.get())).isLessThan(Duration.ofSeconds(MAX_SECONDS));
    assertThat(ends.values().stream().mapToLong(AtomicLong::get).sum()).isEqualTo(COUNT);
    assertThat(ends.keySet()).contains("denied by ADMISSION", "finished");
    assertThat(Thread.activeCount()).isLessThanOrEqualTo(threadsBefore + 2);
    System.out.printf(
        "%d damaged %s in %d s, the slowest visit %d ms: %s%n",
        COUNT,
        what,
        (System.nanoTime() - began) / 1_000_000_000,
        slowest.get() / 1_000_000,
        Map.copyOf(ends));
  }

  private static VisitEnd visit(Sandbox sandbox, String signer, Agent agent) throws Exception {
    return visit(
        sandbox, signer, agent, Orders.limits(WALL_CLOCK, Duration.ofMillis(200), 256 << 20));
  }

  private static VisitEnd visit(Sandbox sandbox, String signer, Agent agent, VisitLimits limits)
      throws Exception {
    var order = Orders.of(signer, agent.jar(), limits, agent.state());
    return sandbox.start(order, RecordingServices.ofNothing()).await();
  }

  /// Makes a visit that must come to a good end, in the worker of damaged ones.
  private static VisitEnd.Finished finished(Sandbox sandbox, Agent agent) throws Exception {
    var end = visit(sandbox, "lane-0", agent, Orders.limits());
    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    return (VisitEnd.Finished) end;
  }

  private static String name(VisitEnd end) {
    return switch (end) {
      case VisitEnd.Finished _ -> "finished";
      case VisitEnd.Denied denied -> "denied by " + denied.by();
      case VisitEnd.Stopped stopped -> "stopped, " + stopped.limit();
      case VisitEnd.WorkerEnded killed -> "killed by " + killed.by();
      case VisitEnd.Failed _, VisitEnd.NoReader _ -> "failed";
    };
  }
}
