package dev.sojourn.sandbox;

import java.nio.file.Path;
import java.time.Duration;

/// How workers are started and kept.
///
/// @param directory where sockets are created, each in a private directory of its own that is gone
///   once the worker has connected; a short path, since a socket's name is limited to 107 bytes
/// @param javaHome the Java runtime of the workers
/// @param maxWorkers worker processes at a time; further visits wait
/// @param visitsPerWorker visits of one signer at a time; further ones wait
/// @param heapMiB heap of one worker in MiB, shared by its visits
/// @param startDeadline from starting a worker to its first word
/// @param admissionDeadline from giving a worker an agent to the agent's admission and start
/// @param grace how long a visit that must stop may take before its worker is killed
/// @param idle how long a worker without visits is kept
/// @param confinement what this machine must be able to do
public record SandboxSettings(
    Path directory,
    Path javaHome,
    int maxWorkers,
    int visitsPerWorker,
    int heapMiB,
    Duration startDeadline,
    Duration admissionDeadline,
    Duration grace,
    Duration idle,
    Confinement confinement) {

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a number or a duration is not positive, or the heap is
  ///   smaller than 32 MiB
  public SandboxSettings {
    requireAtLeast("maxWorkers", maxWorkers, 1);
    requireAtLeast("visitsPerWorker", visitsPerWorker, 1);
    requireAtLeast("heapMiB", heapMiB, 32);
    requireAtLeast("startDeadline", startDeadline.toNanos(), 1);
    requireAtLeast("admissionDeadline", admissionDeadline.toNanos(), 1);
    requireAtLeast("grace", grace.toNanos(), 1);
    requireAtLeast("idle", idle.toNanos(), 1);
  }

  /// {@return sockets in the system's directory for temporary files, this process's own Java, 8
  /// workers of 16 visits and 256 MiB, 30 s to start, 5 s for admission, 500 ms of grace, 60 s
  /// idle, filtered system calls}
  public static SandboxSettings defaults() {
    return new SandboxSettings(
        Path.of(System.getProperty("java.io.tmpdir")),
        Path.of(System.getProperty("java.home")),
        8,
        16,
        256,
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        Duration.ofMillis(500),
        Duration.ofSeconds(60),
        Confinement.FILTERED);
  }

  /// {@return these settings with another directory for sockets}
  ///
  /// @param directory an existing directory with a short path
  public SandboxSettings withDirectory(Path directory) {
    return new SandboxSettings(
        directory,
        javaHome,
        maxWorkers,
        visitsPerWorker,
        heapMiB,
        startDeadline,
        admissionDeadline,
        grace,
        idle,
        confinement);
  }

  /// {@return these settings with other bounds on the number of workers and their size}
  ///
  /// @param workers worker processes at a time
  /// @param visits visits of one signer at a time
  /// @param mebibytes heap of one worker
  public SandboxSettings withBounds(int workers, int visits, int mebibytes) {
    return new SandboxSettings(
        directory,
        javaHome,
        workers,
        visits,
        mebibytes,
        startDeadline,
        admissionDeadline,
        grace,
        idle,
        confinement);
  }

  /// {@return these settings with another demand on the machine}
  ///
  /// @param demanded what it must be able to do
  public SandboxSettings withConfinement(Confinement demanded) {
    return new SandboxSettings(
        directory,
        javaHome,
        maxWorkers,
        visitsPerWorker,
        heapMiB,
        startDeadline,
        admissionDeadline,
        grace,
        idle,
        demanded);
  }

  private static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: at least " + least + ")");
    }
  }
}
