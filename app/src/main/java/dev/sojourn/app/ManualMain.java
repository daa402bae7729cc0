package dev.sojourn.app;

import dev.sojourn.base.cli.ManualPages;
import java.io.IOException;
import java.nio.file.Path;

/// The program of the build that writes the manual pages and the completion of `sojourn`.
public final class ManualMain {
  private ManualMain() {}

  /// Writes them.
  ///
  /// @param args the directory
  /// @throws IOException if it cannot be written
  public static void main(String[] args) throws IOException {
    ManualPages.write(Main.line(), Path.of(args[0]));
  }
}
