package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.file.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The file next to an audit log that records its last checkpoint. A chain alone does not show that
/// its end was cut off, or that the whole log is missing.
///
/// The file is one line: `sojourn-audit-end 1 NUMBER DIGEST CHECK`, where CHECK is the SHA-256 of
/// the text before it. The line is overwritten in place and never flushed, so it costs no flush of
/// the disk. After a power failure it may name an earlier checkpoint, but never one that is not on
/// disk.
public final class AuditEnd {
  private static final Pattern LINE =
      Pattern.compile("(sojourn-audit-end 1 (0{4}[0-9]{15}) ([0-9a-f]{64})) ([0-9a-f]{64})\n");
  private static final int MAX_BYTES = 1_000;
  private static final int ATTEMPTS = 3;

  private AuditEnd() {}

  /// {@return the file for the log of a directory, next to it}
  ///
  /// @param directory of the log
  public static Path file(Path directory) {
    var log = directory.toAbsolutePath().normalize();
    return log.resolveSibling(log.getFileName() + ".end");
  }

  /// {@return the chain up to the last recorded checkpoint; empty without the file, as for a copy
  /// of a log}
  ///
  /// @param directory of the log, to which a daemon may be adding lines
  /// @throws IOException if the file is unreadable or damaged; the message names the next step
  public static Optional<AuditChain> read(Path directory) throws IOException {
    var file = file(directory);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      // A half-written line does not match its check.
      var line =
          LINE.matcher(new String(RegularFile.read(file, MAX_BYTES), StandardCharsets.UTF_8));
      if (line.matches() && check(line.group(1)).equals(line.group(4))) {
        return Optional.of(new AuditChain(Long.parseLong(line.group(2)), line.group(3)));
      }
    }
    throw new IOException(
        file
            + " is damaged, so nobody can tell whether the end of the audit log is missing; the"
            + " next checkpoint of the daemon makes it anew");
  }

  /// Records a checkpoint that is on disk.
  static void write(Path directory, AuditChain chain) throws IOException {
    var file = file(directory);
    var said =
        String.format(Locale.ROOT, "sojourn-audit-end 1 %019d %s", chain.number(), chain.last());
    var octets =
        ByteBuffer.wrap((said + " " + check(said) + "\n").getBytes(StandardCharsets.US_ASCII));
    try (var channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            OwnerOnly.file(file))) {
      while (octets.hasRemaining()) {
        channel.write(octets, octets.position());
      }
      channel.truncate(octets.position());
    }
  }

  private static String check(String said) {
    return Digest.of(said.getBytes(StandardCharsets.US_ASCII)).hex();
  }
}
