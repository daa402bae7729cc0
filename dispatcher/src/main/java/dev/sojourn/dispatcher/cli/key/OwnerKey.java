package dev.sojourn.dispatcher.cli.key;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/// The key of this program's user. It is made at the first use.
public final class OwnerKey {
  private OwnerKey() {}

  /// {@return the file of the key in the user's configuration directory; a missing key is made}
  ///
  /// @param err receives a note about a new key
  /// @throws CommandException if it cannot be made
  public static Path usual(PrintWriter err) {
    return in(directory(), err);
  }

  /// {@return the file of the key in a directory; a missing key is made once, even if several
  /// crawls begin at the same time}
  ///
  /// @throws CommandException if it cannot be made
  static Path in(Path directory, PrintWriter err) {
    var file = directory.resolve("owner.key");
    if (Files.exists(file)) {
      return file;
    }
    try {
      Files.createDirectories(directory);
      var key = SigningKey.generate(new SecureRandom());
      try {
        key.write(file);
      } catch (FileAlreadyExistsException _) { // another crawl has made one in the meantime
        return file;
      }
      var publicFile = directory.resolve("owner.key.pub");
      new KeySet(List.of(key.verifyKey())).write(publicFile);
      err.println(
          "A key was made to sign your agents with: "
              + file
              + ". Give "
              + publicFile
              + " to the operators of hosts that should take them.");
      err.flush();
      return file;
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.IDENTITY,
          "No key could be made in "
              + directory
              + " ("
              + Messages.clause(e)
              + "); make one elsewhere with 'sojourn key new FILE' and name it with --key.");
    }
  }

  /// {@return the path of the key, even if the key was not made yet}
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
