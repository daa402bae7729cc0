package dev.sojourn.sandbox;

import dev.sojourn.sandbox.launch.RuntimeDirectory;
import dev.sojourn.sandbox.launch.SocketPlace;
import dev.sojourn.sandbox.launch.UserCache;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The settings for starting and keeping workers.
///
/// @param places of the files of workers
/// @param heapMiB heap of one worker in MiB, shared by its visits
/// @param deadlines after which a worker is given up
/// @param confinement the least confinement that this machine must offer
/// @param pool how many workers there are
/// @param maxWaitingMessages messages to one agent that may wait for its answers; at least 1
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
  /// @throws IllegalArgumentException if the heap is smaller than 32 MiB, or no message may wait
  public SandboxSettings {
    PoolSettings.requireAtLeast("heapMiB", heapMiB, LEAST_HEAP_MIB);
    PoolSettings.requireAtLeast("maxWaitingMessages", maxWaitingMessages, 1);
  }

  /// The places of the files of workers.
  ///
  /// @param directory in which a private directory for sockets is made, and deleted when the
  ///   sandbox is closed; a short path, since a socket's name is limited to 107 bytes
  /// @param javaHome the Java runtime of the workers
  /// @param startCache a directory in which the classes of workers may be kept as the JVM wants
  ///   them, so that further workers start faster; made for its owner only. If empty, workers start
  ///   without
  /// @param isCacheMadeWhenMissed whether the first worker that starts without the cache has it
  ///   made; otherwise only [Sandbox#makeStartCache] makes it
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

  /// The times for which a worker is waited for.
  ///
  /// @param start from starting a worker to its first word
  /// @param admission from giving a worker an agent to the agent's admission and start
  /// @param grace how long a visit that must stop may take before its worker is killed
  public record Deadlines(Duration start, Duration admission, Duration grace) {
    /// Checks the ranges.
    ///
    /// @throws IllegalArgumentException if one is not positive
    public Deadlines {
      PoolSettings.requireAtLeast("start", start.toNanos(), 1);
      PoolSettings.requireAtLeast("admission", admission.toNanos(), 1);
      PoolSettings.requireAtLeast("grace", grace.toNanos(), 1);
    }
  }

  /// {@return sockets in the [RuntimeDirectory] or the one for temporary files, this process's own
  /// Java, no cache, 256 MiB, 30 s to start, 5 s for admission, 500 ms of grace, filtered system
  /// calls, [PoolSettings#defaults()], 8 messages}
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

  /// {@return these settings with the sockets in a [RuntimeDirectory], or else in a directory of
  /// the caller's own, if sockets can lie there} The path of that must be short, no other user may
  /// write there, and its file system must know sockets.
  ///
  /// The next process that uses the directory then finds the sockets that a killed one left.
  ///
  /// @param own an existing directory
  public SandboxSettings withSocketsIn(Path own) {
    return RuntimeDirectory.find(System.getenv()).isPresent()
        ? this
        : withDirectory(SocketPlace.choose(own, places.directory()));
  }

  /// {@return these settings with another Java runtime for the workers}
  ///
  /// @param other its directory
  public SandboxSettings withJavaHome(Path other) {
    return with(places.withJavaHome(other));
  }

  /// {@return these settings with a place for the start cache}
  ///
  /// @param place a directory at a place that only this user and root may write; made if it is
  ///   missing
  public SandboxSettings withStartCache(Path place) {
    return with(places.withStartCache(Optional.of(place), false));
  }

  /// {@return these settings with a place for the start cache, which is made as soon as a worker
  /// starts without it}
  ///
  /// @param place as that of [#withStartCache]
  public SandboxSettings withStartCacheMadeWhenMissed(Path place) {
    return with(places.withStartCache(Optional.of(place), true));
  }

  /// {@return these settings with the start cache of this user's programs, which is made as soon as
  /// a worker starts without it; unchanged if the user has no place for it}
  public SandboxSettings withUserStartCache() {
    return UserCache.find(System.getenv(), System.getProperty("user.home", ""))
        .map(own -> withStartCacheMadeWhenMissed(own.resolve("start-cache")))
        .orElse(this);
  }

  /// {@return these settings without a cache from which workers start}
  public SandboxSettings withoutStartCache() {
    return with(places.withStartCache(Optional.empty(), false));
  }

  /// {@return these settings with other bounds on the number of workers and their size}
  ///
  /// @param workers worker processes with a signer at a time
  /// @param visits visits of one signer at a time
  /// @param mebibytes heap of one worker
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
  /// @param start from starting a worker to its first word
  /// @param admission from giving a worker an agent to the start of the agent
  /// @param stop how long a visit that must stop may take
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
  /// @param demanded the least confinement that it must offer
  public SandboxSettings withConfinement(Confinement demanded) {
    return new SandboxSettings(places, heapMiB, deadlines, demanded, pool, maxWaitingMessages);
  }

  /// {@return these settings with other numbers of workers}
  ///
  /// @param other how many there are
  public SandboxSettings withPool(PoolSettings other) {
    return new SandboxSettings(places, heapMiB, deadlines, confinement, other, maxWaitingMessages);
  }

  /// {@return these settings with another number of messages that may wait for one agent}
  ///
  /// @param most how many; at least 1
  public SandboxSettings withWaitingMessages(int most) {
    return new SandboxSettings(places, heapMiB, deadlines, confinement, pool, most);
  }
}
