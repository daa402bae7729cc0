package dev.sojourn.sandbox.launch;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.file.OwnerOnly;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/// A file with the classes of a worker, loaded and linked, from which the JVM starts in about half
/// the time (JEP 483).
///
/// It holds code, which a worker runs before it has confined itself. So it is used only if this
/// user owns it, and no other user can write it or a directory above it. Its name holds two
/// numbers:
///
///     worker-<digest of what it was made from and with>-<checksum of its content>.aot
///
/// The first is of the Java runtime, the command line and the octets of the jars; jars of another
/// version may have the same sizes and times. A changed file has another name, and a file that is
/// no longer named is deleted. The second is tried once for each file that is found: the JVM itself
/// looks at little more than the header.
///
/// It is made by two processes, a worker that warms up and then ends, and the JVM that writes the
/// file. They use names of their own, and only the complete file gets its name. If that ends in the
/// middle, the remains are never used, and the next process that makes a cache deletes them. The
/// JVM that writes may outlive the process that started it; its file is then never read.
public final class StartCache {
  private static final Logger LOG = System.getLogger(StartCache.class.getName());
  private static final String TRAINING = "dev.sojourn.sandbox.worker.TrainingMain";
  private static final String SUFFIX = ".aot";

  /// Names of four letters, since one of them is a socket's, which must be short.
  private static final int STEMS = 36 * 36 * 36 * 36;

  private static final String LOCK = "lock";
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int MAX_KEPT = 4;
  private static final int STEP_SECONDS = 120;

  /// Closing a file gives up all locks that the process has on it, so it is not opened twice.
  private static final ReentrantLock MAKING = new ReentrantLock();

  private final Path directory;
  private final WorkerCommand command;
  private final String name;
  private volatile Optional<Seen> whole = Optional.empty();

  private StartCache(Path directory, WorkerCommand command, String name) {
    this.directory = directory;
    this.command = command;
    this.name = name;
  }

  /// The marks by which one file differs from another of the same name.
  private record Seen(Path file, String key, long bytes, FileTime modified) {
    static Seen of(Path file) throws IOException {
      var found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return new Seen(
          file, String.valueOf(found.fileKey()), found.size(), found.lastModifiedTime());
    }
  }

  /// Starts a process whose input stays open as long as it is wanted.
  public interface Starter {
    /// Starts one.
    ///
    /// @param command its command line
    /// @return the process
    /// @throws IOException if it cannot be started
    /// @throws InterruptedException if the calling thread is interrupted
    Process start(List<String> command) throws IOException, InterruptedException;
  }

  /// The cache of a kind of worker. Makes nothing yet.
  ///
  /// @param directory in which it is kept; the directory above must exist
  /// @param command of the worker
  /// @return the cache, which may not be there yet
  /// @throws IOException if the runtime or a jar is not there
  public static StartCache of(Path directory, WorkerCommand command) throws IOException {
    return new StartCache(directory.toAbsolutePath(), command, "worker-" + digest(command));
  }

  /// {@return the file, if it is there, is unchanged, and no other user can have written it}
  public Optional<Path> file() {
    try {
      for (var found : named()) {
        OwnPlace.require(found);
        if (isWhole(found)) {
          return Optional.of(found);
        }
        LOG.log(Level.WARNING, "{0} is damaged and deleted", found);
        Files.deleteIfExists(found);
      }
    } catch (NoSuchFileException e) {
      LOG.log(Level.DEBUG, "{0} is just being deleted", e.getFile());
    } catch (IOException e) {
      LOG.log(Level.WARNING, "Workers start without a start cache: {0}", e.getMessage());
    }
    return Optional.empty();
  }

  private List<Path> named() throws IOException {
    var found = new ArrayList<Path>();
    if (Files.isDirectory(directory)) {
      try (var files = Files.newDirectoryStream(directory, name + "-*" + SUFFIX)) {
        for (var file : files) {
          if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            found.add(file);
          }
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    return found;
  }

  private boolean isWhole(Path file) throws IOException {
    var seen = Optional.of(Seen.of(file));
    if (!whole.equals(seen)) {
      if (!String.valueOf(file.getFileName()).equals(name + "-" + checksum(file) + SUFFIX)) {
        return false;
      }
      whole = seen;
    }
    return true;
  }

  /// {@return options with which the JVM uses a file, or does not start}
  ///
  /// @param file the cache
  public static List<String> options(Path file) {
    return List.of("-XX:AOTCache=" + file, "-XX:AOTMode=on");
  }

  /// Makes the file if there is none, unless it is being made already.
  ///
  /// @param starter starts the processes for that
  /// @return whether it was made
  /// @throws IOException if it cannot be made, or the directory is no place for it
  /// @throws InterruptedException if the calling thread is interrupted
  public boolean make(Starter starter) throws IOException, InterruptedException {
    try {
      OwnerOnly.createDirectory(directory);
    } catch (FileAlreadyExistsException _) {
      // Its owner is checked below.
    }
    OwnPlace.require(directory);
    var lock = directory.resolve(LOCK);
    if (Files.exists(lock) && !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(lock + " is not a regular file");
    }
    if (!MAKING.tryLock()) {
      return false;
    }
    try (var channel =
        FileChannel.open(
            lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      if (channel.tryLock() == null || file().isPresent()) {
        return false;
      }
      tidy();
      make(starter, Integer.toString(RANDOM.nextInt(STEMS), 36));
      return true;
    } finally {
      MAKING.unlock();
    }
  }

  /// Deletes a file with which a worker did not start.
  ///
  /// @param file as [#file] gave it
  public void drop(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0} cannot be deleted: {1}", file, e.getMessage());
    }
  }

  private void make(Starter starter, String stem) throws IOException, InterruptedException {
    var part = directory.resolve(stem + ".part");
    var recorded = directory.resolve(stem + ".recorded");
    try {
      var record =
          command.java(
              List.of(
                  "-XX:AOTMode=record",
                  "-XX:AOTConfiguration=" + recorded,
                  // At its start, a worker would compile all methods at once that ran often in this
                  // one (JEP 515). That takes the processors from the start itself, and from the
                  // first visits.
                  "-XX:+UnlockDiagnosticVMOptions",
                  "-XX:-AOTRecordTraining"));
      record.add(TRAINING);
      record.add(directory.resolve(stem + ".s").toString());
      run(starter, record);
      var create =
          command.java(
              List.of(
                  "-XX:AOTMode=create",
                  "-XX:AOTConfiguration=" + recorded,
                  "-XX:AOTCache=" + part));
      // Objects are kept only by the collector that can lay them out; any collector can load them.
      create.replaceAll(word -> word.equals("-XX:+UseSerialGC") ? "-XX:+UseG1GC" : word);
      run(starter, create);
      OwnerOnly.makeReadOnly(part);
      try (var written = FileChannel.open(part, StandardOpenOption.READ)) {
        written.force(true);
      }
      var made = directory.resolve(name + "-" + checksum(part) + SUFFIX);
      Files.move(part, made, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(recorded);
      Files.deleteIfExists(part);
    }
  }

  /// Its output is only of interest if it fails, and goes to a file that is soon deleted.
  private static void run(Starter starter, List<String> command)
      throws IOException, InterruptedException {
    var process = starter.start(command);
    try (var input = process.getOutputStream();
        var output = process.getInputStream()) {
      var noted = new StringBuilder();
      var reader =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      noted.append(new String(output.readAllBytes(), StandardCharsets.UTF_8));
                    } catch (IOException e) {
                      noted.append(e.getMessage());
                    }
                  });
      if (!process.waitFor(STEP_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("it took more than " + STEP_SECONDS + " s");
      }
      reader.join();
      input.flush();
      if (process.exitValue() != 0) {
        var lines = noted.toString().lines().toList();
        throw new IOException(
            "status " + process.exitValue() + (lines.isEmpty() ? "" : ": " + lines.getLast()));
      }
    } finally {
      process.destroyForcibly();
    }
  }

  /// Deletes the remains of makers that are gone, and all files but the newest few: those of other
  /// settings may still be wanted.
  private void tidy() throws IOException {
    var whole = new ArrayList<Path>();
    try (var files = Files.newDirectoryStream(directory)) {
      for (var found : files) {
        var name = String.valueOf(found.getFileName());
        if (name.endsWith(SUFFIX)) {
          whole.add(found);
        } else if (!name.equals(LOCK)) {
          Files.deleteIfExists(found);
        }
      }
    }
    whole.sort(Comparator.comparingLong((Path found) -> found.toFile().lastModified()).reversed());
    for (var old : whole.subList(Math.min(whole.size(), MAX_KEPT - 1), whole.size())) {
      Files.deleteIfExists(old);
    }
  }

  /// The runtime has a hundred megabytes, so its size and time must do. The JVM also compares the
  /// file with its own build.
  private static String digest(WorkerCommand command) throws IOException {
    var all = new StringBuilder(String.join("\n", command.java(List.of())));
    var files = new ArrayList<>(command.classPath());
    for (var part : List.of("release", "lib/modules", "lib/server/libjvm.so")) {
      files.add(command.javaHome().resolve(part.replace('/', File.separatorChar)));
    }
    for (var part : files) {
      all.append('\n').append(part);
      all.append(' ').append(Files.size(part));
      all.append(' ').append(Files.getLastModifiedTime(part));
    }
    for (var jar : command.classPath()) {
      all.append('\n').append(Digest.of(Files.readAllBytes(jar)));
    }
    return Digest.of(Bytes.utf8(all.toString())).hex().substring(0, 24);
  }

  /// Against damage, not against attackers, who cannot write here.
  private static String checksum(Path file) throws IOException {
    try (var in = new CheckedInputStream(Files.newInputStream(file), new CRC32C())) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().toHexDigits(in.getChecksum().getValue(), 8);
    }
  }
}
