package dev.sojourn.dispatcher.cli.option;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A file of authorities that an option names.
final class AuthorityFile {
  private AuthorityFile() {}

  /// {@return the authorities in a file, and those of the JDK}
  ///
  /// @param option the option that names the file
  /// @throws CommandException if the file has no authority
  static TlsAuthorities read(String option, Path file) {
    try {
      return TlsAuthorities.read(file);
    } catch (NoSuchFileException _) {
      throw new CommandException(
          ExitCode.USAGE, "There is no file " + file + " for " + option + ".");
    } catch (IOException e) {
      throw new CommandException(ExitCode.USAGE, option + ": " + e.getMessage());
    }
  }
}
