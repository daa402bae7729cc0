package dev.sojourn.app;

import dev.sojourn.base.cli.ManualPages;
import java.io.IOException;
import java.nio.file.Path;

/// Writes the manual pages and the shell completion of `sojourn` during the build.
public final class ManualMain {
  private ManualMain() {}

  /// Writes the files.
  ///
  /// @param args the directory
  /// @throws IOException if the directory cannot be written
  public static void main(String[] args) throws IOException {
    ManualPages.write(Main.line(), Path.of(args[0]));
  }
}
