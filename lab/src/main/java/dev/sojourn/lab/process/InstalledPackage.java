package dev.sojourn.lab.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A Debian package on this machine.
///
/// @param name of the package
/// @param files absolute paths of the package's files; empty if it is not installed
public record InstalledPackage(String name, List<String> files) {
  /// Copies the list.
  public InstalledPackage {
    files = List.copyOf(files);
  }

  /// {@return a package and its files}
  ///
  /// @param name of the package
  /// @throws IOException if the packages cannot be queried, for example because the system is not
  ///   Debian
  /// @throws InterruptedException if the thread is interrupted
  public static InstalledPackage of(String name) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder("dpkg-query", "-L", name)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> files;
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      files = out.readAllLines();
    }
    return new InstalledPackage(name, process.waitFor() == 0 ? files : List.of());
  }

  /// {@return whether it is installed}
  public boolean isInstalled() {
    return !files.isEmpty();
  }

  /// {@return its topmost folder with a file `index.html`; empty if there is none}
  public Optional<Path> documentation() {
    return files.stream()
        .filter(file -> file.endsWith("/index.html"))
        .map(Path::of)
        .filter(Files::isRegularFile)
        .min(Comparator.comparingInt(Path::getNameCount))
        .map(file -> file.resolveSibling(""));
  }
}
