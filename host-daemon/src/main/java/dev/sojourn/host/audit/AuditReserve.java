package dev.sojourn.host.audit;

import dev.sojourn.base.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/// The room on the disk that is set aside for the audit log. On a full disk it lets owners take
/// their agents home, which needs a line of the log each. For one thread.
final class AuditReserve {
  private static final int BYTES = 256 << 10;
  private static final long AGAIN_NANOS = Duration.ofSeconds(10).toNanos();

  private final Path file;
  private long triedAt;
  private boolean isTried;

  AuditReserve(Path directory) {
    this.file = directory.resolve("reserve");
  }

  /// Gives the room to a line that has none; false if that was done before.
  boolean release() throws IOException {
    isTried = true;
    triedAt = System.nanoTime();
    return Files.deleteIfExists(file);
  }

  /// Sets the room aside where it is not, if there is much more of it; tries once in a while.
  void setAside() {
    if (isTried && System.nanoTime() - triedAt < AGAIN_NANOS) {
      return;
    }
    isTried = true;
    triedAt = System.nanoTime();
    try {
      var directory = file.toAbsolutePath().getParent();
      if (!Files.exists(file)
          && directory != null
          && Files.getFileStore(directory).getUsableSpace() > 16L * BYTES) {
        // Some file systems keep nothing of zeros.
        var octets = new byte[BYTES];
        new SplittableRandom().nextBytes(octets);
        AtomicFile.replace(file, out -> out.write(octets));
      }
    } catch (IOException e) {
      System.getLogger(AuditReserve.class.getName())
          .log(System.Logger.Level.DEBUG, "No reserve for the audit log: {0}", e.toString());
    }
  }
}
