package dev.sojourn.host.daemon;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.host.store.OwnHostKey;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/// The key with which a host signs its statements about stays. It is the file `host.key` in the
/// data directory and is created at its first use.
///
/// The store records the id of the key. If the key is lost or changed, the host does not create a
/// new one, because owners and other hosts know the old key.
public final class HostKey {
  private static final String FILE = "host.key";

  private HostKey() {}

  /// {@return the key of a host}
  ///
  /// @param data the data directory of the host; if missing, it is created with access for its
  ///   owner only
  /// @throws IOException if the key cannot be read or created, or differs from the recorded key
  public static SigningKey open(Path data) throws IOException {
    if (!Files.isDirectory(data)) {
      OwnerOnly.createDirectories(data);
    }
    check(data);
    var file = data.resolve(FILE);
    if (!Files.exists(file)) {
      try {
        SigningKey.generate(new SecureRandom()).write(file);
      } catch (FileAlreadyExistsException _) {
        // Another process was faster, and its key is used.
      }
    }
    return SigningKey.read(file);
  }

  /// Checks that the file contains the recorded key. Creates no file.
  ///
  /// @param data the data directory of a host, which need not exist
  /// @throws IOException if the key is missing or differs; the message names the next step
  public static void check(Path data) throws IOException {
    var known = OwnHostKey.read(data);
    if (known.isEmpty()) {
      return;
    }
    var file = data.resolve(FILE);
    var step =
        "; put the key "
            + known.get()
            + " back from a copy, or name another directory under data to begin as a new host";
    if (!Files.exists(file)) {
      throw new IOException("the host's key " + file + " is missing" + step);
    }
    var there = SigningKey.read(file).id();
    if (!there.equals(known.get())) {
      throw new IOException("the key in " + file + " is another one, " + there + step);
    }
  }
}
