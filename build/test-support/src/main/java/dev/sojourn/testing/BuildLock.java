package dev.sojourn.testing;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// A lock that one thread of all test processes of a build holds at a time. Classes of tests run
/// side by side, in one process and in several, and share files that the first of them makes.
public final class BuildLock implements AutoCloseable {
  /// Locks of this process by file. If two threads asked for the system's lock of one file, the
  /// second would get an exception.
  private static final Map<Path, ReentrantLock> OF_THREADS = new ConcurrentHashMap<>();

  private final ReentrantLock ofThreads;
  private final FileChannel channel;

  private BuildLock(ReentrantLock ofThreads, FileChannel channel) {
    this.ofThreads = ofThreads;
    this.channel = channel;
  }

  /// Waits for the lock. The thread that has it closes it.
  ///
  /// @param file which stands for the lock, in an existing directory; it is made if there is none
  /// @return the lock
  /// @throws IOException if the file cannot be made or locked
  public static BuildLock take(Path file) throws IOException {
    var ofThreads =
        OF_THREADS.computeIfAbsent(file.toAbsolutePath().normalize(), _ -> new ReentrantLock());
    ofThreads.lock();
    try {
      var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        var _ = channel.lock();
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      return new BuildLock(ofThreads, channel);
    } catch (IOException | RuntimeException e) {
      ofThreads.unlock();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      ofThreads.unlock();
    }
  }
}
