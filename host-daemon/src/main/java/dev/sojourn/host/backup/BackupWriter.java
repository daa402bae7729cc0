package dev.sojourn.host.backup;

import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.host.store.Store;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Makes a backup of a host. The daemon may run at the same time.
///
/// The store is copied as of one moment, and everything else afterwards. The copied audit log
/// therefore covers everything in the store, and the bans are at least as new. Until the file is
/// complete, the copies are in a directory next to it that only this user can read.
public final class BackupWriter {
  private static final List<String> FILES =
      List.of(BackupManifest.KEY, "decisions.json", "released.json", "refused.json", "confinement");

  private static final long LITTLE_ROOM = 1 << 20;

  private final Path data;
  private final Path parts;

  private BackupWriter(Path data, Path parts) {
    this.data = data;
    this.parts = parts;
  }

  /// Makes a backup. An existing file is replaced only when the new one is complete.
  ///
  /// @param data the data directory of the host
  /// @param file the backup to create, readable by its owner only
  /// @param now the time
  /// @return a summary of the backup
  /// @throws IOException if the data cannot be read, or the file cannot be written; an existing
  ///   file stays unchanged
  public static BackupSummary write(Path data, Path file, Instant now) throws IOException {
    if (!Files.exists(data.resolve(BackupManifest.STORE))) {
      throw new FileSystemException(
          data.toString(), null, "no daemon has run with it, so there is nothing to keep");
    }
    RegularFile.requireIfThere(file);
    var target = file.toAbsolutePath().normalize();
    var parts = target.resolveSibling("." + target.getFileName() + ".parts");
    BackupParts.delete(parts);
    try {
      return new BackupWriter(data, OwnerOnly.createDirectory(parts)).write(target, now);
    } catch (IOException e) {
      throw hasLittleRoom(target) ? full(target, e) : e;
    } finally {
      BackupParts.delete(parts);
    }
  }

  /// The store and the files report a full disk in different words, so this checks the disk itself.
  private static boolean hasLittleRoom(Path file) throws IOException {
    var folder = file.getParent();
    return folder != null && Files.getFileStore(folder).getUsableSpace() < LITTLE_ROOM;
  }

  private static IOException full(Path file, IOException cause) {
    var full =
        new FileSystemException(
            file.toString(), null, "its disk is full; make room, or name a file on another disk");
    full.initCause(cause);
    return full;
  }

  private BackupSummary write(Path file, Instant now) throws IOException {
    long visits = Store.copy(data, parts.resolve(BackupManifest.STORE));
    var audit = AuditCopy.make(data, parts);
    for (var name : FILES) {
      copyIfThere(name);
    }
    if (Files.isDirectory(data.resolve("folders"))) {
      OwnerOnly.createDirectories(parts.resolve("folders"));
      try (var folders = Files.newDirectoryStream(data.resolve("folders"))) {
        for (var folder : folders) {
          copyIfThere("folders/" + folder.getFileName());
        }
      }
    }
    long bans = TrustDecisions.read(parts).bans().size();
    AtomicFile.replace(file, out -> pack(out, BackupManifest.now(now)));
    return new BackupSummary(Files.size(file), visits, bans, audit);
  }

  private void copyIfThere(String name) throws IOException {
    var from = data.resolve(name);
    if (Files.exists(from)) {
      RegularFile.requireIfThere(from);
      Files.copy(from, parts.resolve(name));
    }
  }

  private void pack(OutputStream out, BackupManifest manifest) throws IOException {
    // This method finishes the ZIP; the caller closes the underlying stream.
    var zip = new ZipOutputStream(out);
    zip.setLevel(Deflater.BEST_SPEED);
    zip.putNextEntry(new ZipEntry(BackupManifest.NAME));
    zip.write(manifest.octets());
    for (var part : BackupParts.files(parts)) {
      var name = parts.relativize(part).toString();
      if (BackupManifest.ENTRIES.matcher(name).matches()) {
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(part, zip);
      }
    }
    zip.finish();
  }
}
