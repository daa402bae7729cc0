package dev.sojourn.dispatcher.cli.key;

import dev.sojourn.atp.key.KeySet;
import dev.sojourn.atp.key.SigningKey;
import dev.sojourn.host.cli.CommandException;
import dev.sojourn.host.cli.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/// The key of whoever runs this program: made at the first use.
public final class OwnerKey {
  private OwnerKey() {}

  /// {@return the key in the user's configuration directory; where there is none, a new one}
  ///
  /// @param err is told of a new key
  /// @throws CommandException if it cannot be made or used
  public static SigningKey usual(PrintWriter err) {
    var file = file();
    if (Files.exists(file)) {
      return KeyFile.signing(file);
    }
    try {
      Files.createDirectories(directory());
      var key = SigningKey.generate(new SecureRandom());
      try {
        key.write(file);
      } catch (FileAlreadyExistsException _) { // another crawl has made one in the meantime
        return KeyFile.signing(file);
      }
      var publicFile = file.resolveSibling("owner.key.pub");
      new KeySet(List.of(key.verifyKey())).write(publicFile);
      err.println(
          "A key was made to sign your agents with: "
              + file
              + ". Give "
              + publicFile
              + " to the operators of hosts that should take them.");
      err.flush();
      return key;
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.IDENTITY,
          "No key could be made in "
              + directory()
              + " ("
              + e.getClass().getSimpleName()
              + "); make one elsewhere with 'sojourn key new FILE' and name it with --key.");
    }
  }

  /// {@return where that key is, or will be}
  public static Path file() {
    return directory().resolve("owner.key");
  }

  private static Path directory() {
    var configured = System.getenv("XDG_CONFIG_HOME");
    var base =
        configured == null || configured.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".config")
            : Path.of(configured);
    return base.resolve("sojourn");
  }
}
