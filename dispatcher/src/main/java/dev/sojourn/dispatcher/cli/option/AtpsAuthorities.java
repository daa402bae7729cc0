package dev.sojourn.dispatcher.cli.option;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.host.cli.CommandException;
import dev.sojourn.host.cli.ExitCode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The option `--atps-ca` as commands are given it: what is wrong with the file ends the command
/// with a sentence.
public final class AtpsAuthorities {
  private AtpsAuthorities() {}

  /// {@return whose certificates of `atps:` hosts are believed}
  ///
  /// @param file of certificates in PEM, besides those that the JDK knows
  /// @throws CommandException if it holds none
  public static TlsAuthorities read(Path file) {
    try {
      return TlsAuthorities.read(file);
    } catch (NoSuchFileException _) {
      throw new CommandException(ExitCode.USAGE, "There is no file " + file + " for --atps-ca.");
    } catch (IOException e) {
      throw new CommandException(ExitCode.USAGE, "--atps-ca: " + e.getMessage());
    }
  }
}
