package dev.sojourn.lab.sandbox;

import dev.sojourn.lab.sandbox.guest.Workloads;
import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.worker.AllocationGuard;
import dev.sojourn.sandbox.worker.GuestLoader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/// Runs one of the workloads, as it is or as admission lets it in, and prints the processor time of
/// its fastest pass in microseconds.
final class MeteringFork {
  private static final long WARM_NANOS = 700_000_000L;
  private static final long MEASURED_NANOS = 500_000_000L;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private MeteringFork() {}

  /// Runs.
  ///
  /// @param args `metered` or `plain`, and the number of a workload
  public static void main(String[] args) throws Exception {
    var loader = args[0].equals("metered") ? metered() : plain();
    var work =
        (IntUnaryOperator)
            loader.loadClass(Workloads.class.getName()).getConstructor().newInstance();
    int which = Integer.parseInt(args[1]);
    int expected = work.applyAsInt(which);
    run(work, which, expected, WARM_NANOS);
    System.out.println(run(work, which, expected, MEASURED_NANOS) / 1e3);
  }

  /// The nanoseconds of the fastest pass.
  private static long run(IntUnaryOperator work, int which, int expected, long nanos) {
    long best = Long.MAX_VALUE;
    long begun = THREADS.getCurrentThreadCpuTime();
    long now = begun;
    while (now - begun < nanos) {
      int sum = work.applyAsInt(which);
      long then = THREADS.getCurrentThreadCpuTime();
      if (sum != expected) {
        throw new IllegalStateException(sum + " (expected: " + expected + ")");
      }
      best = Math.min(best, then - now);
      now = then;
    }
    return best;
  }

  private static ClassLoader metered() throws Exception {
    var admitted = Admission.admit(GuestCode.jar(Workloads.class, false, "metered"));
    return new GuestLoader(admitted, new AllocationGuard(Long.MAX_VALUE, (_, _) -> {}));
  }

  private static ClassLoader plain() throws Exception {
    var classes = new TreeMap<String, byte[]>();
    GuestCode.classes(Workloads.class, false)
        .forEach((name, bytes) -> classes.put(name.replace(".class", "").replace('/', '.'), bytes));
    return new ClassLoader(null) {
      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        var bytes = classes.get(name);
        if (bytes == null) {
          throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
      }
    };
  }
}
