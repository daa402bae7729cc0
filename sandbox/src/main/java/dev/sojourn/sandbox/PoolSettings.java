package dev.sojourn.sandbox;

import dev.sojourn.sandbox.launch.WorkerCommand;
import java.time.Duration;

/// The settings of the worker pool: numbers and times.
///
/// @param workers workers with a signer at a time; visits of further signers wait
/// @param visitsPerWorker visits of one signer at a time; further ones wait
/// @param spares workers that are kept ready for signers to come, besides
/// @param idle how long a worker without visits is kept for its signer
/// @param memoryMiB the memory that all workers together may be expected to take; the sum for the
///   numbers above, if that is less
public record PoolSettings(
    int workers, int visitsPerWorker, int spares, Duration idle, long memoryMiB) {
  /// The memory of a worker before its first visit, in MiB.
  public static final int SPARE_MIB = 64;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a number or a duration is not positive; there may be no
  ///   spares
  public PoolSettings {
    requireAtLeast("workers", workers, 1);
    requireAtLeast("visitsPerWorker", visitsPerWorker, 1);
    requireAtLeast("spares", spares, 0);
    requireAtLeast("idle", idle.toNanos(), 1);
    requireAtLeast("memoryMiB", memoryMiB, 1);
  }

  /// {@return the memory that a worker with a signer may be expected to take, in MiB: its heap, and
  /// the sum of the other limits of its JVM}
  ///
  /// @param heapMiB its heap
  public static long workerMiB(int heapMiB) {
    return (long) heapMiB + WorkerCommand.BESIDES_HEAP_MIB;
  }

  /// {@return 8 workers of 16 visits, no spares, 60 s idle, no further bound on memory}
  public static PoolSettings defaults() {
    return new PoolSettings(8, 16, 0, Duration.ofSeconds(60), Long.MAX_VALUE);
  }

  /// {@return these settings with other bounds}
  ///
  /// @param most workers with a signer at a time
  /// @param visits of one signer at a time
  public PoolSettings withBounds(int most, int visits) {
    return new PoolSettings(most, visits, spares, idle, memoryMiB);
  }

  /// {@return these settings with another number of spares}
  ///
  /// @param other workers kept ready
  public PoolSettings withSpares(int other) {
    return new PoolSettings(workers, visitsPerWorker, other, idle, memoryMiB);
  }

  /// {@return these settings with another time without visits}
  ///
  /// @param other how long a worker is kept for its signer
  public PoolSettings withIdle(Duration other) {
    return new PoolSettings(workers, visitsPerWorker, spares, other, memoryMiB);
  }

  /// {@return these settings with another bound on memory}
  ///
  /// @param mebibytes of all workers
  public PoolSettings withMemory(long mebibytes) {
    return new PoolSettings(workers, visitsPerWorker, spares, idle, mebibytes);
  }

  static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: at least " + least + ")");
    }
  }
}
