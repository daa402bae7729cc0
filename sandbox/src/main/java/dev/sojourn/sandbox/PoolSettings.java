package dev.sojourn.sandbox;

import dev.sojourn.sandbox.launch.WorkerCommand;
import java.time.Duration;

/// The settings of the worker pool: numbers and times.
///
/// @param workers the most workers with a signer; visits of further signers wait
/// @param visitsPerWorker the most simultaneous visits of one signer; further visits wait
/// @param spares the number of additional workers that are kept ready for new signers
/// @param idle how long a signer keeps a worker without visits
/// @param memoryMiB the limit for the expected memory of all workers together, in MiB; the numbers
///   above may limit it further
/// @param readers the most processes that read pages, beside one for slow pages
public record PoolSettings(
    int workers, int visitsPerWorker, int spares, Duration idle, long memoryMiB, int readers) {
  /// The memory of a worker before its first visit, in MiB.
  public static final int SPARE_MIB = 64;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a duration or a number other than `spares` is not
  ///   positive, or `spares` is negative
  public PoolSettings {
    requireAtLeast("workers", workers, 1);
    requireAtLeast("visitsPerWorker", visitsPerWorker, 1);
    requireAtLeast("spares", spares, 0);
    requireAtLeast("idle", idle.toNanos(), 1);
    requireAtLeast("memoryMiB", memoryMiB, 1);
    requireAtLeast("readers", readers, 1);
  }

  /// {@return the expected memory of a worker with a signer, in MiB: its heap plus the other limits
  /// of its JVM}
  ///
  /// @param heapMiB the heap of the worker in MiB
  public static long workerMiB(int heapMiB) {
    return (long) heapMiB + WorkerCommand.BESIDES_HEAP_MIB;
  }

  /// {@return 8 workers of 16 visits, no spares, 60 s idle, no further limit of memory, a reader
  /// for each processor but one}
  public static PoolSettings defaults() {
    return new PoolSettings(8, 16, 0, Duration.ofSeconds(60), Long.MAX_VALUE, usualReaders());
  }

  /// {@return these settings with other limits}
  ///
  /// @param most the most workers with a signer
  /// @param visits the most simultaneous visits of one signer
  public PoolSettings withBounds(int most, int visits) {
    return new PoolSettings(most, visits, spares, idle, memoryMiB, readers);
  }

  /// {@return these settings with another number of spares}
  ///
  /// @param other the number of spare workers
  public PoolSettings withSpares(int other) {
    return new PoolSettings(workers, visitsPerWorker, other, idle, memoryMiB, readers);
  }

  /// {@return these settings with another time without visits}
  ///
  /// @param other how long a signer keeps a worker without visits
  public PoolSettings withIdle(Duration other) {
    return new PoolSettings(workers, visitsPerWorker, spares, other, memoryMiB, readers);
  }

  /// {@return these settings with another limit of memory}
  ///
  /// @param mebibytes the limit for the expected memory of all workers, in MiB
  public PoolSettings withMemory(long mebibytes) {
    return new PoolSettings(workers, visitsPerWorker, spares, idle, mebibytes, readers);
  }

  /// {@return these settings with another number of readers}
  ///
  /// @param most the most processes that read pages
  public PoolSettings withReaders(int most) {
    return new PoolSettings(workers, visitsPerWorker, spares, idle, memoryMiB, most);
  }

  /// {@return a reader for each processor but one, and at least one}
  public static int usualReaders() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
  }

  static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: at least " + least + ")");
    }
  }
}
