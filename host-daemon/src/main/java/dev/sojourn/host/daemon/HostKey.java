package dev.sojourn.host.daemon;

import dev.sojourn.atp.key.SigningKey;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/// The key with which a host signs what it says about stays; `host.key` in the directory of its
/// data, made at the first use.
public final class HostKey {
  private static final String FILE = "host.key";

  private HostKey() {}

  /// {@return the key of a host}
  ///
  /// @param data the directory of its data; made, for its owner only, where it is missing
  /// @throws IOException if the key cannot be read or made
  public static SigningKey open(Path data) throws IOException {
    if (!Files.isDirectory(data)) {
      Files.createDirectories(
          data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    var file = data.resolve(FILE);
    if (!Files.exists(file)) {
      try {
        SigningKey.generate(new SecureRandom()).write(file);
      } catch (FileAlreadyExistsException _) {
        // Another process was faster; its key is the host's.
      }
    }
    return SigningKey.read(file);
  }
}
