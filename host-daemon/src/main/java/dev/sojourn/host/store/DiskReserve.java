package dev.sojourn.host.store;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.text.Messages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// The reserve on the disk: a file that is deleted when the disk is full. Its room lets owners take
/// their agents back or give them up. It is written again when there is room; until then nothing
/// else is taken ([WriteQueue]). Safe for use by several threads.
///
/// At the end of a visit, its row is written anew, with a state of up to 16 MiB. The log of the
/// database holds a copy. So the reserve is twice as large, or a quarter of the present room, if
/// that is less.
final class DiskReserve {
  private static final System.Logger LOG = System.getLogger(DiskReserve.class.getName());
  private static final long MAX_BYTES = 32L << 20;
  private static final long MIN_BYTES = 64L << 10;
  private static final int BLOCK_BYTES = 1 << 16;

  /// As much as file systems compress at a time.
  private static final int RANDOM_BYTES = 1 << 20;

  /// The least that file systems keep once for several places.
  private static final int PAGE_BYTES = 1 << 12;

  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

  /// A package may find no room where others do. The log does not report each such change.
  private static final long PEACE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Path directory;
  private final Path file;
  private final long peaceNanos;
  private final RateLimitedLog faults = new RateLimitedLog(LOG);
  private final ReentrantLock lock = new ReentrantLock();
  private long bytes = MIN_BYTES;
  private boolean isShort;
  private boolean isReleased;
  private long triedAt;
  private long failedAt;

  private DiskReserve(Path directory, long peaceNanos) {
    this.directory = directory;
    this.file = directory.resolve("reserve");
    this.peaceNanos = peaceNanos;
  }

  /// The reserve of a directory, which is not there before [#setAside], unless a process before has
  /// left it.
  static DiskReserve of(Path directory) {
    return of(directory, PEACE_NANOS);
  }

  /// @param peaceNanos how long no write may have found the disk full before it counts as roomy
  static DiskReserve of(Path directory, long peaceNanos) {
    return new DiskReserve(directory.toAbsolutePath(), peaceNanos);
  }

  /// Sets the room aside, if that was not done; on a full disk the reserve begins as released.
  void setAside() {
    lock.lock();
    try {
      if (isReleased) {
        return;
      }
      long there = Files.exists(file) ? Files.size(file) : 0;
      long wanted = Math.min(MAX_BYTES, (room() + there) / 4);
      bytes = there;
      // A process before may have ended while it wrote the file.
      if (there < wanted / 2 && wanted >= MIN_BYTES) {
        bytes = wanted;
        fill();
      }
    } catch (ClosedByInterruptException e) {
      // The daemon ends, and the disk may have room.
      bytes = MIN_BYTES;
    } catch (IOException e) {
      bytes = 0;
      LOG.log(System.Logger.Level.DEBUG, "No reserve: {0}", e.toString());
    } finally {
      if (bytes < MIN_BYTES) {
        bytes = MIN_BYTES;
        becomeReleased();
      }
      lock.unlock();
    }
  }

  private long room() throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  private void becomeReleased() {
    isReleased = true;
    triedAt = System.nanoTime();
    becomeShort();
  }

  /// One line names its beginning, however many writes fail.
  private void becomeShort() {
    failedAt = System.nanoTime();
    if (!isShort) {
      isShort = true;
      LOG.log(
          System.Logger.Level.WARNING,
          "The disk of {0} is full. Until there is room, agents here can be taken home or given up,"
              + " and others are refused (disk-full). Make room on that disk: the daemon goes on by"
              + " itself then",
          directory);
    }
  }

  private void becomeRoomy() {
    isShort = false;
    isReleased = false;
    LOG.log(
        System.Logger.Level.INFO, "The disk of {0} has room again; agents are taken in", directory);
  }

  /// A write found no room.
  void fellShort() {
    lock.lock();
    try {
      becomeShort();
    } finally {
      lock.unlock();
    }
  }

  /// The directory whose disk is full: a write found no room, and since then there was less than
  /// the reserve takes. Empty if there is room.
  Optional<Path> fullDirectory() {
    lock.lock();
    try {
      return isShort ? Optional.of(directory) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /// Gives the room to the writes that need it now; false if that was done before.
  boolean release() {
    lock.lock();
    try {
      if (isReleased || !Files.exists(file)) {
        return false;
      }
      bytes = Math.max(MIN_BYTES, Files.size(file));
      Files.delete(file);
      becomeReleased();
      return true;
    } catch (IOException e) {
      faults.line(
          System.Logger.Level.WARNING,
          "The reserve {0} cannot be used: {1}",
          file,
          Messages.clause(e));
      return false;
    } finally {
      lock.unlock();
    }
  }

  /// Whether the room is given away.
  boolean isReleased() {
    lock.lock();
    try {
      return isReleased;
    } finally {
      lock.unlock();
    }
  }

  /// Whether the disk was full, and it is time to see whether there is room again; once in a while.
  boolean isRetryDue() {
    lock.lock();
    try {
      boolean isDue = isShort && System.nanoTime() - triedAt > RETRY_NANOS;
      if (isDue) {
        triedAt = System.nanoTime();
      }
      return isDue;
    } finally {
      lock.unlock();
    }
  }

  /// Looks whether there is room again: as much as the reserve takes beside it. If the reserve was
  /// given away, it is set aside again, so there must be twice as much.
  void refill() {
    lock.lock();
    try {
      long room = room();
      if (isReleased && room >= 2 * bytes) {
        bytes = Math.max(bytes, Math.min(MAX_BYTES, room / 4));
        fill();
        becomeRoomy();
      } else if (isShort
          && !isReleased
          && room >= bytes
          && System.nanoTime() - failedAt >= peaceNanos) {
        becomeRoomy();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "The disk has no room yet: {0}", e.toString());
    } finally {
      lock.unlock();
    }
  }

  /// Writes no zeros, which some file systems do not store, and no octets that they could compress
  /// or share. It writes random octets, and the first eight of each page are new each time.
  private void fill() throws IOException {
    var random = new SplittableRandom();
    var octets = new byte[RANDOM_BYTES];
    random.nextBytes(octets);
    var all = ByteBuffer.wrap(octets);
    var options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try (var channel = FileChannel.open(file, options, OwnerOnly.file(file))) {
      for (long done = 0; done < bytes; done += BLOCK_BYTES) {
        int start = (int) (done % RANDOM_BYTES);
        for (int page = start; page < start + BLOCK_BYTES; page += PAGE_BYTES) {
          all.putLong(page, random.nextLong());
        }
        var block = all.slice(start, (int) Math.min(bytes - done, BLOCK_BYTES));
        while (block.hasRemaining()) {
          channel.write(block);
        }
      }
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }
}
