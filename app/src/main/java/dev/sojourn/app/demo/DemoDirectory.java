package dev.sojourn.app.demo;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.text.Messages;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// The folder of a demo's work and results. A marker file shows that a demo created the folder. A
/// folder with files but without marker is refused. Locked while open, so that two demos never use
/// one folder.
final class DemoDirectory implements AutoCloseable {
  private static final String MARKER = ".sojourn-demo";

  private final Path root;
  private final FileChannel lock;

  private DemoDirectory(Path root, FileChannel lock) {
    this.root = root;
    this.lock = lock;
  }

  /// Opens the folder, or creates it if it is missing. Removes the files of the last demo, except
  /// the unpacked sites.
  ///
  /// @throws CommandException if the folder cannot be used, with the reason
  static DemoDirectory open(Path out) {
    var root = out.toAbsolutePath().normalize();
    try {
      Files.createDirectories(root.resolveSibling(""));
      refuseLink(root);
      Files.createDirectories(root);
      if (!Files.exists(root.resolve(MARKER), LinkOption.NOFOLLOW_LINKS) && !isEmpty(root)) {
        throw new CommandException(
            ExitCode.USAGE,
            root + " is not empty and no demo made it; name another folder with --out.");
      }
      return cleared(root, lock(root));
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "The demo cannot write to "
              + root
              + " ("
              + Messages.clause(e)
              + "); name another folder with --out.");
    }
  }

  private static FileChannel lock(Path root) throws IOException {
    RegularFile.requireIfThere(root.resolve(MARKER));
    var lock =
        FileChannel.open(
            root.resolve(MARKER),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    if (!tryLock(lock)) {
      lock.close();
      throw new CommandException(
          ExitCode.FAILED, "Another demo works in " + root + "; name another with --out.");
    }
    return lock;
  }

  private static DemoDirectory cleared(Path root, FileChannel lock) throws IOException {
    var directory = new DemoDirectory(root, lock);
    try {
      refuseLink(directory.site());
      directory.clear();
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
    return directory;
  }

  /// Refuses a symbolic link: another user may have put it there so that other files are served or
  /// overwritten.
  private static void refuseLink(Path folder) {
    if (Files.isSymbolicLink(folder)) {
      throw new CommandException(
          ExitCode.USAGE,
          folder
              + " is a symbolic link, which the demo does not follow;"
              + " remove it, or name another folder with --out.");
    }
  }

  /// The document root of the web server and of the host daemons.
  Path site() {
    return root.resolve("site");
  }

  /// The access log of the web server.
  Path accessLog() {
    return root.resolve("access.log");
  }

  /// The data directory of the daemon with this name.
  Path host(String name) {
    return root.resolve("hosts").resolve(name);
  }

  /// The output directory of the crawl: its store and its index.
  Path crawl() {
    return root.resolve("crawl");
  }

  /// The key that signs the agents.
  Path key() {
    return root.resolve("keys").resolve("demo.jwk");
  }

  /// The same key without its private part, for the hosts.
  Path publicKey() {
    return root.resolve("keys").resolve("demo.pub.jwk");
  }

  Path report() {
    return root.resolve("report.html");
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  private void clear() throws IOException {
    for (var name : new String[] {"hosts", "crawl", "keys"}) {
      delete(root.resolve(name));
    }
    Files.deleteIfExists(accessLog());
    Files.deleteIfExists(report());
  }

  /// Removes a folder and its content. A symbolic link is removed, not followed.
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e)
              throws IOException {
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }
}
