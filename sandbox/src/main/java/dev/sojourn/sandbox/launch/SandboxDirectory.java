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

/// The directory of one sandbox, which only its owner may enter. It contains the workers' sockets
/// and the jars that were packed for them.
///
/// If a process is killed, its [OrphanReaper] deletes the directory. The reaper may be killed too,
/// so each directory contains a file that its process keeps locked. The next sandbox in the same
/// parent deletes the directories whose locks are free. A killed process leaves one of these
/// traces:
///
/// * an empty directory, if the process had not made the file; the next sandbox deletes it
/// * a directory with a free lock, if the process had made the file; the next sandbox deletes it
///
/// If the next sandbox deletes a directory before its process has the lock, that process makes a
/// new directory.
public final class SandboxDirectory implements AutoCloseable {
  private static final Logger LOG = System.getLogger(SandboxDirectory.class.getName());
  private static final String PREFIX = "sjw-";
  private static final String LOCK = "lock";
  private static final int ATTEMPTS = 20;
  private static final SecureRandom RANDOM = new SecureRandom();

  /// The directories of this process. Their lock files must not be opened again: closing a file
  /// releases all locks of the process on it.
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
  /// @param path the path of the directory
  /// @param channel the channel of the locked file in it
  /// @param traits the attributes that identify the directory
  private record Made(Path path, FileChannel channel, Map<String, Object> traits) {
    /// The attributes that distinguish it from another directory at the same path.
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

  /// Makes a directory, and deletes the directories of ended processes.
  ///
  /// @param parent an existing directory
  /// @return the directory, which the caller must close
  /// @throws IOException if the directory cannot be made
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

  /// Makes a directory with an unpredictable name, so that no other process can make it first.
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

  /// {@return the option that marks a process as part of this sandbox}
  public List<String> mark() {
    return OrphanReaper.mark(made.path());
  }

  /// Makes a directory for one socket; the worker sees only this directory. If the sandbox's
  /// directory was deleted or replaced, for example by a cleaning program, a new one is made first.
  ///
  /// @return the socket's path
  /// @throws IOException if the directory cannot be made
  public synchronized Path newSocket() throws IOException {
    if (!made.isStill()) {
      renew();
    }
    var own = made.path().resolve(Integer.toString(sockets.incrementAndGet()));
    return OwnerOnly.createDirectory(own).resolve("s");
  }

  /// Makes a new directory. A directory at the old path may belong to another user, so it is not
  /// changed.
  private void renew() throws IOException {
    var lost = made;
    // The system deletes a session's directory with the session.
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

  /// Deletes a socket and its directory. Does nothing if they do not exist.
  ///
  /// @param socket the socket's path
  public void delete(Path socket) {
    try {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(socket.getParent());
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "{0} is left until the sandbox is closed: {1}", socket, e.getMessage());
    }
  }

  /// Deletes the directory, and ends the processes that still have its mark.
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

  /// Deletes the directories of this user's ended processes.
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

  /// Ends the processes that remain after a process and its reaper were both killed.
  private static void endProcesses(Path path) {
    try (var reaper = OrphanReaper.start()) {
      reaper.watch(path);
    }
  }

  /// Deletes a directory without following links. It deletes the lock last, so that a later sweep
  /// recognises an incomplete deletion.
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
