package dev.sojourn.dispatcher.cli.guest;

import dev.sojourn.agent.Agent;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Agents of this package in a folder of their own, as their author's compiler leaves them. They
/// are compiled with the tests, since a compiler in the JVM of a test takes more processor time
/// than the test.
public final class GuestClasses {
  private GuestClasses() {}

  /// Copies the classes of an agent.
  ///
  /// @param type the agent
  /// @param folder for the classes, which is made if it is not there
  /// @throws IOException if they cannot be copied
  public static void copy(Class<? extends Agent> type, Path folder) throws IOException {
    var name = type.getName();
    var directory = Path.of(name.replace('.', '/')).getParent();
    Files.createDirectories(folder.resolve(directory));
    try (var files =
        Files.newDirectoryStream(root().resolve(directory), type.getSimpleName() + "{,$*}.class")) {
      for (var file : files) {
        Files.copy(file, folder.resolve(directory).resolve(file.getFileName()));
      }
    }
  }

  private static Path root() {
    try {
      return Path.of(
          GuestClasses.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
