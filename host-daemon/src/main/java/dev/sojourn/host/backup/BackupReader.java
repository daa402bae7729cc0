package dev.sojourn.host.backup;

import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.file.RegularFile;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// Restores a backup into the empty data directory of a host.
///
/// The files are unpacked into a subdirectory and then moved to their places, the store first and
/// the host's key last. A daemon does not start without the key that its store records, so it never
/// runs with an incomplete backup.
public final class BackupReader {
  private static final int MAX_MANIFEST_BYTES = 10_000;
  private static final String UNPACKED = ".restore";
  private static final String LOCK = "lock";

  private final Path backup;
  private final Path data;

  private BackupReader(Path backup, Path data) {
    this.backup = backup;
    this.data = data;
  }

  /// Restores a backup.
  ///
  /// @param backup the file
  /// @param data the data directory of the host; if missing, it is created with access for its
  ///   owner only
  /// @return the description of the backup
  /// @throws IOException if the file is not a complete backup, a daemon uses the directory, or the
  ///   directory is not empty; nothing changes then
  public static BackupManifest restore(Path backup, Path data) throws IOException {
    if (!Files.exists(backup)) {
      throw new NoSuchFileException(backup.toString());
    }
    RegularFile.requireIfThere(backup);
    return new BackupReader(backup, data).restore();
  }

  static IOException noBackup(Path file, String why, Exception cause) {
    return new IOException(
        "%s is no whole backup of a host (%s); name a file that 'host backup' made"
            .formatted(file, why),
        cause);
  }

  private BackupManifest restore() throws IOException {
    try (var zip = new ZipFile(backup.toFile())) {
      var manifest = manifest(zip);
      for (var entry : Collections.list(zip.entries())) {
        var name = entry.getName();
        if (!name.equals(BackupManifest.NAME) && !BackupManifest.ENTRIES.matcher(name).matches()) {
          throw noBackup(backup, "it has an entry that belongs to none", new ZipException(name));
        }
      }
      requireEmpty();
      OwnerOnly.createDirectories(data);
      try (var lock = lock()) {
        try {
          unpack(zip);
          moveAll();
        } catch (IOException e) {
          BackupParts.deleteContent(data);
          throw e;
        }
        lock.force(true);
      }
      return manifest;
    } catch (ZipException e) {
      throw noBackup(backup, "it is damaged, or was cut off", e);
    }
  }

  private BackupManifest manifest(ZipFile zip) throws IOException {
    var entry = zip.getEntry(BackupManifest.NAME);
    if (entry == null || zip.getEntry(BackupManifest.STORE) == null) {
      throw noBackup(backup, "it has no manifest or no store", new ZipException());
    }
    try (var in = zip.getInputStream(entry)) {
      return BackupManifest.read(backup, in.readNBytes(MAX_MANIFEST_BYTES));
    }
  }

  private void requireEmpty() throws IOException {
    if (!Files.exists(data)) {
      return;
    }
    if (Files.exists(data.resolve(LOCK))) {
      // Reports a running daemon first, since its message is more helpful.
      lock().close();
    }
    try (var entries = Files.newDirectoryStream(data)) {
      var there = entries.iterator();
      if (there.hasNext()) {
        throw new FileSystemException(
            data.toString(),
            null,
            "it is not empty, as there is %s; move what is there away, or name another directory under data"
                .formatted(there.next().getFileName()));
      }
    }
  }

  private FileChannel lock() throws IOException {
    return OwnerOnly.lock(data.resolve(LOCK))
        .orElseThrow(
            () ->
                new FileSystemException(
                    data.toString(),
                    null,
                    "a daemon runs with it; end that one first, and name an empty one"));
  }

  private void unpack(ZipFile zip) throws IOException {
    for (var entry : Collections.list(zip.entries())) {
      if (entry.getName().equals(BackupManifest.NAME)) {
        continue;
      }
      var file = data.resolve(UNPACKED).resolve(entry.getName());
      var folder = file.getParent();
      if (folder != null) {
        OwnerOnly.createDirectories(folder);
      }
      // `ZipFile` does not check the checksum.
      var sum = new CRC32();
      try (var in = new CheckedInputStream(zip.getInputStream(entry), sum);
          var channel =
              FileChannel.open(
                  file,
                  Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                  OwnerOnly.file(file))) {
        in.transferTo(Channels.newOutputStream(channel));
        channel.force(true);
      }
      if (sum.getValue() != entry.getCrc()) {
        throw new ZipException(entry.getName());
      }
    }
  }

  private void moveAll() throws IOException {
    var unpacked = data.resolve(UNPACKED);
    // The operator may be root, but the daemon's user must own the files.
    var owner = Files.getOwner(data);
    Files.setOwner(data.resolve(LOCK), owner);
    try (var all = Files.walk(unpacked)) {
      for (var file : all.toList()) {
        Files.setOwner(file, owner);
      }
    }
    move(unpacked, BackupManifest.STORE);
    try (var rest = Files.newDirectoryStream(unpacked)) {
      for (var part : rest) {
        var name = part.getFileName().toString();
        if (!name.equals(BackupManifest.KEY)) {
          move(unpacked, name);
        }
      }
    }
    if (Files.exists(unpacked.resolve(BackupManifest.KEY))) {
      move(unpacked, BackupManifest.KEY);
    }
    Files.delete(unpacked);
  }

  private void move(Path unpacked, String name) throws IOException {
    var to = data.resolve(name);
    Files.move(unpacked.resolve(name), to, StandardCopyOption.ATOMIC_MOVE);
    AtomicFile.flushName(to);
  }
}
