package dev.sojourn.sandbox;

import dev.sojourn.sandbox.launch.RuntimeDirectory;
import dev.sojourn.sandbox.launch.SocketPlace;
import dev.sojourn.sandbox.launch.UserCache;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The settings for starting and keeping workers.
///
/// @param places the places of the files of workers
/// @param heapMiB the heap of one worker in MiB, which its visits share
/// @param deadlines the deadlines of workers
/// @param confinement the least confinement that this machine must offer
/// @param pool the settings of the worker pool
/// @param maxWaitingMessages the most messages that may wait for one agent's answers; at least 1
public record SandboxSettings(
    Places places,
    int heapMiB,
    Deadlines deadlines,
    Confinement confinement,
    PoolSettings pool,
    int maxWaitingMessages) {
  private static final int LEAST_HEAP_MIB = 32;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if `heapMiB` is less than 32 or `maxWaitingMessages` is less
  ///   than 1
  public SandboxSettings {
    PoolSettings.requireAtLeast("heapMiB", heapMiB, LEAST_HEAP_MIB);
    PoolSettings.requireAtLeast("maxWaitingMessages", maxWaitingMessages, 1);
  }

  /// The places of the files of workers.
  ///
  /// @param directory the parent of a private directory for sockets, which is deleted when the
  ///   sandbox is closed. Its path must be short, since a socket's path has at most 107 bytes
  /// @param javaHome the Java runtime of the workers
  /// @param startCache a directory for a cache of classes that speeds up the start of workers; if
  ///   missing, it is made for its owner. If empty, workers start without a cache
  /// @param isCacheMadeWhenMissed whether the first start of a worker without the cache also makes
  ///   the cache; otherwise only [Sandbox#makeStartCache] makes it
  public record Places(
      Path directory, Path javaHome, Optional<Path> startCache, boolean isCacheMadeWhenMissed) {
    private Places withDirectory(Path other) {
      return new Places(other, javaHome, startCache, isCacheMadeWhenMissed);
    }

    private Places withJavaHome(Path other) {
      return new Places(directory, other, startCache, isCacheMadeWhenMissed);
    }

    private Places withStartCache(Optional<Path> other, boolean isMadeWhenMissed) {
      return new Places(directory, javaHome, other, isMadeWhenMissed);
    }
  }

  /// The times for which the caller waits for a worker.
  ///
  /// @param start from the start of a worker to its first message
  /// @param admission from the order of a visit to the agent's admission and start
  /// @param grace from the order to stop a visit to the death of its worker
  public record Deadlines(Duration start, Duration admission, Duration grace) {
    /// Checks the ranges.
    ///
    /// @throws IllegalArgumentException if a time is not positive
    public Deadlines {
      PoolSettings.requireAtLeast("start", start.toNanos(), 1);
      PoolSettings.requireAtLeast("admission", admission.toNanos(), 1);
      PoolSettings.requireAtLeast("grace", grace.toNanos(), 1);
    }
  }

  /// {@return sockets in the [RuntimeDirectory] or the directory for temporary files, this
  /// process's Java runtime, no cache, a heap of 256 MiB, 30 s to start, 5 s for admission, 500 ms
  /// of grace, filtered system calls, [PoolSettings#defaults()], 8 messages}
  public static SandboxSettings defaults() {
    return new SandboxSettings(
        new Places(
            RuntimeDirectory.find(System.getenv())
                .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))),
            Path.of(System.getProperty("java.home")),
            Optional.empty(),
            false),
        256,
        new Deadlines(Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofMillis(500)),
        Confinement.FILTERED,
        PoolSettings.defaults(),
        8);
  }

  private SandboxSettings with(Places others) {
    return new SandboxSettings(others, heapMiB, deadlines, confinement, pool, maxWaitingMessages);
  }

  /// {@return these settings with another directory for sockets}
  ///
  /// @param other an existing directory with a short path
  public SandboxSettings withDirectory(Path other) {
    return with(places.withDirectory(other));
  }

  /// {@return these settings with the sockets in a [RuntimeDirectory]; without one, in the caller's
  /// directory, if it is suitable} The caller's directory must have a short path and a file system
  /// that supports sockets, and no other user may write there.
  ///
  /// The next process that uses this directory then finds the sockets that a killed process left.
  ///
  /// @param own the caller's directory, which must exist
  public SandboxSettings withSocketsIn(Path own) {
    return RuntimeDirectory.find(System.getenv()).isPresent()
        ? this
        : withDirectory(SocketPlace.choose(own, places.directory()));
  }

  /// {@return these settings with another Java runtime for the workers}
  ///
  /// @param other the directory of the runtime
  public SandboxSettings withJavaHome(Path other) {
    return with(places.withJavaHome(other));
  }

  /// {@return these settings with a place for the start cache}
  ///
  /// @param place a directory that is made if missing; only this user and root may write there
  public SandboxSettings withStartCache(Path place) {
    return with(places.withStartCache(Optional.of(place), false));
  }

  /// {@return these settings with a place for the start cache; the first worker without it also
  /// makes the cache}
  ///
  /// @param place as in [#withStartCache]
  public SandboxSettings withStartCacheMadeWhenMissed(Path place) {
    return with(places.withStartCache(Optional.of(place), true));
  }

  /// {@return these settings with the start cache of this user's programs; the first worker without
  /// it also makes the cache. Unchanged if the user has no place for it}
  public SandboxSettings withUserStartCache() {
    return UserCache.find(System.getenv(), System.getProperty("user.home", ""))
        .map(own -> withStartCacheMadeWhenMissed(own.resolve("start-cache")))
        .orElse(this);
  }

  /// {@return these settings without a start cache}
  public SandboxSettings withoutStartCache() {
    return with(places.withStartCache(Optional.empty(), false));
  }

  /// {@return these settings with other limits of workers}
  ///
  /// @param workers the most workers with a signer
  /// @param visits the most simultaneous visits of one signer
  /// @param mebibytes the heap of one worker in MiB
  public SandboxSettings withBounds(int workers, int visits, int mebibytes) {
    return new SandboxSettings(
        places,
        mebibytes,
        deadlines,
        confinement,
        pool.withBounds(workers, visits),
        maxWaitingMessages);
  }

  /// {@return these settings with other deadlines}
  ///
  /// @param start from the start of a worker to its first message
  /// @param admission from the order of a visit to the start of its agent
  /// @param stop from the order to stop a visit to the death of its worker
  public SandboxSettings withDeadlines(Duration start, Duration admission, Duration stop) {
    return new SandboxSettings(
        places,
        heapMiB,
        new Deadlines(start, admission, stop),
        confinement,
        pool,
        maxWaitingMessages);
  }

  /// {@return these settings with another demand on the machine}
  ///
  /// @param demanded the least confinement that the machine must offer
  public SandboxSettings withConfinement(Confinement demanded) {
    return new SandboxSettings(places, heapMiB, deadlines, demanded, pool, maxWaitingMessages);
  }

  /// {@return these settings with another worker pool}
  ///
  /// @param other the settings of the pool
  public SandboxSettings withPool(PoolSettings other) {
    return new SandboxSettings(places, heapMiB, deadlines, confinement, other, maxWaitingMessages);
  }

  /// {@return these settings with another limit of waiting messages}
  ///
  /// @param most the most messages that may wait for one agent's answers; at least 1
  public SandboxSettings withWaitingMessages(int most) {
    return new SandboxSettings(places, heapMiB, deadlines, confinement, pool, most);
  }
}
