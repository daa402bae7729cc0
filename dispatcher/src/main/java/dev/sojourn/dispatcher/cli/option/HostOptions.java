package dev.sojourn.dispatcher.cli.option;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.base.cli.CommandException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for connections to hosts, as a picocli mixin.
public final class HostOptions {
  private static final String AUTHORITIES = "--atps-ca";

  @Option(
      names = "--plain-atp",
      description =
          "Speak to hosts beyond this machine also without TLS; only in trusted networks.")
  private boolean isPlainAllowed;

  @Option(
      names = AUTHORITIES,
      paramLabel = "FILE",
      description = {
        "Certificates (PEM) of further authorities whose atps: hosts are believed,",
        "as in closed networks."
      })
  private Optional<Path> authorities = Optional.empty();

  /// Creates the options; picocli fills them.
  public HostOptions() {}

  /// {@return whether connections to hosts beyond this machine may be plain}
  public boolean isPlainAllowed() {
    return isPlainAllowed;
  }

  /// {@return the trusted authorities for `atps:` hosts}
  ///
  /// @throws CommandException if the given file has no authority
  public TlsAuthorities authorities() {
    return authorities
        .map(file -> AuthorityFile.read(AUTHORITIES, file))
        .orElse(TlsAuthorities.USUAL);
  }
}
