package dev.sojourn.host.backup;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.host.audit.AuditEnd;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditVerdict;
import dev.sojourn.host.audit.AuditVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/// Copies an audit log. Meanwhile a daemon may add lines and remove lines and files. If the copy is
/// inconsistent, it is made again.
final class AuditCopy {
  private static final int ATTEMPTS = 3;
  private static final String LOG = "audit";

  private AuditCopy() {}

  /// Copies a log and the record of its last checkpoint.
  ///
  /// @param data the data directory of the host
  /// @param to the directory for the copy, with the layout of a data directory
  /// @return whether the copy is whole
  static AuditVerdict make(Path data, Path to) throws IOException {
    var log = AuditLog.directory(data);
    for (int attempt = 1; ; attempt++) {
      var directory = to.resolve(LOG);
      OwnerOnly.createDirectories(directory);
      try {
        // Before the lines, so that the copied lines reach the recorded checkpoint.
        copyEnd(AuditEnd.file(log), AuditEnd.file(directory));
        if (Files.isDirectory(log)) {
          copyLines(log, directory);
        }
        var verdict =
            AuditVerifier.verify(
                directory, Optional.empty(), Optional.empty(), AuditEnd.read(directory));
        if (!(verdict instanceof AuditVerdict.Broken) || attempt == ATTEMPTS) {
          return verdict;
        }
      } catch (NoSuchFileException e) {
        // The daemon has just removed an old segment.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
      empty(directory);
    }
  }

  private static void copyEnd(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void copyLines(Path log, Path to) throws IOException {
    try (var segments = Files.newDirectoryStream(log, "audit-*.jsonl")) {
      for (var segment : segments) {
        var name = LOG + "/" + segment.getFileName();
        if (BackupManifest.ENTRIES.matcher(name).matches()) {
          copyWholeLines(segment, to.resolve(segment.getFileName()));
        }
      }
    }
  }

  private static void copyWholeLines(Path from, Path to) throws IOException {
    try (var channel = FileChannel.open(from, StandardOpenOption.READ);
        var target =
            FileChannel.open(
                to,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                OwnerOnly.file(to))) {
      long rest = wholeLines(channel);
      channel.position(0);
      copy(Channels.newInputStream(channel), Channels.newOutputStream(target), rest);
    }
  }

  /// The octets up to the last line feed. An octet after it belongs to an unfinished line.
  private static long wholeLines(FileChannel channel) throws IOException {
    var octet = ByteBuffer.allocate(1);
    long end = channel.size();
    while (end > 0) {
      octet.clear();
      if (channel.read(octet, end - 1) == 1 && octet.get(0) == '\n') {
        return end;
      }
      end--;
    }
    return 0;
  }

  private static void copy(InputStream in, OutputStream out, long bytes) throws IOException {
    var buffer = new byte[64 << 10];
    long rest = bytes;
    while (rest > 0) {
      int count = in.read(buffer, 0, (int) Math.min(rest, buffer.length));
      if (count < 0) {
        return;
      }
      out.write(buffer, 0, count);
      rest -= count;
    }
  }

  private static void empty(Path directory) throws IOException {
    try (var files = Files.newDirectoryStream(directory)) {
      for (var file : files) {
        Files.delete(file);
      }
    }
  }
}
