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

/// The reserve on the disk: a file that the host deletes when the disk is full. Its space lets
/// owners retract their agents or dispose of them. Until there is space to write the file again,
/// the host admits nothing else ([WriteQueue]). Thread-safe.
///
/// The end of a visit rewrites its row, with a state of up to 16 MiB. The log of the database has a
/// copy of the row. Therefore the reserve has 32 MiB, or a quarter of the available space, if that
/// is less.
final class DiskReserve {
  private static final System.Logger LOG = System.getLogger(DiskReserve.class.getName());
  private static final long MAX_BYTES = 32L << 20;
  private static final long MIN_BYTES = 64L << 10;
  private static final int BLOCK_BYTES = 1 << 16;

  /// The unit in which file systems compress.
  private static final int RANDOM_BYTES = 1 << 20;

  /// The smallest block that file systems store once for several places.
  private static final int PAGE_BYTES = 1 << 12;

  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

  /// On a nearly full disk, a large package may fail while others succeed. This delay keeps each
  /// such change out of the log.
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

  /// The reserve of a directory; its file does not exist before [#setAside], unless an earlier
  /// process left it.
  static DiskReserve of(Path directory) {
    return of(directory, PEACE_NANOS);
  }

  /// @param peaceNanos time without a failed write after which the disk no longer counts as full,
  ///   in nanoseconds
  static DiskReserve of(Path directory, long peaceNanos) {
    return new DiskReserve(directory.toAbsolutePath(), peaceNanos);
  }

  /// Creates the reserve if it is missing; on a full disk, it starts as released.
  void setAside() {
    lock.lock();
    try {
      if (isReleased) {
        return;
      }
      long there = Files.exists(file) ? Files.size(file) : 0;
      long wanted = Math.min(MAX_BYTES, (room() + there) / 4);
      bytes = there;
      // An earlier process may have ended while it wrote the file.
      if (there < wanted / 2 && wanted >= MIN_BYTES) {
        bytes = wanted;
        fill();
      }
    } catch (ClosedByInterruptException e) {
      // The daemon is ending; the disk may have space.
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

  /// One log line reports the start, regardless of the number of failed writes.
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

  /// Records that a write found no space.
  void fellShort() {
    lock.lock();
    try {
      becomeShort();
    } finally {
      lock.unlock();
    }
  }

  /// The directory whose disk is full: a write failed, and since then the disk had less space than
  /// the reserve takes. Empty if the disk has space.
  Optional<Path> fullDirectory() {
    lock.lock();
    try {
      return isShort ? Optional.of(directory) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /// Releases the space for urgent writes; returns false if it is already released.
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

  /// Whether the space is released.
  boolean isReleased() {
    lock.lock();
    try {
      return isReleased;
    } finally {
      lock.unlock();
    }
  }

  /// Whether the disk was full and another check is due; true at most once per interval.
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

  /// Checks whether the disk has as much free space as the reserve takes. A released reserve is
  /// created again, which requires twice that space.
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

  /// Some file systems do not store zeros, and compress or share repeated octets. Therefore this
  /// writes random octets, with eight new ones at the start of each page.
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
