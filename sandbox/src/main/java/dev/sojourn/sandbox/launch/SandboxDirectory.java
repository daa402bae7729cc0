package dev.sojourn.sandbox.launch;

import dev.sojourn.base.file.OwnerOnly;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The directory of one sandbox, which only its owner may enter: it holds the workers' sockets and
/// jars that were packed for them.
///
/// A process that is killed cannot delete its directory; its [OrphanReaper] does. For the case that
/// the reaper is killed too, each directory contains a file that its process keeps locked. The next
/// sandbox that is opened beside it deletes the directories whose lock the system has released. The
/// traces of a process that is killed
///
/// * before it made the file: an empty directory, which the next one deletes
/// * before it locked the file, or at any time after: a directory with a free lock, likewise
///
/// A process that loses its directory to such a sweep before it has the lock begins anew.
public final class SandboxDirectory implements AutoCloseable {
  private static final Logger LOG = System.getLogger(SandboxDirectory.class.getName());
  private static final String PREFIX = "sjw-";
  private static final String LOCK = "lock";
  private static final int ATTEMPTS = 20;
  private static final SecureRandom RANDOM = new SecureRandom();

  /// The directories of this process, whose locks must not be touched: closing a file gives up all
  /// locks that the process has on it.
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path parent;
  private final OrphanReaper reaper;
  private final AtomicInteger sockets = new AtomicInteger();
  private volatile Made made;

  private SandboxDirectory(Path parent, OrphanReaper reaper, Made made) {
    this.parent = parent;
    this.reaper = reaper;
    this.made = made;
  }

  /// A directory that this process has made.
  ///
  /// @param path of the directory
  /// @param channel of the file in it that is locked
  /// @param traits by which it is known again
  private record Made(Path path, FileChannel channel, Map<String, Object> traits) {
    /// The mark in which it differs from a directory that another user put in its place.
    private static final String TRAITS = "unix:dev,ino,uid,mode";

    static Made of(Path path, FileChannel channel) throws IOException {
      return new Made(path, channel, Files.readAttributes(path, TRAITS, LinkOption.NOFOLLOW_LINKS));
    }

    boolean isStill() {
      try {
        return traits.equals(Files.readAttributes(path, TRAITS, LinkOption.NOFOLLOW_LINKS));
      } catch (IOException _) {
        return false;
      }
    }
  }

  /// Makes a directory, after deleting those of processes that are gone.
  ///
  /// @param parent an existing directory
  /// @return the directory, to be closed by its opener
  /// @throws IOException if it cannot be made
  public static SandboxDirectory open(Path parent) throws IOException {
    var reaper = OrphanReaper.start();
    try {
      var made = make(parent, reaper);
      sweep(parent, made.path());
      return new SandboxDirectory(parent, reaper, made);
    } catch (IOException e) {
      reaper.close();
      throw e;
    }
  }

  /// A name that cannot be guessed, so that no other process can be there first.
  private static Made make(Path parent, OrphanReaper reaper) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      var path = parent.resolve(PREFIX + Long.toString(RANDOM.nextLong() >>> 24, 36));
      OWN.add(path);
      reaper.watch(path);
      try {
        OwnerOnly.createDirectory(path);
        var channel =
            FileChannel.open(
                path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (isLocked(channel) && Files.exists(path.resolve(LOCK))) {
          return Made.of(path, channel);
        }
        channel.close();
      } catch (FileAlreadyExistsException | NoSuchFileException e) {
        if (!Files.isDirectory(parent)) {
          OWN.remove(path);
          throw e;
        }
      }
      OWN.remove(path);
    }
    throw new IOException("no directory can be made in " + parent);
  }

  /// {@return the directory}
  public Path path() {
    return made.path();
  }

  /// {@return the option by which a process is known as belonging to this sandbox}
  public List<String> mark() {
    return OrphanReaper.mark(made.path());
  }

  /// Makes a directory for one socket; its worker may see that and no more. The sandbox's own
  /// directory may be gone, as after a cleaning of old files, or another one may have its name.
  /// Then another one is made first.
  ///
  /// @return the socket's name
  /// @throws IOException if the directory cannot be made
  public synchronized Path newSocket() throws IOException {
    if (!made.isStill()) {
      renew();
    }
    var own = made.path().resolve(Integer.toString(sockets.incrementAndGet()));
    return OwnerOnly.createDirectory(own).resolve("s");
  }

  /// A directory in its place now may be a stranger's, and is left alone.
  private void renew() throws IOException {
    var lost = made;
    // A session's directory goes with the session.
    var place = Files.isDirectory(parent) ? parent : Path.of(System.getProperty("java.io.tmpdir"));
    made = make(place, reaper);
    OWN.remove(lost.path());
    lost.channel().close();
    LOG.log(
        Level.WARNING,
        "{0} is gone or was replaced; workers are started from {1} now",
        lost.path(),
        made.path());
  }

  /// Deletes a socket and its directory. Does nothing if they are gone already.
  ///
  /// @param socket its name
  public void delete(Path socket) {
    try {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(socket.getParent());
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "{0} is left until the sandbox is closed: {1}", socket, e.getMessage());
    }
  }

  /// Deletes all of it, and ends the processes that still bear its mark.
  @Override
  public void close() {
    var last = made;
    try {
      if (last.isStill()) {
        deleteAll(last.path());
      }
      last.channel().close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0} is left behind: {1}", last.path(), e.getMessage());
    } finally {
      OWN.remove(last.path());
      reaper.close();
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  /// Deletes the directories here whose processes, of the same user, are gone.
  private static void sweep(Path parent, Path own) throws IOException {
    var owner = Files.getOwner(own);
    try (var found = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (var path : found) {
        if (!OWN.contains(path)
            && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
          deleteIfAbandoned(path);
        }
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "{0} could not be cleaned up: {1}", parent, e.getMessage());
    }
  }

  private static void deleteIfAbandoned(Path path) throws IOException {
    var lock = path.resolve(LOCK);
    if (Files.exists(lock) && !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
      LOG.log(Level.DEBUG, "{0} is of another kind", path);
      return;
    }
    try (var channel =
        FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      if (isLocked(channel)) {
        endProcesses(path);
        deleteAll(path);
        LOG.log(Level.INFO, "Deleted {0}, which a process had left that no longer exists", path);
      }
    } catch (NoSuchFileException _) {
      try {
        Files.deleteIfExists(path);
      } catch (DirectoryNotEmptyException _) {
        LOG.log(Level.DEBUG, "{0} is of another kind", path);
      }
    }
  }

  /// Ends the processes that were left behind by a process that was killed together with its
  /// reaper.
  private static void endProcesses(Path path) {
    try (var reaper = OrphanReaper.start()) {
      reaper.watch(path);
    }
  }

  /// Deletes a directory; never follows a link. The lock goes last, so that the remains of an end
  /// in the middle are still known as such.
  private static void deleteAll(Path root) throws IOException {
    var lock = root.resolve(LOCK);
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!file.equals(lock)) {
              Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException e)
              throws IOException {
            if (!directory.equals(root)) {
              Files.deleteIfExists(directory);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Files.deleteIfExists(lock);
    Files.deleteIfExists(root);
  }
}
