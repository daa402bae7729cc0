package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ManualPages;
import java.io.IOException;
import java.nio.file.Path;

/// A program for the build that writes the manual pages and shell completion of `sojourn-host`.
public final class HostManualMain {
  private HostManualMain() {}

  /// Writes the manual pages and the completion.
  ///
  /// @param args the directory to write to
  /// @throws IOException if the directory cannot be written
  public static void main(String[] args) throws IOException {
    ManualPages.write(CommandRun.commandLine(HostCommand.class, "sojourn-host"), Path.of(args[0]));
  }
}
