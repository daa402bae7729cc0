package dev.sojourn.lab.sandbox;

import dev.sojourn.lab.sandbox.guest.Remembers;
import dev.sojourn.sandbox.worker.state.StateCodec;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/// Writes and reads one state over and over. Prints its size and, for either way, the median and
/// the first and third quarter of the time in milliseconds.
final class StateFork {
  private static final int MAX_BYTES = 8 << 20;
  private static final long WARM_NANOS = 2_000_000_000L;
  private static final long MEASURED_NANOS = 2_000_000_000L;

  private StateFork() {}

  /// Runs.
  ///
  /// @param args how many pages the agent remembers
  public static void main(String[] args) {
    var agent = new Remembers();
    agent.remember(Integer.parseInt(args[0]));
    var types = Arrays.asList(Remembers.class, Remembers.class.getDeclaredClasses()[0]);
    var codec = new StateCodec(List.copyOf(types), MAX_BYTES);
    var state = codec.write(agent);
    // A frontier that is read may be packed otherwise than one that has grown, but only once.
    var back = codec.write(codec.read(state, Remembers.class));
    if (!Arrays.equals(codec.write(codec.read(back, Remembers.class)), back)) {
      throw new IllegalStateException("the state is not the same when it comes back");
    }
    System.out.println(state.length);
    print(_ -> codec.write(agent));
    print(_ -> codec.read(state, Remembers.class));
  }

  private static void print(IntConsumer action) {
    run(action, WARM_NANOS);
    var millis = run(action, MEASURED_NANOS);
    for (var part : new double[] {0.5, 0.25, 0.75}) {
      System.out.println(Figure.at(millis, part));
    }
  }

  private static double[] run(IntConsumer action, long nanos) {
    var millis = new double[1 << 20];
    int count = 0;
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < nanos && count < millis.length) {
      long before = System.nanoTime();
      action.accept(count);
      millis[count++] = (System.nanoTime() - before) / 1e6;
    }
    return Arrays.copyOf(millis, count);
  }
}
