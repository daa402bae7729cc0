package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ManualPages;
import java.io.IOException;
import java.nio.file.Path;

/// The program of the build that writes the manual pages and the completion of `sojourn-host`.
public final class HostManualMain {
  private HostManualMain() {}

  /// Writes them.
  ///
  /// @param args the directory
  /// @throws IOException if it cannot be written
  public static void main(String[] args) throws IOException {
    ManualPages.write(CommandRun.commandLine(HostCommand.class, "sojourn-host"), Path.of(args[0]));
  }
}
