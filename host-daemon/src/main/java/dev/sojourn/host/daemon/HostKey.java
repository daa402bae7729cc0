package dev.sojourn.host.daemon;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.host.store.OwnHostKey;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/// The key with which a host signs its statements about stays; `host.key` in the directory of its
/// data, made at the first use.
///
/// The store remembers which key that is. If the key is lost or changed, the host does not go on
/// with a new one: owners and other hosts know the old one.
public final class HostKey {
  private static final String FILE = "host.key";

  private HostKey() {}

  /// {@return the key of a host}
  ///
  /// @param data the directory of its data; made, for its owner only, if it is missing
  /// @throws IOException if the key cannot be read or made, or is not the one that the store knows
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
        // Another process was faster; its key is the host's.
      }
    }
    return SigningKey.read(file);
  }

  /// Checks that the key that the store knows is there; makes no file.
  ///
  /// @param data the directory of a host's data, which need not be there
  /// @throws IOException if the key is missing or another one; the sentence names the next step
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
