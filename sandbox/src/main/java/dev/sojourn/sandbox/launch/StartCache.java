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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/// A file with the loaded and linked classes of a confined program. With it, the JVM starts in about half the
/// time (JEP 483).
///
/// A worker runs its code before it has confined itself. Therefore the file is used only if this
/// user owns it, and no other user can write it or a directory above it. Its name contains two
/// numbers:
///
///     <program>-<digest of what it was made from and with>-<checksum of its content>.aot
///
/// The digest covers the Java runtime, the command line and the octets of the jars. Sizes and times
/// of jars are not enough, since another version may have the same. Changed inputs lead to another
/// name. The checksum is verified once for each file, since the JVM itself checks little more than
/// the header.
///
/// Two processes make the file: a worker that warms up and ends, and a JVM that writes it. They use
/// temporary names, and only the complete file gets its final name. The remains of an interrupted
/// attempt are never used, and the next maker deletes them. The JVM that writes may outlive the
/// process that started it; its file is then never read.
public final class StartCache {
  private static final Logger LOG = System.getLogger(StartCache.class.getName());
  private static final String SUFFIX = ".aot";

  /// The number of temporary names. They have four letters, since one names a socket, whose path
  /// must be short.
  private static final int STEMS = 36 * 36 * 36 * 36;

  private static final String LOCK = "lock";
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int MAX_KEPT = 8;
  private static final int STEP_SECONDS = 120;

  /// Prevents two threads from opening the lock file, since closing it releases all locks of the
  /// process.
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

  /// The attributes that distinguish a file from another file with the same name.
  private record Seen(Path file, String key, long bytes, FileTime modified) {
    static Seen of(Path file) throws IOException {
      var found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return new Seen(
          file, String.valueOf(found.fileKey()), found.size(), found.lastModifiedTime());
    }
  }

  /// Starts processes whose input stays open until they are no longer needed.
  public interface Starter {
    /// Starts a process.
    ///
    /// @param command the command line
    /// @return the process
    /// @throws IOException if the process cannot be started
    /// @throws InterruptedException if the calling thread is interrupted
    Process start(List<String> command) throws IOException, InterruptedException;
  }

  /// Returns the cache of a kind of worker, without making the file.
  ///
  /// @param directory the directory of the file; its parent must exist
  /// @param command the command line of the worker
  /// @return the cache, whose file may not exist yet
  /// @throws IOException if the runtime or a jar is missing
  public static StartCache of(Path directory, WorkerCommand command) throws IOException {
    return new StartCache(
        directory.toAbsolutePath(), command, command.program().label() + "-" + digest(command));
  }

  /// {@return the file, if it exists, is undamaged, and no other user can have written it}
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

  /// {@return options for the JVM to use a file; if it cannot, the JVM does not start}
  ///
  /// @param file the cache
  public static List<String> options(Path file) {
    return List.of("-XX:AOTCache=" + file, "-XX:AOTMode=on");
  }

  /// Makes the file if it does not exist, unless another thread or process is already making it.
  ///
  /// @param starter starts the processes that make the file
  /// @return whether this call made the file
  /// @throws IOException if the file cannot be made or the directory is unsuitable
  /// @throws InterruptedException if the calling thread is interrupted
  public boolean make(Starter starter) throws IOException, InterruptedException {
    try {
      OwnerOnly.createDirectory(directory);
    } catch (FileAlreadyExistsException _) {
      // The code below checks its owner.
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
            lock,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            OwnerOnly.file(lock))) {
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

  /// Deletes a file that prevented the start of a worker.
  ///
  /// @param file the result of [#file]
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
                  // Otherwise a worker would compile, at its start, all methods that ran often in
                  // training (JEP 515). That would slow down the start and the first visits.
                  "-XX:+UnlockDiagnosticVMOptions",
                  "-XX:-AOTRecordTraining"));
      record.add(command.program().training());
      record.add(directory.resolve(stem + ".s").toString());
      run(starter, record);
      var create =
          command.java(
              List.of(
                  "-XX:AOTMode=create",
                  "-XX:AOTConfiguration=" + recorded,
                  "-XX:AOTCache=" + part));
      // Only the G1 collector can write the objects of the cache; any collector can load them.
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

  /// Runs a process to its end. Its output is used only if it fails.
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

  /// Deletes the remains of interrupted makers, and all cache files except the newest few, which
  /// other settings may still use.
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

  /// Returns the digest in the name. The runtime has a hundred megabytes, so only its size and time
  /// count. The JVM also compares the file with its own build.
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

  /// Returns a checksum against damage; attackers cannot write here.
  private static String checksum(Path file) throws IOException {
    try (var in = new CheckedInputStream(Files.newInputStream(file), new CRC32C())) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().toHexDigits(in.getChecksum().getValue(), 8);
    }
  }
}
