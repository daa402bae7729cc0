package dev.sojourn.dispatcher.cli.option;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for connections to hosts, as a picocli mixin.
public final class HostOptions {
  @Option(
      names = "--plain-atp",
      description =
          "Speak to hosts beyond this machine also without TLS; only in trusted networks.")
  private boolean isPlainAllowed;

  @Option(
      names = "--atps-ca",
      paramLabel = "FILE",
      description = {
        "Certificates (PEM) of further authorities whose atps: hosts are believed,",
        "as in closed networks."
      })
  private Optional<Path> authorities = Optional.empty();

  /// Creates the options; picocli fills them.
  public HostOptions() {}

  /// {@return whether a host beyond this machine may be spoken to over a plain connection}
  public boolean isPlainAllowed() {
    return isPlainAllowed;
  }

  /// {@return the authorities whose certificates of `atps:` hosts are believed}
  ///
  /// @throws CommandException if the file that was named holds none
  public TlsAuthorities authorities() {
    return authorities.map(HostOptions::read).orElse(TlsAuthorities.USUAL);
  }

  private static TlsAuthorities read(Path file) {
    try {
      return TlsAuthorities.read(file);
    } catch (NoSuchFileException _) {
      throw new CommandException(ExitCode.USAGE, "There is no file " + file + " for --atps-ca.");
    } catch (IOException e) {
      throw new CommandException(ExitCode.USAGE, "--atps-ca: " + e.getMessage());
    }
  }
}
