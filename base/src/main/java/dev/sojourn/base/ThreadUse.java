package dev.sojourn.base;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// The processor time and memory that a thread has used so far.
///
/// @param cpuNanos processor time in nanoseconds
/// @param allocatedBytes allocated heap, including memory that was freed since
public record ThreadUse(long cpuNanos, long allocatedBytes) {
  /// No use.
  public static final ThreadUse NONE = new ThreadUse(0, 0);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// {@return the use of a thread so far; [#NONE] if it has ended}
  ///
  /// @param thread the thread
  public static ThreadUse of(Thread thread) {
    long id = thread.threadId();
    return new ThreadUse(
        Math.max(0, THREADS.getThreadCpuTime(id)),
        Math.max(0, THREADS.getThreadAllocatedBytes(id)));
  }

  /// {@return the use of two threads together}
  ///
  /// @param other the use of another thread
  public ThreadUse and(ThreadUse other) {
    return new ThreadUse(cpuNanos + other.cpuNanos, allocatedBytes + other.allocatedBytes);
  }
}
